import type { Thresholds } from '#shared/domain/document-status.ts';
import { isSameDraft, liveThresholds } from '#shared/domain/thresholds/draft.ts';
import type { WorkflowsAddress } from './workflows-address.ts';

export type Ends = Pick<WorkflowsAddress, 'confidence' | 'review'>;

/** A draft that the address does not have yet. */
export interface Moved {
  readonly draft: Thresholds;
  /** Addresses that it has come from: while one of them is shown, the address is only behind. */
  readonly from: readonly Ends[];
}

type Live = Parameters<typeof liveThresholds>[0];

export function movedTo(draft: Thresholds, before: Moved | null, shown: Ends): Moved {
  return { draft, from: withEnds(before?.from ?? [], shown) };
}

/** As it is written into the address, which will be one more that it has come from. */
export function written(moved: Moved, workflow: Live): Moved {
  return { ...moved, from: withEnds(moved.from, endsOf(moved.draft, workflow)) };
}

/** False where the address has caught up, or leads elsewhere, as Back does: then the address is right. */
export function isAheadOf(moved: Moved, shown: Ends, workflow: Live): boolean {
  return (
    !isSameEnds(shown, endsOf(moved.draft, workflow)) && moved.from.some((one) => isSameEnds(one, shown))
  );
}

/** What is live needs no place in the address. */
export function endsOf(draft: Thresholds, workflow: Live): Ends {
  const live = liveThresholds(workflow);
  return live !== null && isSameDraft(draft, live)
    ? { confidence: null, review: null }
    : { confidence: draft.confidenceThreshold, review: draft.reviewThreshold };
}

function withEnds(from: readonly Ends[], ends: Ends): readonly Ends[] {
  return from.some((one) => isSameEnds(one, ends)) ? from : [...from, ends];
}

function isSameEnds(one: Ends, other: Ends): boolean {
  return one.confidence === other.confidence && one.review === other.review;
}
