import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { toItem, type PlainItem } from '../../plain-items.ts';

/**
 * One item for all attempts at the same thing: what the last one came to, and how many there were. What is undefined
 * is not true any more, and is taken off.
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
