import { GetItemCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { keyOf } from '../extraction/keys.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type Plain } from '../plain-items.ts';
import { ApiProblem, commit, notFound, requireVersion, type OwnCall, type OwnHandler } from './call.ts';

type Body = z.output<(typeof operations)['workOnCause']['body']>;

type Attributes = Readonly<Record<string, Plain>>;

/**
 * Notes who works on a cause. It is a hint and no lock: every person who may call this may change it, on the version
 * that they have seen.
 */
export function workOnCause(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const { fingerprint = '' } = call.params;
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await getCause(parts, fingerprint);
        if (before === undefined) throw notFound('cause');
        const version = Number(before['version'] ?? 0);
        requireVersion(call.ifMatch, { version }, { fingerprint, ...before });
        const work = nextWork(parts, before, call);
        const { workedOnBy: _by, workedOnSince: _since, workNote: _note, ...rest } = before;
        const updatedAt = new Date(parts.now()).toISOString();
        const next = { ...rest, version: version + 1, updatedAt, ...work };
        const answer = { status: 200, body: { cause: { fingerprint, ...next } } };
        const change = [changeCause(parts, { fingerprint, version, updatedAt, work })];
        if ((await commit(parts, change, call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this cause. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

async function getCause(parts: PipelineParts, fingerprint: string): Promise<Attributes | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.knownCause(fingerprint)),
      ConsistentRead: true,
    }),
  );
  if (Item === undefined) return undefined;
  const { PK: _1, SK: _2, ...attributes } = fromItem(Item);
  return attributes;
}

type Work = Readonly<Partial<Record<(typeof workAttributes)[number], string>>>;
const workAttributes = ['workedOnBy', 'workedOnSince', 'workNote'] as const;

/** The same person with another note has worked on it since the same time. */
function nextWork(
  parts: PipelineParts,
  before: Attributes,
  { body: { workedOnBy, note } }: OwnCall<Body>,
): Work {
  const workNote = note === undefined ? {} : { workNote: note };
  // A note that is left when the work is done tells the next person what was done.
  if (workedOnBy === null) return workNote;
  const since = before['workedOnSince'];
  const isSame = before['workedOnBy'] === workedOnBy && typeof since === 'string';
  return { workedOnBy, workedOnSince: isSame ? since : new Date(parts.now()).toISOString(), ...workNote };
}

/** The consumer of the stream changes other attributes of this item, so only those about the work are written. */
function changeCause(
  parts: PipelineParts,
  change: {
    readonly fingerprint: string;
    readonly version: number;
    readonly updatedAt: string;
    readonly work: Work;
  },
): TransactWriteItem {
  const { fingerprint, version, updatedAt, work } = change;
  const kept = workAttributes.filter((name) => work[name] !== undefined);
  const removed = workAttributes.filter((name) => work[name] === undefined);
  const set = ['#version = :next', 'updatedAt = :at', ...kept.map((name) => `${name} = :${name}`)];
  const values = Object.fromEntries(kept.map((name) => [`:${name}`, work[name] ?? '']));
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.knownCause(fingerprint)),
      UpdateExpression: `SET ${set.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ConditionExpression:
        version === 0
          ? 'attribute_exists(PK) AND (attribute_not_exists(#version) OR #version = :version)'
          : '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: toItem({
        ':version': version,
        ':next': version + 1,
        ':at': updatedAt,
        ...values,
      }),
    },
  };
}
