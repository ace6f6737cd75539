import type { DownloadBatch, DownloadBatchStatus } from '../../contract/downloads/downloads.ts';
import { fileSetsOf } from './file-sets.ts';

/** How a day stands, by its batches. Whether it was read, or could not be, the page knows by itself. */
export type DayStanding =
  | 'no batch'
  | 'complete'
  | 'some failed'
  | 'missing'
  | 'timed out'
  | 'failed'
  | 'in work'
  | 'unknown';

type Standing = Pick<DownloadBatch, 'batchId' | 'status' | 'startedAt' | 'expected' | 'completed' | 'failed'>;

/** A batch that began later stands for the day; what it took over, the earlier one need not have. */
export function standingOfDay(batches: readonly Standing[]): DayStanding {
  const [newest] = newestFirst(batches);
  return newest === undefined ? 'no batch' : standingOfBatch(newest);
}

export function standingOfBatch(
  batch: Pick<Standing, 'status' | 'expected' | 'completed' | 'failed'>,
): DayStanding {
  const { status } = batch;
  if (status === null) return 'unknown';
  if (!hasEnded(status)) return 'in work';
  if (status === 'timeout') return 'timed out';
  const { expected, completed, failed, open } = fileSetsOf(batch);
  // A batch may end as failed with most of its files there: that is another day than one without any.
  if (status === 'failed' && (completed.length === 0 || expected.length === 0)) return 'failed';
  if (failed.length > 0) return 'some failed';
  if (open.length > 0) return 'missing';
  return status === 'failed' ? 'failed' : 'complete';
}

export function hasEnded(status: DownloadBatchStatus): boolean {
  return status === 'completed' || status === 'timeout' || status === 'failed';
}

/** Which began last first; what does not say when comes last. */
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
