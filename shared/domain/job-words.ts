import type { ItemReceipt, ItemState, Job, JobState } from '../contract/jobs.ts';
import { counted, grouped } from './formatting.ts';
import { formatCount } from './job-kinds/job-kind.ts';
import { findJobKind, type JobKind, type PlanTarget } from './job-kinds/job-kinds.ts';
import { isFailedDownload } from './job-summary.ts';

const itemStateWords: Readonly<Record<ItemState, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  running: 'Running',
  fixed: 'Fixed',
  'failed-again': 'Failed again',
  unconfirmed: 'Sent, not confirmed',
  'still-running': 'Still running',
  skipped: 'Skipped',
  refused: 'Refused',
  uncertain: 'Uncertain',
  overtaken: 'Overtaken',
};

export const itemStates = Object.keys(itemStateWords) as readonly ItemState[];

/**
 * Executions and messages need other words than "fixed": an execution was stopped, or ended well after all. A download
 * that failed again is not back in its queue; "failed again" is also true of those that are.
 */
export function describeItemState(
  kind: JobKind,
  state: ItemState,
  { failedDownloads = 0 }: Pick<Job, 'failedDownloads'> = {},
): string {
  if (state === 'failed-again' && failedDownloads > 0) return itemStateWords[state];
  return findJobKind(kind).stateNames[state] ?? itemStateWords[state];
}

/** Says what to do about the items in this state; undefined where nothing needs a person. */
export function findNextStep(
  { kind, counts, failedDownloads = 0 }: Pick<Job, 'kind' | 'counts' | 'failedDownloads'>,
  state: ItemState,
): string | undefined {
  const usual = findJobKind(kind).nextSteps[state];
  if (state !== 'failed-again' || failedDownloads === 0) return usual;
  const requeue =
    'A download that failed again is not in its queue any more: once its cause is fixed, requeue its file in Downloads.';
  return failedDownloads >= counts[state] ? requeue : `${usual ?? ''} ${requeue}`.trim();
}

/** Describes one item, whose note tells a failed download from a message that is back. */
export function describeReceiptState(kind: JobKind, item: Pick<ItemReceipt, 'state' | 'note'>): string {
  return describeItemState(kind, item.state, { failedDownloads: Number(isFailedDownload(item)) });
}

export const jobStateWords: Readonly<Record<JobState, string>> = {
  scheduled: 'Scheduled',
  running: 'Running',
  braked: 'Braked',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  done: 'Done',
};

/** Names the items of a plan or a job, with their number. */
export function describeSubjects(kind: JobKind, count: number): string {
  const { noun, family } = findJobKind(kind);
  return family === 'executions' ? 'an execution' : formatCount(count, noun);
}

/** Returns the plural noun for the items of such a plan. */
export function itemsNoun(kind: JobKind): string {
  return findJobKind(kind).noun.many;
}

/** Returns "the documents" or "the day", because some plans only ever have one item. */
export function theItems(kind: JobKind): string {
  const { one, many, isAlone } = findJobKind(kind).noun;
  return `the ${isAlone === true ? one : many}`;
}

export function planTitle(target: PlanTarget): string {
  return findJobKind(target.kind).planTitle(target);
}

/** Returns the batch or the queue of a plan, if it has one. */
export function findTargetPlace(target: PlanTarget): {
  readonly batchId: string | null;
  readonly queue: string | null;
} {
  const { batchId = null, queue = null } = findJobKind(target.kind).findPlace(target);
  return { batchId, queue };
}

/** A job is under way while it sends, and until the items it has sent have ended. */
export function isUnderWay({ state, counts }: Pick<Job, 'state' | 'counts'>): boolean {
  if (state === 'done' || state === 'interrupted') return false;
  return state === 'running' || state === 'scheduled' || counts.sending + counts.running > 0;
}

/** An interrupted job can always be resumed, and a braked or stopped one if it has items left. */
export function canGoOn({
  state,
  counts,
  unanswered = 0,
}: Pick<Job, 'state' | 'counts' | 'unanswered'>): boolean {
  if (state === 'interrupted') return true;
  return (state === 'braked' || state === 'stopped') && counts.waiting + unanswered > 0;
}

export function jobTitle(
  job: Pick<Job, 'kind' | 'total' | 'state' | 'counts' | 'downloads' | 'beginsAt' | 'beginsWhenQuiet'>,
): string {
  const subject = jobSubject(job);
  const { verb } = findJobKind(job.kind);
  if (job.state === 'scheduled') return `${verb.verb} ${subject}, ${describeBeginning(job)}`;
  if (job.state === 'running') return `${verb.doing} ${subject}`;
  if (job.state === 'done') return didNothing(job) ?? `${verb.did} ${subject}`;
  return `${jobStateWords[job.state]}: ${verb.doing.toLowerCase()} ${subject}`;
}

