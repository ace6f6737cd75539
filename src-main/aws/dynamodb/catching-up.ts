import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { entityOf } from '#shared/catalogue/keys/key-places.ts';
import { compareExact } from '#shared/domain/exact-number.ts';
import { cutTo, type FilledKey, type Question, type SortWord } from './question.ts';
import { itemIdentity, storedItem, type StoredItem } from './reading.ts';

interface PageOfIndex {
  readonly question: Question;
  readonly binding: string;
  readonly items: readonly StoredItem[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface Truth {
  readonly changed: ChangedItems;
  readonly now: () => number;
  /** The item as the table has it now, null where it is gone, undefined where it could not be read. */
  readonly look: (item: ChangedItem) => Promise<StoredItem | null | undefined>;
}

/** More than anybody has on a screen; the others wait for the next look, and say so where they are listed. */
const mostLooks = 100;

interface Row {
  readonly item: StoredItem;
  /** By what the index has it in its place. */
  readonly place: AttributeValue | undefined;
}

/** A page of an index as it will be once the index has caught up with what was changed. */
export async function layOver(
  page: PageOfIndex,
  { changed, look, now }: Truth,
): Promise<readonly StoredItem[]> {
  const { question, binding, items, isFirst, isLast } = page;
  const { table, schema } = question.located;
  const sortName = schema.sort?.name;
  const placeOf = ({ attributes }: StoredItem): AttributeValue | undefined =>
    sortName === undefined ? undefined : findDeclared(attributes, sortName);
  let rows: Row[] = items.map((item) => ({ item, place: placeOf(item) }));
  const isRow = (text: string) => (row: Row) => itemIdentity(table, row.item.key) === text;

  const inSight = new Set(items.map(({ key }) => itemIdentity(table, key)));
  const wanted = changed
    .inQuestionFor(question, binding)
    .map((one) => ({ one, isInSight: inSight.has(one.text) }))
    // Away from the first page only what is in sight matters.
    .filter(({ isInSight }) => isFirst || isInSight)
    .toSorted((a, b) => Number(b.isInSight) - Number(a.isInSight))
    .filter(({ isInSight }, nth) => isInSight || nth < mostLooks);
  const truths = await Promise.all(
    wanted.map(async ({ one }, nth) => ({ one, truth: nth < mostLooks ? await look(one) : undefined })),
  );

  for (const { one, truth } of truths) {
    const at = rows.findIndex(isRow(one.text));
    const row = rows[at];
    if (truth === undefined) {
      if (row) rows[at] = { ...row, item: { ...row.item, catchingUp: true } };
      continue;
    }
    const belongs = truth !== null && isAskedFor(question.keys[0], truth.attributes, sortName);
    if (!belongs) {
      rows = rows.filter((each) => each !== row);
      if (row === undefined && isFirst && isLast) changed.agreed(question, binding, one);
      continue;
    }
    const shown = storedItem(
      { system: question.system, tableKey: question.located.tableKey, table },
      cutTo(question.located, truth.attributes),
      now(),
    );
    if (row && sameAttributes(row.item.attributes, shown.attributes)) changed.agreed(question, binding, one);
    else if (row) rows[at] = { ...row, item: { ...shown, catchingUp: true } };
    else rows = inserted(rows, { item: { ...shown, catchingUp: true }, place: placeOf(truth) }, page);
  }
  return rows.map(({ item }) => item);
}

/** At its place among the others, or not at all where its place is on a later page. */
function inserted(rows: readonly Row[], row: Row, { question, isLast }: PageOfIndex): Row[] {
  const isBackwards = readsBackwards(question);
  const isBehind = ({ place }: Row): boolean => {
    if (place === undefined || row.place === undefined) return false;
    const order = compareKeys(place, row.place);
    return isBackwards ? order < 0 : order > 0;
  };
  const at = rows.findIndex(isBehind);
  if (at === -1) return isLast ? [...rows, row] : [...rows];
  return rows.toSpliced(at, 0, row);
}

export function readsBackwards({ located }: Question): boolean {
  const { order } = located.pattern;
  return order === 'newest first' || order === 'last to first';
}

/** An item that an action has changed, for as long as an index may still say otherwise. */
interface ChangedItem {
  readonly key: Attributes;
  readonly text: string;
}

export interface ChangedItems {
  add(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
  /** Those that a list may still have wrong, the newest first. */
  inQuestionFor(question: Question, binding: string): readonly ChangedItem[];
  /** Something in the question's table changed a moment ago, and only a consistent read is sure to have it. */
  changedJustNow(question: Question): boolean;
  /** The index answers this question as the table would: from now on it is believed. */
  agreed(question: Question, binding: string, item: ChangedItem): void;
}

interface Entry extends ChangedItem {
  readonly entity: string | null;
  readonly until: number;
  /** Bindings of the questions for which the index has caught up; another may still lag. */
  readonly agreed: Set<string>;
}

/** An index is behind for less than a second as a rule; what takes longer than this is trouble of another kind. */
const longestLag = 5 * 60_000;
const mostKept = 2_000;
/**
 * An action goes on having effects: a stopped execution's batch has failed a second or two later, and until then index
 * and table agree on what is about to be old.
 */
const longestEffect = 10_000;
/** A table's own copies agree within a second as a rule. */
const longestDelay = 5_000;

export function changedItems(now: () => number): ChangedItems {
  const entries = new Map<string, Entry>();

  const forgetOld = (): void => {
    for (const [id, { until }] of entries) {
      if (until > now() && entries.size <= mostKept) break;
      entries.delete(id);
    }
  };

  return {
    add(system, items) {
      for (const { table: tableKey, key } of items) {
        const table = findDeclared(system.tables, tableKey);
        if (table === undefined) throw new Error(`The system "${system.id}" has no table "${tableKey}".`);
        const text = itemIdentity(table, key);
        const id = idOf(system.id, tableKey, text);
        // To the end of the line: entries are in the order in which they end.
        entries.delete(id);
        const entity = entityOf(system, tableKey, key);
        entries.set(id, { key, text, entity, until: now() + longestLag, agreed: new Set() });
      }
      forgetOld();
    },
    inQuestionFor({ system, located }, binding) {
      forgetOld();
      const { returns } = located.pattern;
      return [...entries]
        .filter(
          ([id, { text, entity, agreed }]) =>
            id === idOf(system.id, located.tableKey, text) &&
            (entity === null || returns.includes(entity)) &&
            !agreed.has(binding),
        )
        .map(([, entry]) => entry)
        .toReversed();
    },
    changedJustNow({ system, located }) {
      const table = idOf(system.id, located.tableKey, '');
      const since = now() + longestLag - longestDelay;
      return [...entries].some(([id, { until }]) => until > since && id.startsWith(table));
    },
    agreed({ system, located }, binding, item) {
      const entry = entries.get(idOf(system.id, located.tableKey, item.text));
      // It may have changed again while it was looked at, and of that the index has not said anything.
      if (entry === item && entry.until <= now() + longestLag - longestEffect) entry.agreed.add(binding);
    },
  };
}

function idOf(system: string, table: string, key: string): string {
  return `${system}\n${table}\n${key}`;
}

/** Whether DynamoDB would find an item by these conditions once its index has caught up. */
function isAskedFor({ partition, sort }: FilledKey, attributes: Attributes, sortName?: string): boolean {
  const owner = findDeclared(attributes, partition.name);
  if (owner === undefined || !isSame(owner, partition.value)) return false;
  // An item that lacks one of an index's keys is not in the index.
  if (sortName !== undefined && findDeclared(attributes, sortName) === undefined) return false;
  if (sort === null) return true;
  const value = findDeclared(attributes, sort.name);
  const [low, high] = sort.values;
  if (value === undefined || low === undefined || typeOf(value) !== typeOf(low)) return false;
  return holds[sort.word](value, low, high);
}

/** Of values of one type. */
const holds: Readonly<
  Record<SortWord, (value: AttributeValue, low: AttributeValue, high?: AttributeValue) => boolean>
> = {
  equals: (value, to) => compareKeys(value, to) === 0,
  beginsWith: (value, start) => 'S' in value && 'S' in start && value.S.startsWith(start.S),
  between: (value, low, high = low) => compareKeys(value, low) >= 0 && compareKeys(value, high) <= 0,
  before: (value, end) => compareKeys(value, end) < 0,
  upTo: (value, end) => compareKeys(value, end) <= 0,
  after: (value, start) => compareKeys(value, start) > 0,
  from: (value, start) => compareKeys(value, start) >= 0,
};

/** DynamoDB's order: numbers by value, text by its UTF-8 bytes, bytes as they are. */
function compareKeys(one: AttributeValue, other: AttributeValue): number {
  if ('N' in one && 'N' in other) return compareExact(one.N, other.N);
  return Buffer.compare(bytesOf(one), bytesOf(other));
}

function isSame(one: AttributeValue, other: AttributeValue): boolean {
  return typeOf(one) === typeOf(other) && compareKeys(one, other) === 0;
}

function typeOf(value: AttributeValue): string {
  return Object.keys(value).join();
}

function bytesOf(value: AttributeValue): Buffer {
  if ('S' in value) return Buffer.from(value.S);
  return 'B' in value ? Buffer.from(value.B, 'base64') : Buffer.alloc(0);
}

/** Whether two items hold the same; neither attributes nor members of sets have an order. */
export function sameAttributes(one: Attributes, other: Attributes): boolean {
  return written(one) === written(other);
}

function written(attributes: Attributes): string {
  const entries = Object.entries(attributes).map(
    ([name, value]) => `${JSON.stringify(name)}:${writtenValue(value)}`,
  );
  return `{${entries.toSorted().join()}}`;
}

function writtenValue(value: AttributeValue): string {
  if ('M' in value) return `M${written(value.M)}`;
  if ('L' in value) return `L[${value.L.map(writtenValue).join()}]`;
  for (const set of ['SS', 'NS', 'BS'] as const) {
    const members = (value as Partial<Record<typeof set, readonly string[]>>)[set];
    if (members !== undefined) return `${set}${JSON.stringify(members.toSorted())}`;
  }
  return JSON.stringify(value);
}
