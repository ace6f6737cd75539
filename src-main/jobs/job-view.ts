import { dirname } from 'node:path';
import {
  itemStates,
  type BatchReceipts,
  type ItemReceipt,
  type Job,
  type JobDetail,
} from '#shared/contract/jobs.ts';
import type { JobPace } from '#shared/contract/pace.ts';
import type { ManyBatches } from '#shared/contract/plans.ts';
import { mostBatchesNamed } from '#shared/domain/activity-kinds.ts';
import { brakeMeters } from '#shared/domain/job-brake.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import {
  findDownloadsPlace,
  isOfDownloads,
  isOfMessages,
  findTargetPlace,
  formatBeginning,
} from '#shared/domain/job-words.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import { planSends } from '#shared/domain/pace-rules.ts';
import { planningSecondsEach, secondsLeft } from '#shared/domain/pipeline-limits.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { getDiscardFile } from '../dead-letters/discard-through.ts';
import { readLaterReturns } from '../dead-letters/later-returns.ts';
import { undeletedNote } from '../dead-letters/open-ledgers.ts';
import type { Look } from './job-action.ts';
import { findConfirmation, noCounts, type ItemRecord, type JobRecord } from './job-record.ts';
import { toJobPace } from './pace-view.ts';
import { mostInCall } from './pace.ts';
import type { OpenJob } from './plans/other-jobs.ts';

/** Combines a job's journal with what this console knows in addition. */
export interface JobToShow {
  readonly record: JobRecord;
  readonly file: string;
  /** This is true while this console, or another one on the same home folder, works on it. */
  readonly isAtWork: boolean;
  readonly looks: ReadonlyMap<string, Look>;
  /** These are the conditions of its pace as they were last read. */
  readonly watched: JobPace['watched'];
  readonly now: number;
  /** Explains why the job does nothing at the moment although it runs. */
  readonly waitsFor: string | null;
  /** Explains why it stopped without a line in its journal. */
  readonly halted: string | null;
  /** Describes a fault in its journal. */
  readonly damage: string | null;
  /** Returns the present state of an item, shown beside its journaled note. */
  readonly beside?: ((id: string) => string | null) | undefined;
}

export function toJob(shown: JobToShow): Job {
  const { record, waitsFor } = shown;
  const { plan, items, calls, steps, counts, spent } = record;
  const state = getJobState(shown);
  const confirmation = findConfirmation(record);
  const isResting = state !== 'running' && counts.running === 0;
  return {
    jobId: plan.planId,
    kind: plan.kind,
    connection: plan.connection,
    tenantId: plan.tenantId,
    ...findTargetPlace(plan.target),
    ...findDownloadsPlace(plan.target),
    ...(plan.many !== undefined && { many: toMany(plan.many, record) }),
    fingerprint: 'fingerprint' in plan.target ? (plan.target.fingerprint ?? null) : null,
    by: record.by,
    reason: record.reason,
    hash: plan.hash,
    total: items.size,
    counts: countItems(shown),
    ...(record.failedDownloads > 0 && { failedDownloads: record.failedDownloads }),
    ...(counts.sending > 0 && !shown.isAtWork && { unanswered: counts.sending }),
    ...(confirmation !== undefined && { confirmation }),
    state,
    because: describeStop(shown, state) ?? waitsFor,
    step: { at: stepNow(record, calls.at(-1)?.step), of: steps.length },
    startedAt: record.startedAt,
    ...(record.beginsAt !== null && { beginsAt: record.beginsAt }),
    ...((record.held !== null || (record.waitsForQuiet && record.hasBegun)) &&
      state === 'running' && { isHeld: true as const }),
    ...(record.waitsForQuiet && record.pace.beginWhen && { beginsWhenQuiet: record.pace.beginWhen.alarm }),
    endedAt: record.endedAt ?? (isResting ? record.lastAt : null),
    secondsLeft: state === 'running' || counts.running > 0 ? jobSecondsLeft(record) : null,
    usd: spent === null ? null : decimalText(spent),
    estimatedUsd: plan.estimate.usd,
  };
}