/** "begins at 14:30 UTC", or "begins when throttles is quiet" */
export function describeBeginning({
  beginsAt,
  beginsWhenQuiet,
}: Pick<Job, 'beginsAt' | 'beginsWhenQuiet'>): string {
  return beginsAt === undefined && beginsWhenQuiet !== undefined
    ? `begins when ${beginsWhenQuiet} is quiet`
    : `begins at ${formatBeginning(beginsAt)}`;
}

/** "14:30 UTC" */
export function formatBeginning(at: string | undefined): string {
  return `${at?.slice(11, 16) ?? 'an unknown time'} UTC`;
}

/** An execution that had ended before it could be stopped was not stopped, though the job itself is done. */
function didNothing({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string | null {
  const hasEnded = kind === 'stop-execution' && counts.skipped + counts.overtaken > 0;
  return hasEnded ? 'Stopped nothing: the execution had already ended' : null;
}

/** The number is left out if there is always exactly one. */
function jobSubject({ kind, total, downloads }: Pick<Job, 'kind' | 'total' | 'downloads'>): string {
  const { jobSubject: name, afterSubject = '' } = findJobKind(kind);
  return name?.(downloads) ?? `${describeSubjects(kind, total)}${afterSubject}`;
}

/** Returns the verb for a column, which the subject follows. */
export function describeKind(kind: JobKind): string {
  return findJobKind(kind).verb.verb;
}

/** Counts the items that have ended, or that nothing more will happen to. */
export function countEnded({ total, counts }: Pick<Job, 'total' | 'counts'>): number {
  return Math.max(0, total - counts.waiting - counts.sending - counts.running);
}

export function computePercent(job: Pick<Job, 'total' | 'counts'>): number {
  return job.total === 0 ? 100 : Math.floor((countEnded(job) / job.total) * 100);
}

type OutcomeGroup = 'good' | 'bad' | 'unconfirmed' | 'unclear' | 'left alone' | 'working' | 'waiting';

interface OutcomeShare {
  readonly group: OutcomeGroup;
  readonly count: number;
}

/** Splits a job into shares for a bar, the finished ones first. Empty shares are left out. */
export function outcomeShares(counts: Job['counts']): readonly OutcomeShare[] {
  const of = (...states: readonly ItemState[]) => states.reduce((sum, state) => sum + counts[state], 0);
  const shares: readonly OutcomeShare[] = [
    { group: 'good', count: of('fixed') },
    { group: 'bad', count: of('failed-again', 'refused') },
    { group: 'unconfirmed', count: of('unconfirmed') },
    { group: 'unclear', count: of('uncertain', 'still-running') },
    { group: 'left alone', count: of('skipped', 'overtaken') },
    { group: 'working', count: of('running', 'sending') },
    { group: 'waiting', count: of('waiting') },
  ];
  return shares.filter(({ count }) => count > 0);
}

/** Lists the counts: "27 fixed, 1 failed again" */
export function describeCounts(job: Pick<Job, 'kind' | 'counts' | 'failedDownloads'>): string {
  const { kind, counts } = job;
  const order: readonly ItemState[] = [
    'fixed',
    'failed-again',
    'refused',
    'unconfirmed',
    'uncertain',
    'still-running',
    'skipped',
    'overtaken',
    'running',
    'sending',
    'waiting',
  ];
  return order
    .filter((state) => counts[state] > 0)
    .map((state) => `${grouped(counts[state])} ${describeItemState(kind, state, job).toLowerCase()}`)
    .join(', ');
}

export function isOfMessages(kind: JobKind): boolean {
  return findJobKind(kind).family === 'messages';
}

export function isOfDownloads(kind: JobKind): boolean {
  return findJobKind(kind).family === 'downloads';
}

export function alwaysNeedsReason(kind: JobKind): boolean {
  return findJobKind(kind).reason !== null;
}

/** Returns the day or the batch of a plan about downloads; empty for any other plan. */
export function findDownloadsPlace(target: PlanTarget): Pick<Job, 'downloads'> {
  const { downloads } = findJobKind(target.kind).findPlace(target);
  return downloads === undefined ? {} : { downloads };
}

type Placed = Pick<Job, 'batchId' | 'queue' | 'downloads' | 'many'>;

/** Returns the batch, the queue or the day of a job. It is empty if its files belong to several batches. */
export function findJobPlace({ batchId, queue, downloads, many }: Placed): string {
  if (many !== undefined) return describeMany(many);
  return queue ?? batchId ?? downloads?.batchId ?? downloads?.date ?? '';
}

/** Returns "37 batches of 12 tenants". */
export function describeMany({
  batches,
  tenants,
}: {
  readonly batches: number;
  readonly tenants: number;
}): string {
  return `${counted(batches, 'batch', 'batches')} of ${counted(tenants, 'tenant')}`;
}

/** Returns the noun for that place. */
export function whereNoun({ queue, downloads, many }: Placed): string {
  if (many !== undefined) return 'In';
  if (queue !== null) return 'Queue';
  if (downloads === undefined) return 'Batch';
  if (downloads.batchId !== null) return 'Download batch';
  return downloads.date === null ? 'Downloads' : 'Day';
}
