import type { DownloadBatch, DownloadBatchStatus } from '../contract/downloads.ts';

/** The state of a day according to its batches. The page itself knows whether the day was read. */
export type DayStanding =
  | 'no batch'
  | 'complete'
  | 'some failed'
  | 'missing'
  | 'timed out'
  | 'failed'
  | 'in progress'
  | 'unknown';

type Standing = Pick<DownloadBatch, 'batchId' | 'status' | 'startedAt' | 'expected' | 'completed' | 'failed'>;

/** The latest batch represents the day. An earlier batch need not have the files that the later one took over. */
export function standingOfDay(batches: readonly Standing[]): DayStanding {
  const [newest] = newestFirst(batches);
  return newest === undefined ? 'no batch' : standingOfBatch(newest);
}

export function standingOfBatch(
  batch: Pick<Standing, 'status' | 'expected' | 'completed' | 'failed'>,
): DayStanding {
  const { status } = batch;
  if (status === null) return 'unknown';
  if (!hasEnded(status)) return 'in progress';
  if (status === 'timeout') return 'timed out';
  const { expected, completed, failed, open } = listFileSets(batch);
  // A failed batch may still have most of its files, which is a different day from one without any.
  if (status === 'failed' && (completed.length === 0 || expected.length === 0)) return 'failed';
  if (failed.length > 0) return 'some failed';
  if (open.length > 0) return 'missing';
  return status === 'failed' ? 'failed' : 'complete';
}

export function hasEnded(status: DownloadBatchStatus): boolean {
  return status === 'completed' || status === 'timeout' || status === 'failed';
}

/** Sorts by start time, latest first. Batches without one come last. */
export function newestFirst<B extends Pick<Standing, 'batchId' | 'startedAt'>>(
  batches: readonly B[],
): readonly B[] {
  return batches.toSorted(
    (a, b) => began(b) - began(a) || (a.batchId < b.batchId ? -1 : a.batchId > b.batchId ? 1 : 0),
  );
}

function began({ startedAt }: Pick<Standing, 'startedAt'>): number {
  const at = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
}

/** A batch's files, grouped by what the batch says about them. Each group is sorted. */
export interface FileSets {
  readonly expected: readonly string[];
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  /** Files that are expected but neither completed nor failed. */
  readonly open: readonly string[];
  /** Files that completed or failed without being expected. */
  readonly unexpected: readonly string[];
  /** Files that are listed both as completed and as failed. */
  readonly inBoth: readonly string[];
}

export function listFileSets({
  expected,
  completed,
  failed,
}: Pick<DownloadBatch, 'expected' | 'completed' | 'failed'>): FileSets {
  const [all, done, lost] = [new Set(expected), new Set(completed), new Set(failed)];
  const ended = new Set([...done, ...lost]);
  return {
    expected: sorted(all),
    completed: sorted(done),
    failed: sorted(lost),
    open: sorted(all).filter((id) => !ended.has(id)),
    unexpected: sorted(ended).filter((id) => !all.has(id)),
    inBoth: sorted(done).filter((id) => lost.has(id)),
  };
}

function sorted(ids: ReadonlySet<string>): readonly string[] {
  return [...ids].toSorted();
}

const dayMs = 86_400_000;

/** Batches are kept for 90 days, so an older day has none. */
export const daysOfBatches = 90;
/** Files are kept for 30 days. */
export const daysOfFiles = 30;

/** Returns the pipeline's day at a moment, `YYYY-MM-DD`. It begins at midnight UTC in every time zone. */
export function formatUtcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Lists `n` days, the oldest first and `day` last. */
export function daysUpTo(day: string, n: number): readonly string[] {
  return Array.from({ length: Math.max(0, n) }, (_, at) => dayAfter(day, at - n + 1));
}

/** Returns the day that is `days` later, or earlier if `days` is negative. */
export function dayAfter(day: string, days: number): string {
  return formatUtcDay(dayBounds(day).from + days * dayMs);
}

/**
 * Returns the day's bounds in epoch milliseconds. `until` is the start of the next day. A UTC day always has 24 hours.
 */
export function dayBounds(day: string): { readonly from: number; readonly until: number } {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(from)) throw new RangeError(`"${day}" is no day`);
  return { from, until: from + dayMs };
}

/** Returns how many days `day` is before `today`. It is negative for a later day. */
export function daysBetween(day: string, today: string): number {
  return (dayBounds(today).from - dayBounds(day).from) / dayMs;
}

/** The data that can still exist for a day, by the age of its items. */
type DayReach = 'ahead' | 'files and batches' | 'batches alone' | 'nothing';

export function reachOfDay(day: string, today: string): DayReach {
  const age = daysBetween(day, today);
  if (age < 0) return 'ahead';
  if (age > daysOfBatches) return 'nothing';
  return age > daysOfFiles ? 'batches alone' : 'files and batches';
}

/** The pipeline does not run older days again. Today counts as one of the days for which files are kept. */
export function oldestRunAgain(today: string): string {
  return dayAfter(today, 1 - daysOfFiles);
}

/** Returns the newest and the oldest day that the strip can show. */
export function daysWithinReach(today: string): { readonly oldest: string; readonly newest: string } {
  return { oldest: dayAfter(today, -daysOfBatches), newest: today };
}
