import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { compareExact } from '#shared/domain/exact-number.ts';
import { type FilledKey, type Question, type SortWord } from './question.ts';
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
  /** Returns the item as the table has it now, null when it is gone, and undefined when it could not be read. */
  readonly look: (item: ChangedItem) => Promise<StoredItem | null | undefined>;
}

/** This is more than a screen shows; the other items wait for the next look and are marked as catching up. */
const mostLooks = 100;

interface Row {
  readonly item: StoredItem;
  /** This is the key value that decides its place in the index. */
  readonly place: AttributeValue | undefined;
}

/** Returns a page of an index as it will be once the index has caught up with the changes. */
export async function layOver(
  page: PageOfIndex,
  { changed, look, now }: Truth,
): Promise<readonly StoredItem[]> {
  const { question, binding, items, isFirst, isLast } = page;
  const changes = changed.inQuestionFor(question, binding);
  if (changes.length === 0) return items;
  const { table, schema } = question.located;
  const sortName = schema.sort?.name;
  const placeOf = ({ attributes }: StoredItem): AttributeValue | undefined =>
    sortName === undefined ? undefined : findDeclared(attributes, sortName);
  let rows: Row[] = items.map((item) => ({ item, place: placeOf(item) }));
  const isRow = (text: string) => (row: Row) => itemIdentity(table, row.item.key) === text;

  const inSight = new Set(items.map(({ key }) => itemIdentity(table, key)));
  const wanted = changes
    .map((one) => ({ one, isInSight: inSight.has(one.text) }))
    // Beyond the first page only the items on the page matter.
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
      question.cut(truth.attributes),
      now(),
    );
    if (row && sameAttributes(row.item.attributes, shown.attributes)) changed.agreed(question, binding, one);
    else if (row) rows[at] = { ...row, item: { ...shown, catchingUp: true } };
    else rows = inserted(rows, { item: { ...shown, catchingUp: true }, place: placeOf(truth) }, page);
  }
  return rows.map(({ item }) => item);
}

/** Inserts a row at its place, or leaves it out when its place is on a later page. */
function inserted(rows: readonly Row[], row: Row, { question, isLast }: PageOfIndex): Row[] {
  const { isBackwards } = question;
  const isBehind = ({ place }: Row): boolean => {
    if (place === undefined || row.place === undefined) return false;
    const order = compareKeys(place, row.place);
    return isBackwards ? order < 0 : order > 0;
  };
  const at = rows.findIndex(isBehind);
  if (at === -1) return isLast ? [...rows, row] : [...rows];
  return rows.toSpliced(at, 0, row);
}

/** This is an item that an action has changed, kept for as long as an index may still show its old state. */
interface ChangedItem {
  readonly key: Attributes;
  readonly text: string;
}

export interface ChangedItems {
  add(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
  /** Returns the items that a list may still show wrongly, the newest first. */
  inQuestionFor(question: Question, binding: string): readonly ChangedItem[];
  /**
   * Says whether an item of the question's table changed a moment ago, so that only a consistent read is sure to
   * have it.
   */
  changedJustNow(question: Question): boolean;
  /** Records that the index answers this question as the table would, so from now on it is trusted. */
  agreed(question: Question, binding: string, item: ChangedItem): void;
}

interface Entry extends ChangedItem {
  readonly entity: string | null;
  readonly until: number;
  /** These are the bindings of the questions for which the index has caught up; another index may still lag. */
  readonly agreed: Set<string>;
}

/** An index usually lags less than a second; a longer delay than this has another cause. */
const longestLag = 5 * 60_000;
const mostKept = 2_000;
/**
 * The effects of an action continue: the batch of a stopped execution fails a second or two later, and until then
 * index and table agree on a state that is about to be old.
 */
const longestEffect = 10_000;
/** A table's replicas usually agree within a second. */
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
        const id = buildItemId(system.id, tableKey, text);
        // The entry is reinserted at the end, because entries are ordered by the time they end.
        entries.delete(id);
        const entity = findEntity(system, tableKey, key);
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
            id === buildItemId(system.id, located.tableKey, text) &&
            (entity === null || returns.includes(entity)) &&
            !agreed.has(binding),
        )
        .map(([, entry]) => entry)
        .toReversed();
    },
    changedJustNow({ system, located }) {
      const table = buildItemId(system.id, located.tableKey, '');
      const since = now() + longestLag - longestDelay;
      return [...entries].some(([id, { until }]) => until > since && id.startsWith(table));
    },
    agreed({ system, located }, binding, item) {
      const entry = entries.get(buildItemId(system.id, located.tableKey, item.text));
      // The item may have changed again during the look, and the index has not confirmed that change.
      if (entry === item && entry.until <= now() + longestLag - longestEffect) entry.agreed.add(binding);
    },
  };
}

function buildItemId(system: string, table: string, key: string): string {
  return `${system}\n${table}\n${key}`;
}

/** Says whether DynamoDB would find an item by these conditions once its index has caught up. */
function isAskedFor({ partition, sort }: FilledKey, attributes: Attributes, sortName?: string): boolean {
  const owner = findDeclared(attributes, partition.name);
  if (owner === undefined || !isSame(owner, partition.value)) return false;
  // An item that lacks one of an index's keys is not in the index.
  if (sortName !== undefined && findDeclared(attributes, sortName) === undefined) return false;
  if (sort === null) return true;
  const value = findDeclared(attributes, sort.name);
  const [low, high] = sort.values;
  if (value === undefined || low === undefined || getAttributeType(value) !== getAttributeType(low))
    return false;
  return holds[sort.word](value, low, high);
}

/** Both values have the same type. */
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

/** Compares in DynamoDB's order: numbers by value, text by its UTF-8 bytes, bytes as they are. */
function compareKeys(one: AttributeValue, other: AttributeValue): number {
  if ('N' in one && 'N' in other) return compareExact(one.N, other.N);
  return Buffer.compare(encodeValue(one), encodeValue(other));
}

function isSame(one: AttributeValue, other: AttributeValue): boolean {
  return getAttributeType(one) === getAttributeType(other) && compareKeys(one, other) === 0;
}

function getAttributeType(value: AttributeValue): string {
  return Object.keys(value).join();
}

function encodeValue(value: AttributeValue): Buffer {
  if ('S' in value) return Buffer.from(value.S);
  return 'B' in value ? Buffer.from(value.B, 'base64') : Buffer.alloc(0);
}

/** Says whether two items are equal; neither attributes nor members of sets have an order. */
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
