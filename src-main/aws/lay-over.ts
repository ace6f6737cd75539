import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { ChangedItem, ChangedItems } from './changed-items.ts';
import { compareKeys, isAskedFor } from './key-match.ts';
import type { Question } from './question.ts';
import type { StoredItem } from './reading.ts';
import { sameAttributes } from './same-attributes.ts';
import { cutTo } from './shown-attributes.ts';
import { itemIdentity, storedItem } from './stored-item.ts';

export interface PageOfIndex {
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
