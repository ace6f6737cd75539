import type { ItemState, Job, JobState } from '../contract/jobs.ts';
import type { JobKind, PlanTarget } from '../contract/plans.ts';
import { grouped } from './formatting.ts';

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

/** Executions and messages need other words than "fixed": an execution was stopped, or ended well after all. */
export function describeItemState(kind: JobKind, state: ItemState): string {
  return wordsOfKinds[kind]?.[state] ?? itemStateWords[state];
}

const wordsOfKinds: Readonly<Partial<Record<JobKind, Partial<Record<ItemState, string>>>>> = {
  'redrive-execution': { fixed: 'Succeeded', overtaken: 'Redriven again' },
  'stop-execution': { fixed: 'Stopped', overtaken: 'Ended by itself' },
  'redrive-messages': {
    running: 'Not confirmed yet',
    fixed: 'Processed',
    'failed-again': 'Back in the queue',
  },
  'discard-messages': { running: 'Discarded', fixed: 'Discarded' },
  'requeue-files': { running: 'Requeued', fixed: 'Completed', overtaken: 'Taken over' },
  'trigger-downloads': { running: 'In work', fixed: 'Completed', 'failed-again': 'Not completed' },
  'close-downloads': { running: 'Being closed', fixed: 'Closed' },
};

export const jobStateWords: Readonly<Record<JobState, string>> = {
  running: 'Running',
  braked: 'Braked',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  done: 'Done',
};

