import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { PipelineParts, StreamRecord } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { OthersWereQuicker, transact } from '../transact.ts';
import { getItem } from './read-items.ts';
import { putNew, putOver } from './stored-items.ts';

/** A batch or a workflow's counts, as these records name it. */
type Subject = string;

interface Outcome {
  /** The place of the first record that could not be kept, or the number of records. */
  readonly failedAt: number;
  readonly failed: Subject | undefined;
  readonly kept: readonly Subject[];
}

/**
 * Says how far the table was followed. The stream has several shards, which are followed beside each other: while one is
 * held up, the others go on. So what could not be kept is noted with its time, and the table counts as followed up to
 * the oldest of those.
 */
export async function recordProgress(
  parts: PipelineParts,
  records: readonly StreamRecord[],
  { failedAt, failed, kept }: Outcome,
): Promise<void> {
  const times = records.map(({ dynamodb }) => (dynamodb.ApproximateCreationDateTime ?? 0) * 1_000);
  const followed = times.slice(0, failedAt);
  const progress: Progress = {
    first: Math.min(...followed),
    last: followed.length === 0 ? 0 : Math.max(...followed),
    failed: failed === undefined ? undefined : { subject: toNote(failed), at: times[failedAt] ?? 0 },
    kept: kept.map(toNote),
  };
  if (progress.failed === undefined && (progress.last <= 0 || (await raise(parts, progress)))) return;
  try {
    await changeState(parts, (before) => nextState(before, progress, parts.now()));
  } catch (error) {
    // The records come again, and why they were not kept is more than this.
    if (progress.failed === undefined) throw error;
  }
}

/** It tells when the followed records were written, and notes what was kept and what was not. */
export interface Progress {
  readonly first: number;
  /** 0 if no record was followed. */
  readonly last: number;
  readonly failed: { readonly subject: string; readonly at: number } | undefined;
  readonly kept: readonly string[];
}

/** Returns false where something could not be kept before, so that more than the time may have to be written. */
async function raise(parts: PipelineParts, { first, last }: Progress): Promise<boolean> {
  try {
    await parts.clients.dynamodb.send(
      new UpdateItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem(stateKey),
        ConditionExpression: '(attribute_not_exists(upTo) OR upTo < :upTo) AND attribute_not_exists(behind)',
        UpdateExpression:
          'SET upTo = :upTo, updatedAt = :now, createdAt = if_not_exists(createdAt, :now), keptSince = if_not_exists(keptSince, :first) ADD version :one',
        ExpressionAttributeValues: toItem({
          ':upTo': toTime(last),
          ':first': toTime(first),
          ':now': toTime(parts.now()),
          ':one': 1,
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // Another consumer may only be further already.
    return error.Item?.['behind'] === undefined;
  }
}

async function changeState(
  parts: PipelineParts,
  change: (before: PlainItem | undefined) => PlainItem | undefined,
): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const item = await getItem(parts, stateKey);
    const before = item && fromItem(item);
    const next = change(before);
    if (next === undefined) return;
    const put = before ? putOver(parts, next, before) : putNew(parts, next);
    if ((await transact(parts, [put])) === 'done') return;
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`How far the table was followed was changed by others ${mostAttempts} times`);
}

const mostAttempts = 20;

/** Returns what is to be written, or undefined if that is written already. */
export function nextState(
  before: PlainItem | undefined,
  { first, last, failed, kept }: Progress,
  now: number,
): PlainItem | undefined {
  const earlier = readBehind(before?.['behind']);
  const behind = new Map([...earlier].filter(([subject]) => !kept.includes(subject)));
  if (failed !== undefined && !behind.has(failed.subject)) behind.set(failed.subject, toTime(failed.at));
  const [oldest] = [...behind.values()].toSorted();
  const known = typeof before?.['upTo'] === 'string' ? before['upTo'] : '';
  const reached = last <= 0 || (earlier.size === 0 && toTime(last) < known) ? known : toTime(last);
  const upTo = oldest ?? reached;
  const isSame = upTo === known && JSON.stringify([...behind]) === JSON.stringify([...earlier]);
  if (isSame || upTo === '') return undefined;
  const { behind: _, ...others } = before ?? {};
  return {
    keptSince: last > 0 ? toTime(first) : upTo,
    createdAt: toTime(now),
    ...others,
    ...stateKey,
    upTo,
    ...(behind.size > 0 && { behind: Object.fromEntries(behind) }),
    version: (typeof before?.['version'] === 'number' ? before['version'] : 0) + 1,
    updatedAt: toTime(now),
  };
}

function readBehind(value: unknown): ReadonlyMap<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The state is of all tenants, so it names none of them. */
function toNote(subject: Subject): string {
  return createHash('sha256').update(subject).digest('hex').slice(0, 16);
}

export const stateKey = { PK: 'ATTENTION', SK: 'STATE' } as const;

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
