import { throwOf, hashOf } from '../../sheets/throws.ts';
import { reviewersOf } from '../people.ts';
import type { StoriedBatch } from '../plan-of.ts';
import type { RunCourse } from './run-course.ts';

export interface Claim {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
}

export interface Decision extends Claim {
  readonly decision: 'approve' | 'reject';
}

export interface Review {
  readonly claim: Claim;
  /** Left out: who took it has left it. */
  readonly decision?: Decision;
}

/** Somebody sat down and went through them, those first that waited longest. By index. */
export function reviewsOf(
  { batchId, workflow, story }: StoriedBatch,
  first: RunCourse | undefined,
  anchor: number,
): ReadonlyMap<number, Review> {
  const { reviewed: [count, hoursLater] = [0, 0.5], leftClaimed = 0 } = story;
  const found = new Map<number, Review>();
  const hash = hashOf(`${batchId}/review`);
  const reviewers = reviewersOf(workflow.tenantId);
  const by = reviewers[Math.floor(throwOf(hash, 0) * reviewers.length)]?.userId;
  if (!first || by === undefined) return found;
  const waiting = first.passages
    .filter(({ outcome }) => outcome === 'REVIEW_REQUIRED')
    .toSorted((one, other) => one.endedAt - other.endedAt || one.index - other.index);
  let at = first.endedAt + Math.floor((hoursLater + throwOf(hash, 1) / 2) * 3_600_000);
  for (const [place, { index }] of waiting.slice(0, count + leftClaimed).entries()) {
    const decidedAt = at + 9_000 + Math.floor(throwOf(hash, 10 + place) * 48_000);
    if (decidedAt > anchor) break;
    const claim = { at, by };
    const decision = throwOf(hash, 10_000 + place) < 0.07 ? 'reject' : 'approve';
    found.set(index, place < count ? { claim, decision: { at: decidedAt, by, decision } } : { claim });
    at = decidedAt + 1_500;
  }
  return found;
}
