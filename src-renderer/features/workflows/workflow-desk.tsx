import { useRef } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { DraftDesk } from './draft-desk.tsx';
import { History } from './history/history.tsx';
import { useHistory } from './history/use-history.ts';
import { useNames } from './history/use-names.ts';
import type { OpenWorkflowProps } from './open-workflow.tsx';
import { useSave } from './save/use-save.ts';
import { usePerson } from './use-person.ts';

export interface WorkflowDeskProps extends OpenWorkflowProps {
  readonly workflow: Workflow;
  /** Of reading it again. */
  readonly failure: Failure | undefined;
  readonly onReadAgain: () => void;
}

/** All of an open workflow that does not depend on the draft: a handle that moves draws none of it anew. */
export function WorkflowDesk(props: WorkflowDeskProps) {
  const { name, workflow, onReadAgain } = props;
  const person = usePerson(name.tenantId);
  const saving = useSave();
  const reading = useHistory(name);
  const actors = reading.events.flatMap(({ actor }) => actor ?? []);
  const nameOf = useNames(name.tenantId, actors, person.nameOf);
  const section = useRef<HTMLElement>(null);
  return (
    <DraftDesk
      {...props}
      person={person}
      saving={saving}
      nameOf={nameOf}
      toHistory={() => {
        section.current?.focus({ preventScroll: true });
        section.current?.scrollIntoView({ block: 'start' });
      }}
      history={
        <History
          sectionRef={section}
          workflow={workflow}
          reading={reading}
          nameOf={nameOf}
          person={person}
          saving={saving}
          onReadAgain={onReadAgain}
        />
      }
    />
  );
}
