import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared, type TableDeclaration } from '#shared/catalogue/declaration.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';

/**
 * What to ask for where a pattern wants only some attributes: those, the keys, without which an item has no name,
 * and what says that it is past its time. Undefined: all.
 */
export function shownAttributes({
  pattern,
  table,
  schema,
  indexName,
}: Located): readonly string[] | undefined {
  if (pattern.attributes === undefined) return undefined;
  const { timeToLive } = table;
  // An index refuses to be asked for what it does not hold.
  const held = indexName === null ? undefined : heldBy(table, indexName);
  const hasTimeToLive = timeToLive !== undefined && (held === undefined || held.has(timeToLive));
  return [
    ...new Set([
      ...keyNames(table),
      ...keyNames(schema),
      ...(hasTimeToLive ? [timeToLive] : []),
      ...pattern.attributes,
    ]),
  ];
}

/** As much of a whole item as this question shows of it. */
export function cutTo(located: Located, attributes: Attributes): Attributes {
  const { table, indexName } = located;
  const shown = shownAttributes(located);
  const wanted = shown === undefined ? undefined : new Set(shown);
  const held = indexName === null ? undefined : heldBy(table, indexName);
  if (wanted === undefined && held === undefined) return attributes;
  const isShown = (name: string): boolean => (wanted?.has(name) ?? true) && (held?.has(name) ?? true);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isShown(name)));
}

/** What an index holds of an item; undefined where that is all of it. */
function heldBy(table: TableDeclaration, indexName: string): ReadonlySet<string> | undefined {
  const index = findDeclared(table.indexes, indexName);
  if (index === undefined || index.projection === 'ALL') return undefined;
  const included = index.projection === 'KEYS_ONLY' ? [] : index.projection;
  return new Set([...keyNames(table), ...keyNames(index), ...included]);
}
