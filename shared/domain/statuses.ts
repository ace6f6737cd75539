export const documentStatuses = [
  'QUEUED',
  'PROCESSING',
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'FAILED',
  'REJECTED',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export interface Thresholds {
  readonly confidenceThreshold: number;
  readonly reviewThreshold: number;
}

/** Below the confidence threshold it has failed, below the review threshold somebody has to look (domain, 1.2). */
export function statusByScore(
  score: number,
  { confidenceThreshold, reviewThreshold }: Thresholds,
): 'FAILED' | 'REVIEW_REQUIRED' | 'SUCCEEDED' {
  if (score < confidenceThreshold) return 'FAILED';
  return score < reviewThreshold ? 'REVIEW_REQUIRED' : 'SUCCEEDED';
}

export const batchStatuses = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** How many documents of a batch are in each status; one that no document is in may be left out. Null: not known. */
export type DocumentCounts = Readonly<Partial<Record<DocumentStatus, number | null>>>;

/** `runs`: of the batch so far, by number, oldest first; a batch whose files have not all arrived has none. */
export function batchStatusOf({
  counts,
  runs,
}: {
  readonly counts: DocumentCounts;
  readonly runs: readonly RunStatus[];
}): BatchStatus {
  const left = (counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0);
  const latest = runs.at(-1);
  if (latest === undefined) return left > 0 ? 'QUEUED' : 'SUCCEEDED';
  if (left > 0 && runs.includes('RUNNING')) return 'PROCESSING';
  // Its execution has failed; or nobody works on what is left.
  if (latest === 'FAILED' || latest === 'TIMED_OUT' || latest === 'ABORTED' || left > 0) return 'FAILED';
  if ((counts.FAILED ?? 0) > 0) return 'FAILED';
  return (counts.REVIEW_REQUIRED ?? 0) > 0 ? 'REVIEW_REQUIRED' : 'SUCCEEDED';
}
