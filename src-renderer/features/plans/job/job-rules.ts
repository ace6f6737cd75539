import type { ToastTone } from '#renderer/ui/toast.tsx';
import type { ItemReceipt, ItemState, Job, JobDetail, JobState } from '#shared/contract/jobs.ts';
import type { JobKind } from '#shared/contract/plans.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import { itemWords, subjectWords, whereOf } from '#shared/domain/job-words.ts';
import { causeOfReturn, jobSummary } from '#shared/domain/job-summary.ts';
import { formatTimeTaken } from '../times.ts';

export type JobStep = JobDetail['steps'][number];

interface Segment {
  readonly state: ItemState;
  /** How many items it stands for. */
  readonly count: number;
}

/** A box an item, in the plan's order; where there are too many for that, one a state by its share. */
export function toSegments({ size, items, counts }: JobStep, mostBoxes = 60): readonly Segment[] {
  if (items.length === size && size <= mostBoxes) return items.map((state) => ({ state, count: 1 }));
  const order = doneFirst.filter((state) => counts[state] > 0);
  return order.map((state) => ({ state, count: counts[state] }));
}

export function stepTitle(step: JobStep, place: number): string {
  return place > 1 ? `Rest, ${grouped(step.size)}` : grouped(step.size);
}

/** "9 fixed, 1 failed again": what ended, in words; how many are left while it runs. Of one there is nothing to count. */
export function describeStep({ size, state, counts }: JobStep, kind: JobKind): string {
  if (state === 'waiting') return '';
  const left = counts.waiting + counts.sending + counts.running;
  const parts = ended
    .filter((one) => counts[one] > 0)
    .map((one) =>
      size === 1
        ? itemWords(kind, one).toLowerCase()
        : `${grouped(counts[one])} ${itemWords(kind, one).toLowerCase()}`,
    );
  if (left > 0) return `${grouped(left)} of ${grouped(size)} left`;
  return listed(parts);
}

/** What is not all well, for those who only listen. */
export function stepSaid(step: JobStep, place: number, kind: JobKind): string {
  const parts = doneFirst
    .filter((state) => step.counts[state] > 0)
    .map((state) => `${grouped(step.counts[state])} ${itemWords(kind, state).toLowerCase()}`);
  return `Step ${String(place + 1)}, ${grouped(step.size)}: ${listed(parts)}`;
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
 * What somebody who looks elsewhere has to hear: that a job has ended, has braked, or was interrupted. At first only
 * the interrupted are news: the others have ended before anybody looked.
 */
export function jobNews(
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
  const where = whereOf(job);
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
    return { jobId, message: `Braked. ${because ?? ''}`.trim(), detail: where, tone: 'failed' };
  }
  if (state === 'interrupted') {
    const subject = subjectWords(job.kind, counts.waiting);
    return {
      jobId,
      message: counts.waiting > 0 ? `A job was interrupted with ${subject} to go` : 'A job was interrupted',
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

/** Every state that any item has, those first which a person has to look at. */
export function receiptChoices({
  kind,
  counts,
  total,
}: Pick<Job, 'kind' | 'counts' | 'total'>): readonly ReceiptChoice[] {
  const states = order.filter((state) => counts[state] > 0);
  if (states.length < 2) return [];
  return [
    { value: 'all', label: `All ${grouped(total)}` },
    ...states.map((state) => ({
      value: state,
      label: `${itemWords(kind, state)} ${grouped(counts[state])}`,
    })),
  ];
}

/** What is shown first of a job that has ended: what nobody but a person can settle. */
export function needsLooking(counts: Job['counts']): ItemState | null {
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

/** For a ticket or a chat: which plan, and a line an item. */
export function receiptsText(
  job: Pick<Job, 'kind' | 'batchId' | 'queue' | 'downloads' | 'hash'>,
  receipts: readonly ItemReceipt[],
): string {
  const head = [`${whereOf(job)}, plan sha256:${job.hash}`];
  const lines = receipts.map(({ id, name, state, status, run, ms, note }) =>
    [
      id,
      name ?? '',
      status === null ? itemWords(job.kind, state) : `${itemWords(job.kind, state)} (${status})`,
      run === null ? '' : `run ${String(run)}`,
      ms === null ? '' : formatTimeTaken(ms),
      note ?? '',
    ]
      .map(inOneCell)
      .join('\t')
      .trimEnd(),
  );
  return [...head, ...lines].join('\n');
}

function inOneCell(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

interface CauseOfReturn {
  readonly cause: string;
  readonly count: number;
}

/** Why messages are in their queue again, the commonest first. */
export function causesOfReturn(
  receipts: readonly Pick<ItemReceipt, 'state' | 'note'>[],
): readonly CauseOfReturn[] {
  const counts = new Map<string, number>();
  for (const { state, note } of receipts) {
    if (state !== 'failed-again') continue;
    const cause = causeOfReturn(note ?? '') || 'no reason was given';
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({ cause, count })).toSorted((a, b) => b.count - a.count);
}
