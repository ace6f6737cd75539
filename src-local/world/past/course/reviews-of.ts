import { throwOf, hashOf } from '../../sheets/throws.ts';
import { reviewersOf } from '../people.ts';
import type { StoriedBatch } from '../plan-of.ts';
import type { RunCourse } from './run-course.ts';
import { lookMs, type Act, type Acts, type Claim } from './acts.ts';
import { twoReviewersOf } from './two-reviewers-of.ts';

/** Somebody sat down and went through them, those first that waited longest. By index. */
export function reviewsOf(
  batch: StoriedBatch,
  first: RunCourse | undefined,
  { anchor, fourEyes }: { readonly anchor: number; readonly fourEyes: boolean },
): Acts {
  const { batchId, workflow, story } = batch;
  const { reviewed: [count, hoursLater] = [0, 0.5], leftClaimed = 0, handedOver = 0 } = story;
  const found = new Map<number, readonly Act[]>();
  const hash = hashOf(`${batchId}/review`);
  const reviewers = reviewersOf(workflow.tenantId);
  const by = reviewers[Math.floor(throwOf(hash, 0) * reviewers.length)]?.userId;
  if (!first || by === undefined) return found;
  const waiting = first.passages
    .filter(({ outcome }) => outcome === 'REVIEW_REQUIRED')
    .toSorted((one, other) => one.endedAt - other.endedAt || one.index - other.index)
    .map(({ index }) => index);
  let at = first.endedAt + Math.floor((hoursLater + throwOf(hash, 1) / 2) * 3_600_000);
  if (fourEyes) {
    const others = reviewers.filter(({ userId }) => userId !== by).map(({ userId }) => userId);
    return twoReviewersOf(story, { waiting, hash, by, others, begunAt: at, anchor });
  }
  for (const [place, index] of waiting.slice(0, count + handedOver + leftClaimed).entries()) {
    const doneAt = at + lookMs(hash, place);
    if (doneAt > anchor) break;
    const claim: Claim = { does: 'claims', at, by };
    const decision = throwOf(hash, 10_000 + place) < 0.07 ? 'reject' : 'approve';
    if (place < count) found.set(index, [claim, { does: 'decides', at: doneAt, by, decision }]);
    else if (place >= count + handedOver) found.set(index, [claim]);
    else {
      const note = notes[(place - count) % notes.length] ?? '';
      found.set(index, [claim, { does: 'hands over', at: doneAt, by, to: teo, note }]);
    }
    at = doneAt + 1_500;
  }
  return found;
}

/** To a persona, so that whoever looks around as one finds something on the desk. */
const teo = 'reviewer';
const notes = [
  'Is that a 3 or an 8? You know their hand.',
  'The total does not fit the lines, and I cannot see why.',
];
