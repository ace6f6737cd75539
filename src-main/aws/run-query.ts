import type { Result } from '#shared/contract/result.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { ReadRequest } from './exact-answer.ts';
import { keyConditionOf, projectionOf, sdkKey } from './expressions.ts';
import type { FilledKey } from './fill-question.ts';
import { layOver, readsBackwards, type Truth } from './lay-over.ts';
import type { Question } from './question.ts';
import type { StoredItem } from './reading.ts';
import type { PlaceInReading, Readings } from './readings.ts';
import type { Reads } from './reads.ts';
import { itemIdentity, storedItem } from './stored-item.ts';
import type { Tally } from './tally.ts';

export interface QueryParts {
  readonly reads: Reads;
  readonly readings: Readings;
  readonly connectionId: string;
  readonly truth: Truth;
}

/** Empty pages are followed this far in one call; then whoever asked may go on, or stop. */
const mostPages = 10;

export async function runQuery(
  question: Question,
  cursor: string | undefined,
  tally: Tally,
  { reads, readings, connectionId, truth }: QueryParts,
): Promise<Result<{ items: readonly StoredItem[]; cursor: string | null }>> {
  const { system, located, target } = question;
  const { tableKey, table } = located;
  const binding = bindingOf(connectionId, question);
  const found = cursor === undefined ? undefined : readings.find(cursor, binding);
  if (found !== undefined && !found.ok) return found;
  const place = found?.value ?? readings.begin();

  const fresh: StoredItem[] = [];
  let startKey = place.startKey;
  for (let page = 0; page < mostPages; page += 1) {
    const sent = await reads.send(requestOf(question, startKey), target, tally);
    if (!sent.ok) return sent;
    for (const attributes of sent.value.items) {
      if (!place.seen.isNew(itemIdentity(table, attributes), place.page)) continue;
      fresh.push(storedItem({ system, tableKey, table }, attributes, truth.now()));
    }
    startKey = sent.value.lastKey;
    if (fresh.length > 0 || startKey === undefined) break;
  }

  const items = await laidOver(question, binding, place, fresh, startKey === undefined, truth);
  const next = startKey === undefined ? null : readings.cursorAfter(place, startKey, binding);
  return { ok: true, value: { items, cursor: next } };
}

/** The table itself is read consistently after an action. */
async function laidOver(
  question: Question,
  binding: string,
  place: PlaceInReading,
  items: readonly StoredItem[],
  isLast: boolean,
  truth: Truth,
): Promise<readonly StoredItem[]> {
  const { table, indexName } = question.located;
  if (indexName === null) return items;
  const laid = await layOver({ question, binding, items, isFirst: place.page === 0, isLast }, truth);
  // What was put in is not to come again where the index still has it.
  for (const { key } of laid) place.seen.isNew(itemIdentity(table, key), place.page);
  return laid;
}

function requestOf(question: Question, startKey: Attributes | undefined): ReadRequest {
  const [key] = question.keys;
  return queryRequest({ ...question, key, backwards: readsBackwards(question) }, startKey);
}

interface QueryAsked extends Pick<Question, 'consistent' | 'pageSize' | 'attributes'> {
  readonly target: Pick<Question['target'], 'table' | 'index'>;
  readonly key: FilledKey;
  readonly backwards: boolean;
}

/** Every query of the console is written here, those of "Check connection" too. */
export function queryRequest(
  { key, target, consistent, pageSize, attributes, backwards }: QueryAsked,
  startKey?: Attributes,
): ReadRequest {
  const condition = keyConditionOf(key);
  const projection = projectionOf(attributes);
  return {
    operation: 'Query',
    input: {
      TableName: target.table,
      ...(target.index !== null && { IndexName: target.index }),
      ...condition,
      ...projection,
      ExpressionAttributeNames: {
        ...condition.ExpressionAttributeNames,
        ...projection.ExpressionAttributeNames,
      },
      ...(backwards && { ScanIndexForward: false }),
      ...(consistent && { ConsistentRead: true }),
      ...(pageSize !== undefined && { Limit: pageSize }),
      ...(startKey !== undefined && { ExclusiveStartKey: sdkKey(startKey) }),
      ReturnConsumedCapacity: 'INDEXES',
    },
  };
}

/** All that a place in a list depends on. */
function bindingOf(connectionId: string, { name, target, keys, asked }: Question): string {
  return JSON.stringify([connectionId, name, target.table, target.index, keys, asked.operation]);
}
