import type { ToastTone } from '#renderer/ui/toast.tsx';
import type { ItemReceipt, ItemState, Job, JobDetail, JobState } from '#shared/contract/jobs.ts';
import { casePlaces, type CasePlace } from '#shared/domain/case-link.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import { causeOfReturn, jobSummary } from '#shared/domain/job-summary.ts';
import {
  describeItemState,
  describeReceiptState,
  describeSubjects,
  findJobPlace,
} from '#shared/domain/job-words.ts';
import { messages } from '../messages.ts';
import { formatTimeTaken } from '../times.ts';

export type JobStep = JobDetail['steps'][number];

type NamedJob = Pick<Job, 'kind' | 'failedDownloads'>;

interface Segment {
  readonly state: ItemState;
  /** The number of items that this box stands for. */
  readonly count: number;
}

/**
 * Returns a box for each item in the order of the plan. If there are too many items, it returns a box for
 * each state, sized by its share.
 */
export function toSegments({ size, items, counts }: JobStep, mostBoxes = 60): readonly Segment[] {
  if (items.length === size && size <= mostBoxes) return items.map((state) => ({ state, count: 1 }));
  const order = doneFirst.filter((state) => counts[state] > 0);
  return order.map((state) => ({ state, count: counts[state] }));
}

export function formatStepTitle(step: JobStep, place: number): string {
  return place > 1 ? messages.job.rest(grouped(step.size)) : grouped(step.size);
}

/**
 * "9 fixed, 1 failed again": the outcomes, and while the job runs the number of items left. A single item is
 * not counted.
 */
export function describeStep({ size, state, counts }: JobStep, job: NamedJob): string {
  if (state === 'waiting') return '';
  const left = counts.waiting + counts.sending + counts.running;
  const parts = ended
    .filter((one) => counts[one] > 0)
    .map((one) =>
      size === 1
        ? describeItemState(job.kind, one, job).toLowerCase()
        : `${grouped(counts[one])} ${describeItemState(job.kind, one, job).toLowerCase()}`,
    );
  if (left > 0) return messages.job.leftOf(grouped(left), grouped(size));
  return listed(parts);
}

/** Describes the outcome of a step for screen readers. */
export function describeStepOutcome(step: JobStep, place: number, job: NamedJob): string {
  const parts = doneFirst
    .filter((state) => step.counts[state] > 0)
    .map(
      (state) => `${grouped(step.counts[state])} ${describeItemState(job.kind, state, job).toLowerCase()}`,
    );
  return messages.job.step(String(place + 1), grouped(step.size), listed(parts));
}

const ended: readonly ItemState[] = [
  'fixed',
  'failed-again',
  'refused',
  'unconfirmed',
  'uncertain',
  'skipped',
  'overtaken',
  'still-running',
];

const doneFirst: readonly ItemState[] = [...ended, 'running', 'sending', 'waiting'];

interface JobNews {
  readonly jobId: string;
  readonly message: string;
  readonly detail: string;
  readonly tone: ToastTone;
}

/**
 * Announces jobs that have ended, braked or were interrupted to a person who looks elsewhere. The first
 * answer only announces interrupted jobs, because the others ended before the console was opened.
 */
export function listJobNews(
  before: ReadonlyMap<string, JobState> | undefined,
  jobs: readonly Job[],
): readonly JobNews[] {
  return jobs.flatMap((job) => {
    const was = before === undefined ? undefined : (before.get(job.jobId) ?? 'running');
    if (was === job.state) return [];
    const words = describeNews(job);
    return words === undefined || (was === undefined && job.state !== 'interrupted') ? [] : [words];
  });
}

export function readStates(jobs: readonly Job[]): ReadonlyMap<string, JobState> {
  return new Map(jobs.map(({ jobId, state }) => [jobId, state]));
}

