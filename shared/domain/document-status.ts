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
