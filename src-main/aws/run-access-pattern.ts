import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ChangedItems } from './changed-items.ts';
import { wholeKey } from './fill-question.ts';
import { questionOf, type Question } from './question.ts';
import type { ReadAgainParts } from './read-again.ts';
import type { AskedPattern, PageRead, ReadOptions, StoredItem } from './reading.ts';
import type { Readings } from './readings.ts';
import { getMany, getOne } from './run-gets.ts';
import { runQuery } from './run-query.ts';
import { itemIdentity, storedItem } from './stored-item.ts';
import { openTally, type Tally } from './tally.ts';

export interface PatternParts extends ReadAgainParts {
  readonly connectionId: string;
  readonly readings: Readings;
  readonly changed: ChangedItems;
}

type Found = Pick<PageRead, 'items' | 'cursor' | 'absent'>;

/** From a question to its answer and what it cost: one of three requests, as often as it takes. */
export async function runAccessPattern(
  asked: AskedPattern,
  options: ReadOptions,
  parts: PatternParts,
): Promise<Result<PageRead>> {
  const understood = questionOf(asked, parts.tableNames(asked.system), options);
  if (!understood.ok) return understood;
  const question = surelyFresh(understood.value, parts.changed);
  const tally = openTally(parts);
  const found =
    question.located.operation === 'Query'
      ? await list(question, options, tally, parts)
      : await byKeys(question, tally, parts);
  const of = { pattern: question.name, index: question.target.index };
  if (!found.ok) return { ...found, ...tally.paid(of) };
  const receipt = tally.receipt(of, found.value.items);
  const page = { ...found.value, asked: question.asked, throttled: tally.throttled(), receipt };
  return { ok: true, value: page, receipt };
}

/** An index cannot be read consistently, so lists of one are laid over with what the table says. */
function surelyFresh(question: Question, changed: ChangedItems): Question {
  const isNeeded = question.target.index === null && changed.changedJustNow(question);
  return isNeeded ? { ...question, consistent: true } : question;
}

function list(
  question: Question,
  { cursor, places }: ReadOptions,
  tally: Tally,
  { reads, readings, connectionId, changed, now }: PatternParts,
): Promise<Result<Found>> {
  const { system, located, target } = question;
  const { tableKey, table } = located;
  const truth = {
    changed,
    now,
    async look({ key }: { readonly key: Attributes }): Promise<StoredItem | null | undefined> {
      const onTable = { operation: 'GetItem', table: target.table, index: null } as const;
      const read = { target: onTable, consistent: true, attributes: undefined };
      const got = await getOne(read, key, reads, tally.aside());
      if (!got.ok) return undefined;
      return got.value && storedItem({ system, tableKey, table }, got.value, now());
    },
  };
  return runQuery(question, cursor, tally, { reads, readings: places ?? readings, connectionId, truth });
}

/** In the order asked; a key that is asked for twice is read and given once. */
async function byKeys(
  question: Question,
  tally: Tally,
  { reads, now }: PatternParts,
): Promise<Result<Found>> {
  const { system, located, keys } = question;
  const { tableKey, table } = located;
  const asked = keys.map(wholeKey);
  const texts = asked.map((key) => itemIdentity(table, key));
  const unique = [...new Map(asked.map((key, at) => [texts[at], key])).values()];
  const answer = await (located.operation === 'GetItem' ? getEach : getMany)(question, unique, reads, tally);
  if (!answer.ok) return answer;
  const found = new Map(answer.value.map((attributes) => [itemIdentity(table, attributes), attributes]));
  const items = [...new Set(texts)].flatMap((text) => {
    const attributes = found.get(text);
    return attributes === undefined ? [] : [storedItem({ system, tableKey, table }, attributes, now())];
  });
  const absent = texts.flatMap((text, at) => (found.has(text) ? [] : [at]));
  return { ok: true, value: { items, cursor: null, absent } };
}

/** A question for one item has one key. */
const getEach: typeof getMany = async (read, [key = {}], reads, tally) => {
  const got = await getOne(read, key, reads, tally);
  if (!got.ok) return got;
  return { ok: true, value: got.value === null ? [] : [got.value] };
};
