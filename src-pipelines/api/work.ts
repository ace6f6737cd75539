import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { keyOf, workIndexKeys } from '../extraction/keys.ts';
import { getBatch, getItem } from '../extraction/read-items.ts';
import { putNew } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type Plain, type PlainItem } from '../plain-items.ts';
import { nowBy, putActivity } from './activity.ts';
import {
  ApiProblem,
  commit,
  notFound,
  requireTenant,
  requireVersion,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type Body = z.output<(typeof operations)['workOnCause']['body']>;

type Attributes = Readonly<Record<string, Plain>>;

/**
 * Notes who works on a cause. It is a hint and no lock: every person who may call this may change it, on the version
 * that they have seen. Colleagues see the change as activity, also after the next one.
 */
export function workOnCause(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const { fingerprint = '' } = call.params;
      const key = keyOf.knownCause(fingerprint);
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await readAttributes(parts, key);
        if (before === undefined) throw notFound('cause');
        const version = Number(before['version'] ?? 0);
        requireVersion(call.ifMatch, { version }, { fingerprint, ...before });
        const { next, work, updatedAt } = change(parts, before, call);
        const answer = { status: 200, body: { cause: { fingerprint, ...next } } };
        const changes = [
          updateWork(parts, key, { version, updatedAt, work }),
          putActivity(parts, describeWork(parts, call, { operation: 'incidents.work', cause: fingerprint })),
        ];
        if ((await commit(parts, changes, call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this cause. Nothing was done; look again.');
    },
  };
}

/** Notes who works on a batch, in the same way. The batch's own item stays as it is. */
export function workOnBatch(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const { tenantId = '', projectId = '', batchId = '' } = call.params;
      const ids = { tenantId, projectId, batchId };
      requireTenant(call.caller, tenantId, 'batch');
      if ((await getBatch(parts, ids)) === undefined) throw notFound('batch');
      const key = keyOf.batchWork(tenantId, batchId);
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await readAttributes(parts, key);
        const version = Number(before?.['version'] ?? 0);
        requireVersion(call.ifMatch, { version }, { ...ids, version, ...before });
        const { next, work, updatedAt } = change(parts, before ?? {}, call);
        const answer = { status: 200, body: { work: { ...ids, ...next } } };
        const changes = [
          before === undefined
            ? putNew(parts, {
                ...key,
                ...workIndexKeys(tenantId, work.workedOnSince),
                createdAt: updatedAt,
                ...next,
              })
            : updateWork(parts, key, { version, updatedAt, work, listedIn: tenantId }),
          putActivity(parts, describeWork(parts, call, { operation: 'batches.work', ...ids })),
        ];
        if ((await commit(parts, changes, call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

async function readAttributes(parts: PipelineParts, key: PlainItem): Promise<Attributes | undefined> {
  const kept = await getItem(parts, key);
  if (kept === undefined) return undefined;
  const isKey = /^(?:PK|SK|GSI\dPK|GSI\dSK)$/;
  return Object.fromEntries(Object.entries(fromItem(kept)).filter(([name]) => !isKey.test(name)));
}

type Work = Readonly<Partial<Record<(typeof workAttributes)[number], string>>>;
const workAttributes = ['workedOnBy', 'workedOnSince', 'workNote'] as const;

interface Change {
  readonly next: Attributes & Work;
  readonly work: Work;
  readonly updatedAt: string;
}

function change(parts: PipelineParts, before: Attributes, call: OwnCall<Body>): Change {
  const { workedOnBy: _by, workedOnSince: _since, workNote: _note, ...rest } = before;
  const updatedAt = new Date(parts.now()).toISOString();
  const work = nextWork(parts, before, call);
  const version = Number(before['version'] ?? 0) + 1;
  return { next: { ...rest, version, updatedAt, ...work }, work, updatedAt };
}

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

function describeWork(
  parts: PipelineParts,
  { caller, body: { workedOnBy, note } }: OwnCall<Body>,
  about: Parameters<typeof nowBy>[2],
): Parameters<typeof putActivity>[1] {
  return nowBy(parts, caller, {
    ...about,
    facts: workedOnBy === null ? undefined : { to: workedOnBy },
    note,
  });
}

interface WorkToWrite {
  readonly version: number;
  readonly updatedAt: string;
  readonly work: Work;
  /** The tenant whose list of batches that people work on has it. */
  readonly listedIn?: string;
}

const workIndexNames = ['GSI1PK', 'GSI1SK'] as const;

/** The consumer of the stream changes other attributes of a cause, so only those about the work are written. */
function updateWork(
  parts: PipelineParts,
  key: PlainItem,
  { version, updatedAt, work, listedIn }: WorkToWrite,
): TransactWriteItem {
  const keys = listedIn === undefined ? {} : workIndexKeys(listedIn, work.workedOnSince);
  const written: Readonly<Record<string, string | undefined>> = { ...work, ...keys };
  const names = [...workAttributes, ...(listedIn === undefined ? [] : workIndexNames)];
  const kept = names.filter((name) => written[name] !== undefined);
  const removed = names.filter((name) => written[name] === undefined);
  const set = ['#version = :next', 'updatedAt = :at', ...kept.map((name) => `${name} = :${name}`)];
  const values = Object.fromEntries(kept.map((name) => [`:${name}`, written[name] ?? '']));
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
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