function describeNews(job: Job): JobNews | undefined {
  const { jobId, state, total, counts, because } = job;
  const where = findJobPlace(job);
  if (state === 'done') {
    const isWell = counts.fixed === total;
    return {
      jobId,
      message: jobSummary(job),
      detail: where,
      tone: isWell ? 'succeeded' : counts['failed-again'] > 0 ? 'failed' : 'review',
    };
  }
  if (state === 'braked') {
    return { jobId, message: messages.job.braked(because ?? '').trim(), detail: where, tone: 'failed' };
  }
  if (state === 'interrupted') {
    const subject = describeSubjects(job.kind, counts.waiting);
    return {
      jobId,
      message: counts.waiting > 0 ? messages.job.interruptedWith(subject) : messages.job.interrupted,
      detail: where,
      tone: 'review',
    };
  }
  return undefined;
}

interface ReceiptChoice {
  readonly value: ItemState | 'all';
  readonly label: string;
}

/** Lists the states of the items, those that need attention first. */
export function listReceiptChoices(job: NamedJob & Pick<Job, 'counts' | 'total'>): readonly ReceiptChoice[] {
  const { counts, total } = job;
  const states = order.filter((state) => counts[state] > 0);
  if (states.length < 2) return [];
  return [
    { value: 'all', label: messages.job.all(grouped(total)) },
    ...states.map((state) => ({
      value: state,
      label: `${describeItemState(job.kind, state, job)} ${grouped(counts[state])}`,
    })),
  ];
}

/**
 * Returns the state to show first for a job that has ended: the items that need a person, uncertain ones
 * before all others.
 */
export function findStateToShow(counts: Job['counts']): ItemState | null {
  const states = order.filter((state) => counts[state] > 0);
  if (states.length < 2) return null;
  return toLookAt.find((state) => counts[state] > 0) ?? null;
}

const toLookAt: readonly ItemState[] = [
  'uncertain',
  'failed-again',
  'refused',
  'unconfirmed',
  'still-running',
];

const order: readonly ItemState[] = [
  ...toLookAt,
  'skipped',
  'overtaken',
  'waiting',
  'running',
  'sending',
  'fixed',
];

/** Formats the receipts for a ticket or a chat: the plan, and a line for each item. */
export function formatReceipts(
  job: Pick<Job, 'kind' | 'batchId' | 'queue' | 'downloads' | 'many' | 'hash'>,
  receipts: readonly ItemReceipt[],
): string {
  const head = [messages.job.planHash(findJobPlace(job), job.hash)];
  const lines = receipts.map(({ id, of, name, state, status, run, ms, note }) =>
    [
      ...(of === undefined ? [] : [of.tenantId, of.batchId]),
      id,
      name ?? '',
      status === null
        ? describeReceiptState(job.kind, { state, note })
        : `${describeReceiptState(job.kind, { state, note })} (${status})`,
      run === null ? '' : messages.common.run(String(run)),
      ms === null ? '' : formatTimeTaken(ms),
      note ?? '',
    ]
      .map(toOneCell)
      .join('\t')
      .trimEnd(),
  );
  return [...head, ...lines].join('\n');
}

function toOneCell(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

interface CauseOfReturn {
  readonly cause: string;
  readonly count: number;
}

/** Counts the reasons why messages came back to their queue, the most frequent first. */
export function countReturnCauses(
  receipts: readonly Pick<ItemReceipt, 'state' | 'note'>[],
): readonly CauseOfReturn[] {
  const counts = new Map<string, number>();
  for (const { state, note } of receipts) {
    if (state !== 'failed-again') continue;
    const cause = causeOfReturn(note ?? '') || messages.job.noReason;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({ cause, count })).toSorted((a, b) => b.count - a.count);
}

/**
 * The journal of a job is on the machine that runs it, so its link leads to what colleagues see of it: the activity of
 * its batch, or its queue.
 */
export function findCasePlace({ tenantId, batchId, queue }: Job): CasePlace | null {
  if (queue !== null) return casePlaces.queue(queue);
  if (tenantId === null || batchId === null) return null;
  const { page, search } = casePlaces.batch({ tenantId, batchId });
  return { page, search: { ...search, part: 'activity' } };
}
