import { createHash } from 'node:crypto';
import { GetItemCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts } from '../parts.ts';
import { keyOf } from '../extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { ApiProblem, KeyTaken, type ApiAnswer, type Caller, type OwnCall, type OwnHandler } from './call.ts';
import type { ReadRequest } from './read-request.ts';

type Given = ReadRequest & { readonly caller: Caller; readonly requestId: string };
type Answered = ApiAnswer & { readonly isReplayed: boolean };

/** A change with a key that was used before is not made again: its answer is told again. */
export async function answerOnce(
  parts: PipelineParts,
  name: OperationName,
  handler: OwnHandler,
  given: Given,
): Promise<Answered> {
  const { caller, params, body, idempotencyKey } = given;
  const operation: ApiOperation = operations[name];
  const known: KnownRequest = {
    sub: caller.sub,
    idempotencyKey,
    fingerprint: computeFingerprint(caller, name, params, body),
  };
  // The body is what the operation's schema has made of it, and the handler is that operation's.
  const own = handler as OwnHandler<unknown>;
  const callWith = (note: string | undefined): OwnCall => ({
    ...given,
    note,
    begins: (text) => rememberBeginning(parts, known, text),
    remembered: (answer) => rememberAnswer(parts, known, answer),
  });
  if (!operation.changes) return { ...(await own.run(callWith(undefined))), isReplayed: false };

  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const earlier = await findRemembered(parts, known);
    const call = callWith(earlier?.note);
    if (earlier) requireSame(known, earlier);
    if (earlier?.answer) return replayed(call, earlier.answer);
    try {
      return { ...(await own.run(call)), isReplayed: false };
    } catch (error) {
      // A twin of this request may have made the change that this one was refused for.
      const twin = await findRemembered(parts, known);
      if (twin?.answer && twin.fingerprint === known.fingerprint) return replayed(call, twin.answer);
      if (!(error instanceof KeyTaken)) throw error;
    }
    await parts.pause(attempt);
  }
  throw new ApiProblem(
    'try-again',
    'The same request is under way. Send it again with the same Idempotency-Key.',
  );

  async function replayed(call: OwnCall, kept: ApiAnswer): Promise<Answered> {
    return { ...((await own.tellAgain?.(call, kept)) ?? kept), isReplayed: true };
  }
}

const mostAttempts = 10;

function requireSame({ fingerprint }: KnownRequest, earlier: Remembered): void {
  if (earlier.fingerprint === fingerprint) return;
  throw new ApiProblem(
    'key-reused',
    'This Idempotency-Key was sent with another request in the last 24 hours. Nothing was done; use a new one.',
  );
}

/** A change, so that the same one is known again. */
interface KnownRequest {
  readonly sub: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

interface Remembered {
  readonly fingerprint: string;
  /** A long change writes this down when it begins; the change may not have finished. */
  readonly note: string | undefined;
  readonly answer: ApiAnswer | undefined;
}

/** The tenants are part of it, so that a caller who lost one does not get back an answer about it. */
function computeFingerprint(
  { tenants }: Caller,
  operation: string,
  params: Readonly<Record<string, string>>,
  body: unknown,
): string {
  const scope = tenants === '*' ? '*' : tenants.toSorted();
  return createHash('sha256')
    .update(JSON.stringify([operation, params, body, scope]))
    .digest('base64url');
}

async function findRemembered(
  parts: PipelineParts,
  { sub, idempotencyKey }: KnownRequest,
): Promise<Remembered | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.rememberedRequest(sub, idempotencyKey)),
      ConsistentRead: true,
    }),
  );
  const item = Item && fromItem(Item);
  // DynamoDB deletes what has run out some time later.
  if (!item || Number(item['ttl']) <= parts.now() / 1_000) return undefined;
  const { fingerprint, note, status, body } = item as Partial<Kept>;
  return {
    fingerprint: fingerprint ?? '',
    note,
    answer:
      status === undefined
        ? undefined
        : { status, body: JSON.parse(body ?? '{}') as Readonly<Record<string, unknown>> },
  };
}

/** A part of the transaction that makes the change. It holds where the key is new, or this request has begun with it. */
function rememberAnswer(
  parts: PipelineParts,
  request: KnownRequest,
  { status, body }: ApiAnswer,
): TransactWriteItem {
  const text = formatAnswer(body);
  // An answer too large for an item is built again from the stored state when the request is repeated.
  const fits = new TextEncoder().encode(text).length <= mostBytes;
  return remember(parts, request, { status, body: fits ? text : '{}' }, [
    '(fingerprint = :fingerprint AND attribute_not_exists(#status))',
  ]);
}

/** A part of a long change's first transaction; the same request, sent again, continues from it. */
function rememberBeginning(parts: PipelineParts, request: KnownRequest, note: string): TransactWriteItem {
  return remember(parts, request, { note }, []);
}

interface Kept {
  readonly fingerprint: string;
  readonly note: string;
  readonly status: number;
  readonly body: string;
}

const mostBytes = 350_000;

function remember(
  parts: PipelineParts,
  { sub, idempotencyKey, fingerprint }: KnownRequest,
  what: PlainItem,
  also: readonly string[],
): TransactWriteItem {
  const now = parts.now();
  const at = new Date(now).toISOString();
  const seconds = Math.floor(now / 1_000);
  return {
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem({
        ...keyOf.rememberedRequest(sub, idempotencyKey),
        version: 1,
        createdAt: at,
        updatedAt: at,
        ttl: seconds + idempotencyHours * 3_600,
        fingerprint,
        ...what,
      }),
      ConditionExpression: ['attribute_not_exists(PK)', '#ttl <= :now', ...also].join(' OR '),
      ExpressionAttributeNames: { '#ttl': 'ttl', ...(also.length > 0 && { '#status': 'status' }) },
      ExpressionAttributeValues: toItem({
        ':now': seconds,
        ...(also.length > 0 && { ':fingerprint': fingerprint }),
      }),
    },
  };
}

/** In JSON, where a set is a list. */
export function formatAnswer(value: object): string {
  return JSON.stringify(value, (_, inside: unknown) => (inside instanceof Set ? [...inside] : inside));
}