/** Empty for a job that sends nothing more and waits for nothing. */
export function toOpenJob(shown: JobToShow): readonly OpenJob[] {
  const { plan, items: all } = shown.record;
  const items = [...all.values()].flatMap(({ id, state }) =>
    state === 'waiting' || state === 'sending' || state === 'running' ? [{ id, state }] : [],
  );
  return items.length === 0 ? [] : [{ job: toJob(shown), plan, items }];
}

/** The list is in the last line of every journal, which is read for the list of jobs. */
const mostTenantsListed = 200;

function toMany({ batches }: ManyBatches, { items }: Pick<JobRecord, 'items'>): NonNullable<Job['many']> {
  const places = new Set<number>();
  for (const { batch } of items.values()) {
    places.add(batch);
    if (places.size > mostBatchesNamed) break;
  }
  const listed = [...places].toSorted((a, b) => a - b).flatMap((place) => batches[place - 1] ?? []);
  const tenantIds = [...new Set(batches.map(({ tenantId }) => tenantId))];
  return {
    batches: batches.length,
    tenants: tenantIds.length,
    tenantIds: tenantIds.length <= mostTenantsListed ? tenantIds : null,
    ...(listed.length > 0 &&
      places.size <= mostBatchesNamed && {
        listed: listed.map(({ tenantId, projectId, batchId }) => ({ tenantId, projectId, batchId })),
      }),
  };
}

export function toJobDetail(shown: JobToShow): JobDetail {
  const { record, file } = shown;
  const latest = listLast(record.touched, mostLatest);
  return {
    job: toJob(shown),
    steps: record.steps.map((size, index) => toStep(shown, size, index + 1)),
    latest: latest.flatMap((id) => {
      const item = record.items.get(id);
      return item === undefined ? [] : [toReceipt(shown, item)];
    }),
    brakes: brakeMeters(record.ended, {
      planned: record.items.size - record.leftOut,
      withoutConfirmation: record.withoutConfirmation,
      proving: record.proving,
    }),
    pace: toJobPace(record, {
      watched: shown.watched,
      now: record.endedAt === null ? shown.now : Date.parse(record.endedAt),
    }),
    file,
    kept: findDiscardFile(shown),
    ...describeLaterReturns(shown),
  };
}

/** Returns the last of a long list, the last one first. */
function listLast(ids: ReadonlySet<string>, most: number): string[] {
  const from = ids.size - most;
  const last: string[] = [];
  let at = 0;
  for (const id of ids) {
    if (at >= from) last.push(id);
    at += 1;
  }
  return last.toReversed();
}

/** The journal is in the `jobs` folder of the home folder. */
function findDiscardFile({ record: { plan, counts }, file }: JobToShow): string | null {
  if (plan.kind !== 'discard-messages' || counts.fixed + counts.running + counts.overtaken === 0) return null;
  return getDiscardFile(dirname(dirname(file)), plan.planId);
}

/** Counts messages that came back after they had ended for the job. */
function describeLaterReturns({
  record: { plan, items },
  file,
}: JobToShow): Pick<JobDetail, 'cameBackLater'> {
  if (!sendsMessages(plan.kind)) return {};
  const seen = [...readLaterReturns(dirname(dirname(file)), plan.planId)];
  const later = seen.filter(([id]) => items.has(id) && items.get(id)?.state !== 'failed-again');
  const lastAt = later
    .map(([, at]) => at)
    .toSorted()
    .at(-1);
  if (lastAt === undefined) return {};
  const processed = later.filter(([id]) => items.get(id)?.state === 'fixed').length;
  return { cameBackLater: { messages: later.length, processed, lastAt } };
}

export function listReceipts(shown: JobToShow): ItemReceipt[] {
  return [...shown.record.items.values()].map((item) => toReceipt(shown, item));
}

/** Chooses some receipts; the batch is given by its place in the plan. */
export interface WhichReceipts {
  readonly offset: number;
  readonly state?: ItemReceipt['state'] | undefined;
  readonly batch?: number | undefined;
}

