import type { GlyphName } from './glyph-paths.ts';

export type StatusName =
  | 'QUEUED'
  | 'PROCESSING'
  | 'SUCCEEDED'
  | 'REVIEW_REQUIRED'
  | 'FAILED'
  | 'REJECTED'
  | 'TIMEOUT';

/** The one shape and colour of each status. */
export const glyphOf: Record<StatusName, GlyphName> = {
  QUEUED: 'queued',
  PROCESSING: 'processing',
  SUCCEEDED: 'succeeded',
  REVIEW_REQUIRED: 'review',
  FAILED: 'failed',
  REJECTED: 'rejected',
  TIMEOUT: 'timeout',
};

/** How a sentence says it; the badge itself shows the code, because that is what people search for. */
export function statusWords(status: StatusName): string {
  return status.toLowerCase().replaceAll('_', ' ');
}