/** Names the items of a plan or a job, with their number. */
export function describeSubjects(kind: JobKind, count: number): string {
  const { one, many } = nouns[kind];
  if (many === 'executions') return 'an execution';
  return count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`;
}

/** Returns the plural noun for the items of such a plan. */
export function itemsNoun(kind: JobKind): string {
  return nouns[kind].many;
}

/** Returns "the documents" or "the day", because some plans only ever have one item. */
export function theItems(kind: JobKind): string {
  const { one, many, isAlone } = nouns[kind];
  return `the ${isAlone === true ? one : many}`;
}

interface Noun {
  readonly one: string;
  readonly many: string;
  readonly isAlone?: boolean;
}

const execution: Noun = { one: 'execution', many: 'executions', isAlone: true };
const message: Noun = { one: 'message', many: 'messages' };

const nouns: Readonly<Record<JobKind, Noun>> = {
  reprocess: { one: 'document', many: 'documents' },
  'redrive-execution': execution,
  'stop-execution': execution,
  'redrive-messages': message,
  'discard-messages': message,
  'requeue-files': { one: 'file', many: 'files' },
  'trigger-downloads': { one: 'day', many: 'days', isAlone: true },
  'close-downloads': { one: 'download batch', many: 'download batches', isAlone: true },
};

export function planTitle(target: PlanTarget): string {
  switch (target.kind) {
    case 'reprocess':
      return `Reprocess ${describeSubjects(target.kind, new Set(target.documentIds).size)}`;
    case 'redrive-execution':
      return `Redrive the execution of run ${String(target.run)}`;
    case 'stop-execution':
      return `Stop the execution of run ${String(target.run)}`;
    case 'redrive-messages':
      return target.editedBody === undefined
        ? `Redrive ${describeSubjects(target.kind, new Set(target.messageIds).size)}`
        : 'Edit and redrive 1 message';
    case 'discard-messages':
      return `Discard ${describeSubjects(target.kind, new Set(target.messageIds).size)}`;
    case 'requeue-files':
      return `Requeue ${describeSubjects(target.kind, new Set(target.fileIds).size)}`;
    case 'trigger-downloads':
      return `Run the downloads of ${target.date} again`;
    case 'close-downloads':
      return 'Close a download batch';
    default:
      return target satisfies never;
  }
}

/** Returns the batch or the queue of a plan, if it has one. */
export function findTargetPlace(target: PlanTarget): {
  readonly batchId: string | null;
  readonly queue: string | null;
} {
  if ('queue' in target) return { batchId: null, queue: target.queue };
  if (!('run' in target) && target.kind !== 'reprocess') return { batchId: null, queue: null };
  return { batchId: target.batchId, queue: null };
}

/** A job is under way while it sends, and until the items it has sent have ended. */
export function isUnderWay({ state, counts }: Pick<Job, 'state' | 'counts'>): boolean {
  if (state === 'done' || state === 'interrupted') return false;
  return state === 'running' || counts.sending + counts.running > 0;
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

export function jobTitle(job: Pick<Job, 'kind' | 'total' | 'state' | 'counts' | 'downloads'>): string {
  const subject = jobSubject(job);
  const verb = verbs[job.kind];
  if (job.state === 'running') return `${verb.doing} ${subject}`;
  if (job.state === 'done') return `${verb.did} ${subject}`;
  return `${jobStateWords[job.state]}: ${verb.doing.toLowerCase()} ${subject}`;
}

/** The number is left out if there is always exactly one. */
function jobSubject({ kind, total, downloads }: Pick<Job, 'kind' | 'total' | 'downloads'>): string {
  if (kind === 'trigger-downloads') return `the downloads of ${downloads?.date ?? 'a day'} again`;
  return kind === 'close-downloads' ? 'a download batch' : describeSubjects(kind, total);
}

/** Returns the verb for a column, which the subject follows. */
export function describeKind(kind: JobKind): string {
  return verbs[kind].verb;
}

const verbs: Readonly<
  Record<JobKind, { readonly verb: string; readonly doing: string; readonly did: string }>
> = {
  reprocess: { verb: 'Reprocess', doing: 'Reprocessing', did: 'Reprocessed' },
  'redrive-execution': { verb: 'Redrive', doing: 'Redriving', did: 'Redrove' },
  'stop-execution': { verb: 'Stop', doing: 'Stopping', did: 'Stopped' },
  'redrive-messages': { verb: 'Redrive', doing: 'Redriving', did: 'Redrove' },
  'discard-messages': { verb: 'Discard', doing: 'Discarding', did: 'Discarded' },
  'requeue-files': { verb: 'Requeue', doing: 'Requeueing', did: 'Requeued' },
  'trigger-downloads': { verb: 'Run again', doing: 'Running', did: 'Ran' },
  'close-downloads': { verb: 'Close', doing: 'Closing', did: 'Closed' },
};

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
export function describeCounts({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
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
    .map((state) => `${grouped(counts[state])} ${describeItemState(kind, state).toLowerCase()}`)
    .join(', ');
}

export function isOfMessages(kind: JobKind): boolean {
  return kind === 'redrive-messages' || kind === 'discard-messages';
}

export function isOfDownloads(kind: JobKind): boolean {
  return kind === 'requeue-files' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** These kinds need a reason, because no item records why they were done. */
export function alwaysNeedsReason(kind: JobKind): boolean {
  return kind === 'discard-messages' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** Returns the day or the batch of a plan about downloads; empty for any other plan. */
export function findDownloadsPlace(target: PlanTarget): Pick<Job, 'downloads'> {
  switch (target.kind) {
    case 'requeue-files':
      return { downloads: ofBatch(target.batchId ?? null) };
    case 'trigger-downloads':
      return { downloads: { date: target.date, batchId: null } };
    case 'close-downloads':
      return { downloads: ofBatch(target.batchId) };
    default:
      return {};
  }
}

/** The day is a part of the batch's id, as the catalogue declares it. */
function ofBatch(batchId: string | null): NonNullable<Job['downloads']> {
  return { date: /^batch-(\d{4}-\d\d-\d\d)-/.exec(batchId ?? '')?.[1] ?? null, batchId };
}

type Placed = Pick<Job, 'batchId' | 'queue' | 'downloads'>;

/** Returns the batch, the queue or the day of a job. It is empty if its files belong to several batches. */
export function findJobPlace({ batchId, queue, downloads }: Placed): string {
  return queue ?? batchId ?? downloads?.batchId ?? downloads?.date ?? '';
}

/** Returns the noun for that place. */
export function whereNoun({ queue, downloads }: Placed): string {
  if (queue !== null) return 'Queue';
  if (downloads === undefined) return 'Batch';
  if (downloads.batchId !== null) return 'Download batch';
  return downloads.date === null ? 'Downloads' : 'Day';
}
