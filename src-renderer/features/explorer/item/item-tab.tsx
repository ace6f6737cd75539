import { useState } from 'react';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { JsonView } from '#renderer/ui/json-view/json-view.tsx';
import { childPath } from '#renderer/ui/json-view/json-value.ts';
import { HowFound } from './how-found.tsx';
import { itemJson } from './item-json.ts';
import { itemNotes } from './item-notes.ts';
import type { ItemPaneProps } from './item-pane-props.ts';
import styles from './item-pane.module.css';
import { ItemState } from './item-state.tsx';
import { KeyLegend } from './key-legend.tsx';
import { attributeRoles, keyOrder } from './key-roles.ts';
import { maskWords } from './mask-words.ts';

/** The item as JSON, its keys in the colours of their indexes. */
export function ItemTab(props: ItemPaneProps) {
  const { system, located, item, readAt } = props;
  const { table } = located;
  const [revealed, setRevealed] = useState<ReadonlyMap<string, AttributeValue>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const reveal = useCommand('explorer.reveal');

  const shown: Attributes = Object.fromEntries(
    Object.entries(item.attributes).map(([name, value]) => [name, revealed.get(name) ?? value]),
  );
  const { value, masks, notes } = itemJson(shown, keyOrder(table));
  const types = findDeclared(system.declaration.entities, item.entity ?? '')?.attributes;
  const comments = itemNotes({ attributes: shown, types, table, readAt });

  const offered = Object.keys(shown).flatMap((name) => {
    const mask = findDeclared(shown, name);
    if (mask === undefined || !('MASKED' in mask) || !mask.MASKED.revealable) return [];
    return [{ name, path: childPath('', name) }];
  });
  const revealable = new Map(
    offered.map(({ name, path }) => [path, asked.has(name) ? 'asked' : 'offered'] as const),
  );

  async function bring(path: string): Promise<void> {
    const attribute = offered.find((one) => one.path === path)?.name;
    if (attribute === undefined) return;
    setAsked((before) => new Set(before).add(attribute));
    const result = await reveal.run({ handle: item.handle, attribute });
    setAsked((before) => new Set([...before].filter((name) => name !== attribute)));
    if (result.ok) setRevealed((before) => new Map(before).set(attribute, result.value.value));
  }

  return (
    <div className={styles.body}>
      <ItemState item={item} />
      <KeyLegend table={table} />
      <JsonView
        label="Item as JSON"
        value={value}
        keyRoles={Object.fromEntries(attributeRoles(table))}
        masked={new Map([...masks].map(([path, mask]) => [path, maskWords(mask)]))}
        annotate={(path) => comments.get(path) ?? notes.get(path)}
        revealable={revealable}
        onReveal={(path) => void bring(path)}
      />
      {offered.length === 0 ? null : (
        <p className={styles.explain}>
          Revealing reads one value again, for you, and is written to the audit trail.
        </p>
      )}
      <HowFound {...props} />
    </div>
  );
}
