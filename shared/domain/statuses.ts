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

/** A score below the confidence threshold fails, and one below the review threshold needs a reviewer (domain, 1.2). */
export function statusByScore(
  score: number,
  { confidenceThreshold, reviewThreshold }: Thresholds,
): 'FAILED' | 'REVIEW_REQUIRED' | 'SUCCEEDED' {
  if (score < confidenceThreshold) return 'FAILED';
  return score < reviewThreshold ? 'REVIEW_REQUIRED' : 'SUCCEEDED';
}

/** The error code of a document that failed only because its score is below the confidence threshold. */
export const lowScoreCode = 'ConfidenceTooLow';

export const batchStatuses = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/**
 * The number of documents of a batch in each status. A status without documents may be left out. Null means unknown.
 */
export type DocumentCounts = Readonly<Partial<Record<DocumentStatus, number | null>>>;

/** `runs` are the batch's runs so far by number, oldest first. A batch whose files have not all arrived has none. */
export function deriveBatchStatus({
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
  // The execution has failed, or documents are left that no run is working on.
  if (latest === 'FAILED' || latest === 'TIMED_OUT' || latest === 'ABORTED' || left > 0) return 'FAILED';
  if ((counts.FAILED ?? 0) > 0) return 'FAILED';
  return (counts.REVIEW_REQUIRED ?? 0) > 0 ? 'REVIEW_REQUIRED' : 'SUCCEEDED';
}
