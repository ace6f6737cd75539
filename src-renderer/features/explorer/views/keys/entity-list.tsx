import { useState } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Disclosure } from '#renderer/ui/disclosure/disclosure.tsx';
import { spaced } from '../../question/fields.ts';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import { attributesSummary } from './attribute-words.ts';
import { EntityDetails } from './entity-details.tsx';

/** Each entity with its attributes and the life of its status, closed until somebody looks. */
export function EntityList({ system }: { readonly system: SystemDeclaration }) {
  const entities = Object.entries(system.entities);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = open.size === entities.length;

  function toggle(name: string, isOpen: boolean): void {
    const next = new Set(open);
    if (isOpen) next.add(name);
    else next.delete(name);
    setOpen(next);
  }

  if (entities.length === 0) return null;
  return (
    <ViewPart
      title="Attributes and statuses"
      hint="of each entity"
      actions={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => setOpen(isAllOpen ? new Set() : new Set(entities.map(([name]) => name)))}
        >
          {isAllOpen ? 'Close all' : 'Open all'}
        </Button>
      }
    >
      {entities.map(([name, entity]) => (
        <Disclosure
          key={name}
          title={spaced(name)}
          hint={open.has(name) ? undefined : entity.about}
          end={attributesSummary(entity.attributes)}
          open={open.has(name)}
          onOpen={(isOpen) => toggle(name, isOpen)}
        >
          <EntityDetails name={name} entity={entity} />
        </Disclosure>
      ))}
    </ViewPart>
  );
}
