import type { Batch } from '#shared/contract/pipeline-items.ts';

type Counts = Batch['counts'];

/** Returns the document counts of a batch. A status that is left out has none. */
export function aCount(counts: Partial<Counts> = {}): Counts {
  return {
    QUEUED: 0,
    PROCESSING: 0,
    SUCCEEDED: 0,
    REVIEW_REQUIRED: 0,
    FAILED: 0,
    REJECTED: 0,
    ...counts,
  };
}

/** These are the counts of a batch that does not give any. */
export const notCounted: Counts = {
  QUEUED: null,
  PROCESSING: null,
  SUCCEEDED: null,
  REVIEW_REQUIRED: null,
  FAILED: null,
  REJECTED: null,
};