/** Makes only the receipts of one page, because a job may have 50,000. */
export function pageOfReceipts(
  shown: JobToShow,
  { offset, state, batch }: WhichReceipts,
  pageSize: number,
): { receipts: ItemReceipt[]; total: number } {
  const receipts: ItemReceipt[] = [];
  let total = 0;
  for (const item of shown.record.items.values()) {
    if (batch !== undefined && item.batch !== batch) continue;
    if (state !== undefined && shownState(shown, item) !== state) continue;
    if (total >= offset && receipts.length < pageSize) receipts.push(toReceipt(shown, item));
    total += 1;
  }
  return { receipts, total };
}

/** Counts the receipts of each batch of a job about many; empty for any other job. */
export function countReceiptsByBatch(shown: JobToShow): BatchReceipts[] {
  const { plan, items } = shown.record;
  const of = new Map<number, ItemRecord[]>();
  for (const item of items.values()) {
    const before = of.get(item.batch);
    if (before === undefined) of.set(item.batch, [item]);
    else before.push(item);
  }
  return (plan.many?.batches ?? []).flatMap(({ tenantId, projectId, batchId, workflowId }, index) => {
    const own = of.get(index + 1) ?? [];
    if (own.length === 0) return [];
    const costs = own.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)]));
    return {
      place: index + 1,
      tenantId,
      projectId,
      batchId,
      workflowId,
      total: own.length,
      counts: counted(shown, own),
      runs: [...new Set(own.flatMap(({ run }) => run ?? []))].toSorted((a, b) => a - b),
      usd: costs.length === 0 ? null : decimalText(sumDecimals(costs)),
    };
  });
}

const mostLatest = 200;
const mostShownInStep = 200;

function getJobState({ record, halted, damage, isAtWork }: JobToShow): Job['state'] {
  if (damage !== null) return 'interrupted';
  if (record.phase !== 'running') return record.phase;
  if (halted !== null) return 'stopped';
  if (!isAtWork) return 'interrupted';
  return record.hasBegun ? 'running' : 'scheduled';
}

function describeStop({ record, halted, damage }: JobToShow, state: Job['state']): string | null {
  if (damage !== null) {
    return `${damage} Uncertain items are not sent again. Resume it to continue with the items that were not sent, or end it.`;
  }
  if (halted !== null) return halted;
  return state === 'interrupted' ? describeInterruption(record) : record.because;
}

export function describeInterruption({
  hasBegun,
  beginsAt,
  pace,
}: Pick<JobRecord, 'hasBegun' | 'beginsAt' | 'pace'>): string {
  if (hasBegun) return 'The console ended while it ran. Resume it to continue with the rest.';
  if (beginsAt === null) {
    return `The console ended before ${pace.beginWhen?.alarm ?? 'its alarm'} was quiet. Nothing was sent. Resume it to wait for that again.`;
  }
  return `The console ended before ${formatBeginning(beginsAt)}, when it was to begin. Nothing was sent. Resume it to wait for that time, or to begin if it has passed.`;
}

/** An item whose call is no longer waited for may have been sent. */
function shownState({ isAtWork }: JobToShow, { state }: Pick<ItemRecord, 'state'>): ItemRecord['state'] {
  return state === 'sending' && !isAtWork ? 'uncertain' : state;
}

const open: ReadonlySet<ItemRecord['state']> = new Set(['waiting', 'sending', 'running']);

function countItems(shown: JobToShow): Job['counts'] {
  return toShownCounts(shown, shown.record.counts);
}

/** An item is shown in the state that follows from its own and from the job. */
function toShownCounts(shown: JobToShow, recorded: JobRecord['counts']): Job['counts'] {
  const counts = noCounts();
  for (const state of itemStates) counts[shownState(shown, { state })] += recorded[state];
  return counts;
}

function counted(shown: JobToShow, items: readonly ItemRecord[]): Job['counts'] {
  const counts = noCounts();
  for (const item of items) counts[shownState(shown, item)] += 1;
  return counts;
}

function stepNow({ steps, stepCounts }: JobRecord, last: number | undefined): number {
  const at = stepCounts.findIndex((counts) => [...open].some((state) => counts[state] > 0));
  return at === -1 ? (last ?? steps.length) : at + 1;
}

