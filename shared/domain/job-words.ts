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

/** An execution is not fixed: it has been stopped, or has come to a good end after all. Nor is a message. */
export function itemWords(kind: JobKind, state: ItemState): string {
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

/** What a plan or a job is about. */
export function subjectWords(kind: JobKind, count: number): string {
  const { one, many } = nouns[kind];
  if (many === 'executions') return 'an execution';
  return count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`;
}

/** What the items of such a plan are. */
export function itemsNoun(kind: JobKind): string {
  return nouns[kind].many;
}

/** "the documents", "the day": a plan for one thing has no other. */
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
      return `Reprocess ${subjectWords(target.kind, new Set(target.documentIds).size)}`;
    case 'redrive-execution':
      return `Redrive the execution of run ${String(target.run)}`;
    case 'stop-execution':
      return `Stop the execution of run ${String(target.run)}`;
    case 'redrive-messages':
      return target.editedBody === undefined
        ? `Redrive ${subjectWords(target.kind, new Set(target.messageIds).size)}`
        : 'Edit and redrive 1 message';
    case 'discard-messages':
      return `Discard ${subjectWords(target.kind, new Set(target.messageIds).size)}`;
    case 'requeue-files':
      return `Requeue ${subjectWords(target.kind, new Set(target.fileIds).size)}`;
    case 'trigger-downloads':
      return `Run the downloads of ${target.date} again`;
    case 'close-downloads':
      return 'Close a download batch';
    default:
      return target satisfies never;
  }
}

/** What a plan or a job is about, where that is known: a batch, or a queue. */
export function placeOf(target: PlanTarget): {
  readonly batchId: string | null;
  readonly queue: string | null;
} {
  if ('queue' in target) return { batchId: null, queue: target.queue };
  if (!('run' in target) && target.kind !== 'reprocess') return { batchId: null, queue: null };
  return { batchId: target.batchId, queue: null };
}

/** As long as something is sent, and while what was sent goes on to its end. */
export function isUnderWay({ state, counts }: Pick<Job, 'state' | 'counts'>): boolean {
  if (state === 'done' || state === 'interrupted') return false;
  return state === 'running' || counts.sending + counts.running > 0;
}

/** Something is left to send, or to look at, and nobody does. */
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

/** Where there is always one, a number says nothing. */
function jobSubject({ kind, total, downloads }: Pick<Job, 'kind' | 'total' | 'downloads'>): string {
  if (kind === 'trigger-downloads') return `the downloads of ${downloads?.date ?? 'a day'} again`;
  return kind === 'close-downloads' ? 'a download batch' : subjectWords(kind, total);
}

/** For a column, before what it is about. */
export function kindWords(kind: JobKind): string {
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

/** Items of which is known what became of them, or that nothing more will. */
export function endedOf({ total, counts }: Pick<Job, 'total' | 'counts'>): number {
  return Math.max(0, total - counts.waiting - counts.sending - counts.running);
}

export function percentOf(job: Pick<Job, 'total' | 'counts'>): number {
  return job.total === 0 ? 100 : Math.floor((endedOf(job) / job.total) * 100);
}

type OutcomeGroup = 'good' | 'bad' | 'unconfirmed' | 'unclear' | 'left alone' | 'working' | 'waiting';

interface OutcomeShare {
  readonly group: OutcomeGroup;
  readonly count: number;
}

/** A job at a glance, for a bar: those that are done first, and nothing of which there is none. */
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

/** "27 fixed, 1 failed again" */
export function countsWords({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
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
    .map((state) => `${grouped(counts[state])} ${itemWords(kind, state).toLowerCase()}`)
    .join(', ');
}

export function isOfMessages(kind: JobKind): boolean {
  return kind === 'redrive-messages' || kind === 'discard-messages';
}

export function isOfDownloads(kind: JobKind): boolean {
  return kind === 'requeue-files' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** Who comes later must be able to read why: what these do cannot be read off any item. */
export function alwaysNeedsReason(kind: JobKind): boolean {
  return kind === 'discard-messages' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** Which day or batch of the downloads a plan is about; nothing where it is about something else. */
export function downloadsPlaceOf(target: PlanTarget): Pick<Job, 'downloads'> {
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

/** Its day is a part of its id, as the catalogue declares it. */
function ofBatch(batchId: string | null): NonNullable<Job['downloads']> {
  return { date: /^batch-(\d{4}-\d\d-\d\d)-/.exec(batchId ?? '')?.[1] ?? null, batchId };
}

type Placed = Pick<Job, 'batchId' | 'queue' | 'downloads'>;

/** The batch, the queue or the day that a job is on; empty where its files are of several batches. */
export function whereOf({ batchId, queue, downloads }: Placed): string {
  return queue ?? batchId ?? downloads?.batchId ?? downloads?.date ?? '';
}

/** What that is. */
export function whereNoun({ queue, downloads }: Placed): string {
  if (queue !== null) return 'Queue';
  if (downloads === undefined) return 'Batch';
  if (downloads.batchId !== null) return 'Download batch';
  return downloads.date === null ? 'Downloads' : 'Day';
}
