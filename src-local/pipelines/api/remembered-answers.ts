import { createHash } from 'node:crypto';
import { GetItemCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import { keyOf } from '../extraction/items/keys.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { answerText } from './answer-text.ts';
import type { ApiAnswer, Caller } from './call.ts';

/** A change, so that the same one is known again. */
export interface KnownRequest {
  readonly sub: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

export interface Remembered {
  readonly fingerprint: string;
  /** What a long change wrote down when it began; it may not have come to its end. */
  readonly note: string | undefined;
  readonly answer: ApiAnswer | undefined;
}

/** With the tenants: who has lost one must not get back what was said of it. */
export function fingerprintOf(
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

export async function findRemembered(
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
export function rememberAnswer(
  parts: PipelineParts,
  request: KnownRequest,
  { status, body }: ApiAnswer,
): TransactWriteItem {
  const text = answerText(body);
  // What does not fit into an item is told again from what it told of.
  const fits = new TextEncoder().encode(text).length <= mostBytes;
  return remember(parts, request, { status, body: fits ? text : '{}' }, [
    '(fingerprint = :fingerprint AND attribute_not_exists(#status))',
  ]);
}

/** A part of a long change's first transaction, so that who sends it again goes on with it. */
export function rememberBeginning(
  parts: PipelineParts,
  request: KnownRequest,
  note: string,
): TransactWriteItem {
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
