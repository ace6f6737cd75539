import { itemBytes, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { refusalOf, type Target } from './aws-trouble.ts';
import type { ReadRequest } from './exact-answer.ts';
import { projectionOf, sdkKey } from './expressions.ts';
import { mostRefusals } from './patience.ts';
import type { Reads } from './reads.ts';
import type { Tally } from './tally.ts';

export interface KeysRead {
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
      ...projectionOf(attributes),
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
    ...projectionOf(attributes),
    ...(consistent && { ConsistentRead: true }),
  };
  return {
    operation: 'BatchGetItem',
    input: { RequestItems: Object.fromEntries([[target.table, asked]]), ReturnConsumedCapacity: 'INDEXES' },
  };
}

/** One item by its whole key. */
export async function getOne(
  read: KeysRead,
  key: Attributes,
  reads: Reads,
  tally: Tally,
): Promise<Result<Attributes | null>> {
  const sent = await reads.send(getRequest(read, key), read.target, tally);
  return sent.ok ? { ok: true, value: sent.value.items[0] ?? null } : sent;
}

/** DynamoDB takes no more of them at once. */
const mostKeys = 100;

/** An answer ends at 16 MB; one to which another item of 400 KB could not be added was not cut short by haste. */
const fullAnswer = 16 * 1_048_576 - 400 * 1_024;

function bytesOf(items: readonly Attributes[]): number {
  return items.reduce((sum, item) => sum + itemBytes(item), 0);
}

/** Many items by their whole keys, in no order. Each key may be in it once. */
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

/** DynamoDB may leave some keys for later: it is busy, or the answer would be larger than 16 MB. */
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
    const isFull = bytesOf(sent.value.items) > fullAnswer;
    if (!isFull) tally.slowed();
    fruitless = unprocessed.length < waiting.length ? 0 : fruitless + 1;
    waiting = unprocessed;
    if (!isFull) await reads.pause(fruitless + 1);
  }
  return refused(refusalOf({ kind: 'throttled', name: 'UnprocessedKeys' }, target, mostRefusals));
}
