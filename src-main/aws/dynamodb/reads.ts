import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { itemBytes, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { toRefusal, type Target } from '../aws-trouble.ts';
import { mostRefusals, openPatience, type PatienceParts } from '../patience.ts';
import { layOver, type Truth } from './catching-up.ts';
import { parseAnswer, exactAnswer, type Answer, type ReadRequest } from './dynamodb-client.ts';
import { buildKeyCondition, buildProjection, sdkKey, type FilledKey, type Question } from './question.ts';
import {
  keyIdentity,
  storedItem,
  type PlaceInReading,
  type Readings,
  type StoredItem,
  type Tally,
} from './reading.ts';

interface ReadsParts extends PatienceParts {
  readonly client: DynamoDBClient;
}

/** Sends single requests, with retries. */
export interface Reads {
  send(request: ReadRequest, target: Target, tally: Tally): Promise<Result<Answer>>;
  pause(attempt: number): Promise<void>;
}

export function openReads({ client, ...parts }: ReadsParts): Reads {
  const patience = openPatience(parts);
  return {
    pause: (attempt) => patience.pause(attempt),
    async send(request, target, tally) {
      const tried = await patience.read(
        async (signal) => parseAnswer(await exactAnswer(client, request, signal)),
        () => tally.slowed(),
      );
      if (!tried.ok) return refused(toRefusal(tried.trouble, target, tried.attempts));
      tally.answered(tried.value.units);
      return { ok: true, value: tried.value };
    },
  };
}

interface QueryParts {
  readonly reads: Reads;
  readonly readings: Readings;
  readonly connectionId: string;
  readonly truth: Truth;
}

/** Empty pages are followed this far in one call; then the caller may continue or stop. */
const mostPages = 10;

export async function runQuery(
  question: Question,
  cursor: string | undefined,
  tally: Tally,
  { reads, readings, connectionId, truth }: QueryParts,
): Promise<Result<{ items: readonly StoredItem[]; cursor: string | null }>> {
  const { system, located, target } = question;
  const { tableKey, table } = located;
  const binding = buildCursorBinding(connectionId, question);
  const found = cursor === undefined ? undefined : readings.find(cursor, binding);
  if (found !== undefined && !found.ok) return found;
  const place = found?.value ?? readings.begin();

  const fresh: StoredItem[] = [];
  let startKey = place.startKey;
  for (let page = 0; page < mostPages; page += 1) {
    const sent = await reads.send(buildPageRequest(question, startKey), target, tally);
    if (!sent.ok) return sent;
    for (const attributes of sent.value.items) {
      const item = storedItem({ system, tableKey, table }, attributes, truth.now());
      if (place.seen.isNew(keyIdentity(item.key), place.page)) fresh.push(item);
    }
    startKey = sent.value.lastKey;
    if (fresh.length > 0 || startKey === undefined) break;
  }

  const items = await applyCatchUp(question, binding, place, fresh, startKey === undefined, truth);
  const next = startKey === undefined ? null : readings.cursorAfter(place, startKey, binding);
  return { ok: true, value: { items, cursor: next } };
}

/**
 * Corrects a page of an index with the table's present state. A table itself is read consistently after an action
 * and needs no correction.
 */
async function applyCatchUp(
  question: Question,
  binding: string,
  place: PlaceInReading,
  items: readonly StoredItem[],
  isLast: boolean,
  truth: Truth,
): Promise<readonly StoredItem[]> {
  if (question.located.indexName === null) return items;
  const laid = await layOver({ question, binding, items, isFirst: place.page === 0, isLast }, truth);
  // An inserted item must not appear again on the page where the index still has it.
  if (laid !== items) for (const { key } of laid) place.seen.isNew(keyIdentity(key), place.page);
  return laid;
}

function buildPageRequest(question: Question, startKey: Attributes | undefined): ReadRequest {
  const [key] = question.keys;
  return queryRequest({ ...question, key, backwards: question.isBackwards }, startKey);
}

interface QueryAsked extends Pick<Question, 'consistent' | 'pageSize' | 'attributes'> {
  readonly target: Pick<Question['target'], 'table' | 'index'>;
  readonly key: FilledKey;
  readonly backwards: boolean;
}

/** Builds every query of the console, including those of "Check connection". */
export function queryRequest(
  { key, target, consistent, pageSize, attributes, backwards }: QueryAsked,
  startKey?: Attributes,
): ReadRequest {
  const condition = buildKeyCondition(key);
  const projection = buildProjection(attributes);
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

/** Returns everything that a place in a list depends on. */
function buildCursorBinding(connectionId: string, { name, target, keys, asked }: Question): string {
  return JSON.stringify([connectionId, name, target.table, target.index, keys, asked.operation]);
}

interface KeysRead {
  readonly target: Target;
  readonly consistent: boolean;
  readonly attributes: readonly string[] | undefined;
}

type KeysAsked = Omit<KeysRead, 'target'> & { readonly target: Pick<Target, 'table'> };

export function getRequest({ target, consistent, attributes }: KeysAsked, key: Attributes): ReadRequest {
  return {
    operation: 'GetItem',
    input: {
      TableName: target.table,
      Key: sdkKey(key),
      ...buildProjection(attributes),
      ...(consistent && { ConsistentRead: true }),
      ReturnConsumedCapacity: 'INDEXES',
    },
  };
}

export function batchRequest(
  { target, consistent, attributes }: KeysAsked,
  keys: readonly Attributes[],
): ReadRequest {
  const asked = {
    Keys: keys.map(sdkKey),
    ...buildProjection(attributes),
    ...(consistent && { ConsistentRead: true }),
  };
  return {
    operation: 'BatchGetItem',
    input: { RequestItems: Object.fromEntries([[target.table, asked]]), ReturnConsumedCapacity: 'INDEXES' },
  };
}

/** Reads one item by its whole key. */
export async function getOne(
  read: KeysRead,
  key: Attributes,
  reads: Reads,
  tally: Tally,
): Promise<Result<Attributes | null>> {
  const sent = await reads.send(getRequest(read, key), read.target, tally);
  return sent.ok ? { ok: true, value: sent.value.items[0] ?? null } : sent;
}

/** DynamoDB accepts at most this many keys per request. */
const mostKeys = 100;

/**
 * An answer ends at 16 MB; above this size another item of 400 KB would not fit, so the rest was left out for its
 * size and not for throttling.
 */
const fullAnswer = 16 * 1_048_576 - 400 * 1_024;

function countBytes(items: readonly Attributes[]): number {
  return items.reduce((sum, item) => sum + itemBytes(item), 0);
}

/** Reads many items by their whole keys, in no particular order. Each key may appear only once. */
export async function getMany(
  read: KeysRead,
  keys: readonly Attributes[],
  reads: Reads,
  tally: Tally,
): Promise<Result<readonly Attributes[]>> {
  const chunks = Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, at) =>
    keys.slice(at * mostKeys, (at + 1) * mostKeys),
  );
  const answers = await Promise.all(chunks.map((chunk) => getChunk(read, chunk, reads, tally)));
  const items: Attributes[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    items.push(...answer.value);
  }
  return { ok: true, value: items };
}

/** Repeats the request for keys that DynamoDB left out, because it is busy or the answer would exceed 16 MB. */
async function getChunk(
  read: KeysRead,
  keys: readonly Attributes[],
  reads: Reads,
  tally: Tally,
): Promise<Result<readonly Attributes[]>> {
  const { target } = read;
  const items: Attributes[] = [];
  let waiting = keys;
  for (let fruitless = 0; fruitless < mostRefusals;) {
    const sent = await reads.send(batchRequest(read, waiting), target, tally);
    if (!sent.ok) return sent;
    const { unprocessed } = sent.value;
    items.push(...sent.value.items);
    if (unprocessed.length === 0) return { ok: true, value: items };
    const isFull = countBytes(sent.value.items) > fullAnswer;
    if (!isFull) tally.slowed();
    fruitless = unprocessed.length < waiting.length ? 0 : fruitless + 1;
    waiting = unprocessed;
    if (!isFull) await reads.pause(fruitless + 1);
  }
  return refused(toRefusal({ kind: 'throttled', name: 'UnprocessedKeys' }, target, mostRefusals));
}