function toStep(shown: JobToShow, size: number, step: number): JobDetail['steps'][number] {
  const counts = toShownCounts(shown, shown.record.stepCounts[step - 1] ?? noCounts());
  const hasBegun = counts.waiting < size;
  const left = counts.waiting + counts.sending + counts.running;
  return {
    size,
    state: left === 0 ? 'done' : hasBegun ? 'running' : 'waiting',
    items: size > mostShownInStep ? [] : listStates(shown, step, size),
    counts,
  };
}

function listStates(shown: JobToShow, step: number, size: number): ItemRecord['state'][] {
  const states: ItemRecord['state'][] = [];
  for (const item of shown.record.items.values()) {
    if (states.length === size) break;
    if (item.step === step) states.push(shownState(shown, item));
  }
  return states;
}

function toReceipt(shown: JobToShow, item: ItemRecord): ItemReceipt {
  const { number, id, name, step, sentAt, endedAt, usd } = item;
  const state = shownState(shown, item);
  const look = item.state === 'running' ? shown.looks.get(id) : undefined;
  const { status, stage, run, note } = look ?? item;
  const ms = sentAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(sentAt);
  return {
    number,
    ...findDocument(shown, item),
    name,
    step,
    state,
    status,
    stage,
    run: run ?? item.run,
    ...(item.downloadBatchId !== null && { downloadBatchId: item.downloadBatchId }),
    sentAt,
    endedAt,
    // If a world's clock was moved, an end may appear to precede its start.
    ms: ms === null || !(ms >= 0) ? null : ms,
    usd,
    note:
      state === 'uncertain' && item.state !== 'uncertain'
        ? describeUnanswered(shown)
        : buildNote(shown, id, note),
  };
}

/** In a plan over many batches the id of an item names its batch too. */
function findDocument(
  { record: { plan } }: JobToShow,
  { id, batch }: ItemRecord,
): Pick<ItemReceipt, 'id' | 'of'> {
  const of = plan.many?.batches[batch - 1];
  if (of === undefined) return { id };
  const { tenantId, projectId, batchId } = of;
  return { id: parseItemId(id).documentId, of: { tenantId, projectId, batchId } };
}

/** Older journals hold in the note something that may have changed since, so the present state is shown instead. */
function buildNote({ record: { plan }, beside }: JobToShow, id: string, note: string | null): string | null {
  if (plan.kind !== 'redrive-messages') return note;
  const parts = [note?.replace(undeletedNote, '').trim() ?? '', beside?.(id) ?? ''];
  return parts.filter((part) => part !== '').join(' ') || null;
}

function describeUnanswered({ record: { plan } }: JobToShow): string {
  return isOfMessages(plan.kind)
    ? 'The console ended during its step. When resumed, the job checks its ledger and sends what was not sent. Only what may have been sent stays uncertain.'
    : 'It was about to be sent; no answer was received.';
}

/** Estimates from the first steps, which wait for nothing; before they have ended it uses the plan's estimate. */
function jobSecondsLeft(record: JobRecord): number | null {
  // It is unknown how soon a message is taken from its queue, or how soon a provider delivers a file.
  if (isOfMessages(record.plan.kind) || isOfDownloads(record.plan.kind)) return null;
  const { counts, stepCounts, pace } = record;
  const secondsEach = measured(record) ?? planningSecondsEach;
  const underWay = counts.running + counts.sending;
  const planned = planSends({
    steps: stepCounts.flatMap(({ waiting }) => (waiting > 0 ? [waiting] : [])),
    pace,
    mostInCall,
    secondsEach,
  });
  const calls = underWay > 0 ? [underWay] : [];
  return secondsLeft({ calls, secondsPerDocument: secondsEach }) + (planned?.seconds ?? 0);
}

function measured({ items }: JobRecord): number | null {
  let sum = 0;
  let count = 0;
  for (const { step, sentAt, endedAt, state } of items.values()) {
    if (step > 2) break;
    if (state !== 'fixed' || sentAt === null || endedAt === null) continue;
    const ms = Date.parse(endedAt) - Date.parse(sentAt);
    if (!(ms > 0)) continue;
    sum += ms;
    count += 1;
  }
  return count === 0 ? null : sum / count / 1_000;
}
