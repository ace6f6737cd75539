import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, QueueFunction, QueueRecord } from '../parts.ts';
import { toItem, type PlainItem } from '../plain-items.ts';
import type { MessageFailure } from './item-shapes.ts';
import { toStoredFailure } from './stored-items.ts';
import { MessageProblem } from './message-problem.ts';

/** Handles each message alone: a failed one comes again, and its reason is stored under its id (decision 009). */
export function queueConsumer(
  parts: PipelineParts,
  stage: MessageFailure['stage'],
  use: (record: QueueRecord) => Promise<void>,
): QueueFunction {
  return async ({ Records }) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of Records) {
      try {
        await use(record);
      } catch (error) {
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await explain(parts, stage, record, error);
      }
    }
    return { batchItemFailures };
  };
}

async function explain(
  parts: PipelineParts,
  stage: MessageFailure['stage'],
  { messageId, eventSourceARN }: QueueRecord,
  error: unknown,
): Promise<void> {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const failure = toStoredFailure({
    messageId,
    queue: eventSourceARN.split(':').at(-1) ?? '',
    stage,
    code: name,
    message: message.slice(0, longestMessage),
    ...(error instanceof MessageProblem && error.subject),
    ttl: Math.floor(parts.now() / 1_000) + deadLetterDays * secondsADay,
    ...written,
  });
  try {
    await recordAttempt(parts, failure);
  } catch {
    // The table may be the very thing that fails. The message comes again all the same.
  }
}

const longestMessage = 1_000;
const secondsADay = 86_400;
/** `recordAttempt` sets these. */
const written = { version: 1, attempts: 1, createdAt: '', updatedAt: '' } as const;

/**
 * All attempts at the same thing share an item: it holds the last result and the number of attempts. Undefined values
 * are no longer true, and are removed.
 */
export async function recordAttempt(parts: PipelineParts, item: PlainItem): Promise<void> {
  const { PK, SK, version: _v, attempts: _a, createdAt: _c, updatedAt: _u, ...attributes } = item;
  const names = Object.keys(attributes);
  const sets: string[] = [];
  const removals: string[] = [];
  for (const [index, name] of names.entries()) {
    if (attributes[name] === undefined) removals.push(`#n${index}`);
    else sets.push(`#n${index} = :v${index}`);
  }
  const now = new Date(parts.now()).toISOString();
  await parts.clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem({ PK, SK }),
      UpdateExpression: [
        `SET ${['createdAt = if_not_exists(createdAt, :now)', 'updatedAt = :now', ...sets].join(', ')}`,
        ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
        'ADD version :one, attempts :one',
      ].join(' '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: toItem({
        ':now': now,
        ':one': 1,
        ...Object.fromEntries(names.map((name, index) => [`:v${index}`, attributes[name]])),
      }),
    }),
  );
}
