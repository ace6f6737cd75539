import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import { mostOutcomes } from '#shared/pipeline-api/activity-calls.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { keyOf } from '../extraction/keys.ts';
import { getItem } from '../extraction/read-items.ts';
import { putNew } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type Plain, type PlainItem } from '../plain-items.ts';
import { nowBy, putActivity } from './activity.ts';
import { ApiProblem, commit, requireVersion, type OwnHandler } from './call.ts';

type NoteBody = z.output<(typeof operations)['noteOnCause']['body']>;
type OutcomeBody = z.output<(typeof operations)['tellOutcome']['body']>;

/** Keeps what to do about a cause. What it said before stays in the activity of the cause. */
export function noteOnCause(parts: PipelineParts): OwnHandler<NoteBody> {
  return {
    async run(call) {
      const { fingerprint = '' } = call.params;
      const { note } = call.body;
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await readMemory(parts, fingerprint);
        const version = Number(before?.['version'] ?? 0);
        requireVersion(call.ifMatch, { version }, toMemory(fingerprint, before));
        const now = new Date(parts.now()).toISOString();
        const noted: PlainItem = {
          note: note ?? undefined,
          notedBy: call.caller.sub,
          notedAt: now,
        };
        const after = { ...before, version: version + 1, updatedAt: now, ...noted };
        const answer = { status: 200, body: { memory: toMemory(fingerprint, after) } };
        const change = writeMemory(parts, fingerprint, before, {
          expected: { version },
          set: { ...noted, version: version + 1, updatedAt: now },
        });
        const activity = nowBy(parts, call.caller, {
          operation: 'incidents.note',
          cause: fingerprint,
          note: note ?? undefined,
        });
        const done = await commit(parts, [change, putActivity(parts, activity)], call.remembered(answer));
        if (done === 'done') return answer;
      }
      throw tooBusy();
    },
  };
}

/** Keeps how an attempt went. The same job told again by the same person replaces what was told before. */
export function tellOutcome(parts: PipelineParts): OwnHandler<OutcomeBody> {
  return {
    async run(call) {
      const { fingerprint = '' } = call.params;
      const told = { ...call.body, by: call.caller.sub };
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await readMemory(parts, fingerprint);
        const outcomesVersion = Number(before?.['outcomesVersion'] ?? 0);
        const others = listOutcomes(before).filter(({ jobId, by }) => jobId !== told.jobId || by !== told.by);
        const outcomes: Plain[] = [told, ...others]
          .toSorted((one, other) => readTime(other) - readTime(one))
          .slice(0, mostOutcomes);
        const now = new Date(parts.now()).toISOString();
        const after = { version: 0, ...before, outcomes, updatedAt: now };
        const answer = { status: 201, body: { memory: toMemory(fingerprint, after) } };
        const change = writeMemory(parts, fingerprint, before, {
          expected: { outcomesVersion },
          set: { outcomes, outcomesVersion: outcomesVersion + 1, updatedAt: now },
        });
        if ((await commit(parts, [change], call.remembered(answer))) === 'done') return answer;
      }
      throw tooBusy();
    },
  };
}

const mostAttempts = 5;

function tooBusy(): ApiProblem {
  return new ApiProblem('try-again', 'Others keep changing this cause. Nothing was done; look again.');
}

async function readMemory(parts: PipelineParts, fingerprint: string): Promise<PlainItem | undefined> {
  const kept = await getItem(parts, keyOf.causeMemory(fingerprint));
  if (kept === undefined) return undefined;
  const { PK: _pk, SK: _sk, ...attributes } = fromItem(kept);
  return attributes;
}

type Outcome = Readonly<Record<string, Plain>>;

function listOutcomes(memory: PlainItem | undefined): readonly Outcome[] {
  const outcomes = memory?.['outcomes'];
  return Array.isArray(outcomes) ? (outcomes as readonly Outcome[]) : [];
}

function readTime({ at }: Outcome): number {
  return typeof at === 'string' ? Date.parse(at) : Number.NaN;
}

const ofTheItem: ReadonlySet<string> = new Set(['outcomesVersion', 'createdAt']);

/** Returns what the API says of a memory: not when it was made, nor how often its outcomes were written. */
function toMemory(fingerprint: string, memory: PlainItem | undefined): PlainItem {
  const given = Object.entries(memory ?? {}).filter(
    ([name, value]) => value !== undefined && !ofTheItem.has(name),
  );
  return { fingerprint, version: 0, ...Object.fromEntries(given) };
}

interface Change {
  /** The version that was read, of the note or of the outcomes. */
  readonly expected: Readonly<Record<string, number>>;
  /** An attribute that is undefined is removed. */
  readonly set: PlainItem;
}

/** The note and the outcomes have versions of their own, so that neither change is lost to the other. */
function writeMemory(
  parts: PipelineParts,
  fingerprint: string,
  before: PlainItem | undefined,
  { expected, set }: Change,
): TransactWriteItem {
  const key = keyOf.causeMemory(fingerprint);
  const entries = Object.entries(set);
  const kept = entries.filter(([, value]) => value !== undefined);
  if (before === undefined) {
    const now = new Date(parts.now()).toISOString();
    return putNew(parts, { ...key, version: 0, createdAt: now, ...Object.fromEntries(kept) });
  }
  const removed = entries.flatMap(([name, value]) => (value === undefined ? [name] : []));
  const [[name, version] = ['version', 0]] = Object.entries(expected);
  const names = [...new Set([name, ...entries.map(([one]) => one)])];
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      UpdateExpression: `SET ${kept.map(([one]) => `#${one} = :${one}`).join(', ')}${removed.length > 0 ? ` REMOVE ${removed.map((one) => `#${one}`).join(', ')}` : ''}`,
      ConditionExpression:
        version === 0 ? `attribute_not_exists(#${name}) OR #${name} = :expected` : `#${name} = :expected`,
      ExpressionAttributeNames: Object.fromEntries(names.map((one) => [`#${one}`, one])),
      ExpressionAttributeValues: toItem({
        ':expected': version,
        ...Object.fromEntries(kept.map(([one, value]) => [`:${one}`, value])),
      }),
    },
  };
}
