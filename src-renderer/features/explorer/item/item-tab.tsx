import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { childPath } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import inline from '#renderer/ui/inline.module.css';
import { keyRoleClass } from '#renderer/ui/key-role.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import {
  findDeclared,
  type AttributeDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import {
  keyText,
  plainText,
  type Attributes,
  type AttributeValue,
} from '#shared/catalogue/items/attribute-value.ts';
import { parseTemplate } from '#shared/catalogue/keys/key-template.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { parseTime } from '../answer/result-columns.ts';
import { mapAttributeRoles, IndexBadge, listKeyGroups, listKeysInOrder } from '../key-roles.tsx';
import { HowFound } from './how-found.tsx';
import { toItemJson, describeMask, type ItemPaneProps } from './item-json.ts';
import { messages } from '../messages.ts';
import styles from '../explorer.module.css';

/** Shows the item as JSON with its keys in the colours of their indexes. */
export function ItemTab(props: ItemPaneProps) {
  const { system, located, item, readAt } = props;
  const { table } = located;
  const [revealed, setRevealed] = useState<ReadonlyMap<string, AttributeValue>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const reveal = useCommand('explorer.reveal');

  const shown: Attributes = Object.fromEntries(
    Object.entries(item.attributes).map(([name, value]) => [name, revealed.get(name) ?? value]),
  );
  const { value, masks, notes } = toItemJson(shown, listKeysInOrder(table));
  const types = findDeclared(system.declaration.entities, item.entity ?? '')?.attributes;
  const comments = listItemNotes({ attributes: shown, types, table, readAt });

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
    <div className={styles.itemPaneBody}>
      <ItemState item={item} />
      <KeyLegend table={table} />
      <JsonView
        label={messages.item.json}
        value={value}
        keyRoles={Object.fromEntries(mapAttributeRoles(table))}
        masked={new Map([...masks].map(([path, mask]) => [path, describeMask(mask)]))}
        annotate={(path) => comments.get(path) ?? notes.get(path)}
        revealable={revealable}
        onReveal={(path) => void bring(path)}
      />
      {offered.length === 0 ? null : <p className={styles.explain}>{messages.item.revealing}</p>}
      <HowFound {...props} />
    </div>
  );
}

/** Facts about an item that are not among its attributes. */
function ItemState({ item: { expired, catchingUp } }: { readonly item: ReadItem }) {
  return (
    <>
      {expired ? (
        <Note tone="warn">
          <b>{messages.item.expiredTitle}</b> {messages.item.expiredWhy}
        </Note>
      ) : null}
      {catchingUp ? (
        <Note tone="warn">
          <b>{messages.item.catchingUp}</b> {messages.item.catchingUpWhy}
        </Note>
      ) : null}
    </>
  );
}

interface ItemNotesInput {
  readonly attributes: Attributes;
  readonly types: Readonly<Record<string, AttributeDeclaration>> | undefined;
  readonly table: TableDeclaration;
  readonly readAt: number;
}

/** Returns notes on numeric times: the date, and the meaning of a time to live. */
export function listItemNotes({
  attributes,
  types,
  table,
  readAt,
}: ItemNotesInput): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (!('N' in value)) continue;
    const path = childPath('', name);
    if (name === table.timeToLive) {
      notes.set(path, describeTimeToLive(Number(value.N), readAt));
      continue;
    }
    const at = parseTime(findDeclared(types, name), value);
    if (at !== undefined) notes.set(path, `${formatMinute(at)} UTC`);
  }
  return notes;
}

const fiveYearsMs = 5 * 365.25 * 86_400_000;

/**
 * DynamoDB reads the number as seconds. Milliseconds would mean a day in the far future, so the item would
 * never be deleted.
 */
function describeTimeToLive(seconds: number, readAt: number): string {
  const at = seconds * 1_000;
  if (!Number.isFinite(at)) return messages.item.notATime;
  if (at > readAt + fiveYearsMs) {
    const asMs = seconds <= readAt + fiveYearsMs ? `, ${formatDay(seconds)} if it is milliseconds` : '';
    return `a defect: more than five years ahead${asMs}`;
  }
  return at <= readAt ? `${formatDay(at)}, expired` : formatDay(at);
}

function formatDay(at: number): string {
  return day.format(at);
}

function formatMinute(at: number): string {
  return minute.format(at);
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Explains the colours; the key names are in the item beside it. */
function KeyLegend({ table }: { readonly table: TableDeclaration }) {
  const entries = listKeyGroups(table).flatMap(({ index, role }) =>
    index === null
      ? [{ name: 'PK', role }, ...(table.sort === undefined ? [] : [{ name: 'SK', role: 'sk' as const }])]
      : [{ name: index, role }],
  );
  return (
    <ul className={classNames(inline.legend, styles.itemPaneLegend)} aria-label={messages.item.colours}>
      {entries.map(({ name, role }) => (
        <li key={name}>
          <span className={classNames(styles.swatch, keyRoleClass(role))} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Shows the template of each key attribute and the values that it contains. */
export function ItemKeys({ system, located, item }: ItemPaneProps) {
  const { table } = located;
  const entity = findDeclared(system.declaration.entities, item.entity ?? '');
  /**
   * An index that does not apply to this kind of item, and does not contain this one, needs no explanation.
   */
  const names = (partition: string, sort: string | undefined) =>
    [partition, ...(sort === undefined ? [] : [sort])].filter(
      (name) =>
        findDeclared(entity?.keys, name) !== undefined || findDeclared(item.attributes, name) !== undefined,
    );
  return (
    <div className={styles.itemPaneBody}>
      {entity?.about === undefined ? null : <p className={styles.about}>{entity.about}</p>}
      {listKeyGroups(table).map(({ index, partition, sort }) => (
        <section key={index ?? ''} className={styles.group} aria-label={index ?? messages.item.tableKey}>
          <h3 className={styles.groupTitle}>
            <IndexBadge table={table} index={index} text={index ?? (sort === undefined ? 'PK' : 'PK + SK')} />
          </h3>
          {names(partition, sort).length === 0 ? (
            <span className={styles.quiet}>{messages.item.noKeysWritten}</span>
          ) : null}
          {names(partition, sort).map((name) => {
            const template = findDeclared(entity?.keys, name);
            const value = findDeclared(item.attributes, name);
            const text = keyText(item.attributes, name);
            const parts =
              template === undefined || text === undefined ? undefined : parseTemplate(template, text);
            return (
              <div key={name} className={styles.keyAttribute}>
                <div className={styles.itemPaneKeyName}>{name}</div>
                <code className={styles.template}>{template ?? messages.item.noTemplate}</code>
                <code className={styles.keyValue}>
                  {value === undefined ? messages.item.notWritten : plainText(value)}
                </code>
                {parts === undefined || Object.keys(parts).length === 0 ? null : (
                  <KeyValueList
                    size="small"
                    items={Object.entries(parts).map(([label, part]) => ({
                      label,
                      value: part,
                      mono: true,
                      copy: part,
                    }))}
                  />
                )}
                {text !== undefined && template !== undefined && parts === undefined ? (
                  <span className={styles.quiet}>{messages.item.noTemplateMatch}</span>
                ) : null}
              </div>
            );
          })}
        </section>
      ))}
    </div>
  );
}
