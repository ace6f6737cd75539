import { createHash } from 'node:crypto';
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import { activityDaysKept } from '#shared/domain/activity-kinds.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { actionSchema, whyNotKept } from '#shared/pipeline-api/operation.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import type { Activity } from '../extraction/item-shapes.ts';
import { keyOf } from '../extraction/keys.ts';
import { getBatch, getDocument, getItem } from '../extraction/read-items.ts';
import {
  createHistoryEvent,
  putNew,
  toStoredActivity,
  toStoredBatchActivity,
  toStoredDocumentEvent,
} from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { ApiProblem, commit, KeyTaken, maySee, notFound, requireTenant } from './call.ts';
import type { Caller, OwnHandler } from './call.ts';

const day = 86_400_000;
/** The clocks of consoles differ. An action from later than this would stay on top of every list. */
const longestAhead = day;

/** It is only ever added: a condition keeps what was told first. */
export function putActivity(parts: PipelineParts, activity: Activity): TransactWriteItem {
  return putNew(parts, toStoredActivity(activity, new Date(parts.now()).toISOString()));
}

/** Lists an action by a job over many batches on one of them. */
export function putBatchActivity(parts: PipelineParts, activity: BatchActivity): TransactWriteItem {
  return putNew(parts, toStoredBatchActivity(activity, new Date(parts.now()).toISOString()));
}

type BatchActivity = Activity & { readonly tenantId: string; readonly batchId: string };

/** Describes what the caller does with this very call. */
export function nowBy(
  parts: PipelineParts,
  { sub }: Caller,
  activity: Omit<Activity, 'actionId' | 'at' | 'personId'>,
): Activity {
  const now = parts.now();
  return {
    actionId: ulidAt(now, () => parts.dice.unit()),
    at: new Date(now).toISOString(),
    personId: sub,
    outcome: 'ok',
    ...activity,
  };
}

type Note = z.output<(typeof operations)['addNote']['body']>;

export function addNote(parts: PipelineParts): OwnHandler<Note> {
  return {
    async run(call) {
      const { about, text } = call.body;
      await requireAbout(parts, call.caller, about);
      const { fingerprint: cause, ...ids } = { fingerprint: undefined, ...about };
      const activity = nowBy(parts, call.caller, { operation: 'activity.note', ...ids, cause, note: text });
      const answer = { status: 201, body: { note: activity } };
      const kept = [putActivity(parts, activity), ...describeInPassport(parts, call)];
      const done = await commit(parts, kept, call.remembered(answer));
      if (done === 'lost') throw new KeyTaken();
      return answer;
    },
  };
}

/** A note on a document stands in its passport, too, beside the notes of hand-overs. */
function describeInPassport(
  parts: PipelineParts,
  { caller, body: { about, text }, requestId }: Parameters<OwnHandler<Note>['run']>[0],
): TransactWriteItem[] {
  if (!('batchId' in about) || about.documentId === undefined) return [];
  const { tenantId, batchId, documentId } = about;
  const event = createHistoryEvent(parts, {
    what: 'commented',
    actor: caller.sub,
    batchId,
    requestId,
    reason: text,
  });
  return [putNew(parts, toStoredDocumentEvent(tenantId, documentId, event))];
}

async function requireAbout(parts: PipelineParts, caller: Caller, about: Note['about']): Promise<void> {
  if ('batchId' in about) {
    requireTenant(caller, about.tenantId, 'batch');
    if ((await getBatch(parts, about)) === undefined) throw notFound('batch');
    if (about.documentId === undefined) return;
    const document = await getDocument(parts, { ...about, documentId: about.documentId });
    if (document === undefined) throw notFound('document');
    return;
  }
  if (caller.tenants !== '*') {
    const detail = 'A cause is of all tenants that it hits, so this is for those who see all tenants.';
    throw new ApiProblem('all-tenants-required', `${detail} Nothing was done.`);
  }
  if ((await getItem(parts, keyOf.knownCause(about.fingerprint))) === undefined) throw notFound('cause');
}

type Action = z.output<typeof actionSchema>;

interface SortedActions {
  readonly keep: readonly Activity[];
  /** The same actions for each batch of a job over several, as far as the caller may see them. */
  readonly ofBatches: readonly BatchActivity[];
  readonly notKept: readonly { readonly sequence: number; readonly why: (typeof whyNotKept)[number] }[];
}

/**
 * Separates what is kept from what is not. The same entry of the same chain always gets the same key, so it is kept once
 * however often it is told.
 */
export function sortActions(
  parts: PipelineParts,
  caller: Caller,
  { chain, actions }: { readonly chain: string; readonly actions: readonly Action[] },
): SortedActions {
  const keep: Activity[] = [];
  const ofBatches: BatchActivity[] = [];
  const notKept: SortedActions['notKept'][number][] = [];
  const seen = new Set<number>();
  for (const action of actions) {
    const { sequence, operation, outcome, facts } = action;
    const why = whyNot(parts, caller, action);
    if (why !== undefined) notKept.push({ sequence, why });
    if (why !== undefined || seen.has(sequence)) continue;
    seen.add(sequence);
    const { fingerprint: cause, ...ids } = action.ids;
    const activity: Activity = {
      actionId: hashPlace(caller.sub, chain, sequence),
      at: new Date(action.at).toISOString(),
      personId: caller.sub,
      operation,
      outcome,
      ...ids,
      cause,
      facts,
      chain,
      sequence,
    };
    keep.push(activity);
    const visible = (action.batches ?? []).filter(({ tenantId }) => maySee(caller, tenantId));
    ofBatches.push(...uniqueBatches(visible).map((batch) => ({ ...activity, ...batch })));
  }
  return { keep, ofBatches, notKept };
}

/** A transaction takes an item once. */
function uniqueBatches(batches: NonNullable<Action['batches']>): NonNullable<Action['batches']> {
  return [...new Map(batches.map((batch) => [`${batch.tenantId}#${batch.batchId}`, batch])).values()];
}

function whyNot(
  parts: PipelineParts,
  caller: Caller,
  { at, ids }: Action,
): SortedActions['notKept'][number]['why'] | undefined {
  const time = Date.parse(at);
  if (ids.tenantId !== undefined && !maySee(caller, ids.tenantId)) return 'tenant-not-yours';
  if (time <= parts.now() - activityDaysKept * day) return 'too-old';
  return time > parts.now() + longestAhead ? 'in-the-future' : undefined;
}

function hashPlace(sub: string, chain: string, sequence: number): string {
  return createHash('sha256')
    .update(JSON.stringify([sub, chain, sequence]))
    .digest('hex')
    .slice(0, 26);
}
