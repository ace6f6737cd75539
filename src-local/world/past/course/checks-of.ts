import { hashOf, throwOf } from '../../sheets/throws.ts';
import { reviewersOf } from '../people.ts';
import type { StoriedBatch } from '../plan-of.ts';
import { lookMs, type Acts, type Check } from './acts.ts';
import type { Passage } from './passage.ts';
import type { RunCourse } from './run-course.ts';

/**
 * Somebody looked at some of what was accepted unseen, once it had all been sent. By index. `passages`: those of each
 * document. Which ones were picked is not what the console would pick, so that it still has some to offer.
 */
export function checksOf(
  { batchId, workflow, story: { checked } }: StoriedBatch,
  last: RunCourse | undefined,
  passages: ReadonlyMap<number, readonly Passage[]>,
  anchor: number,
): Acts {
  const found = new Map<number, readonly [Check]>();
  const hash = hashOf(`${batchId}/checks`);
  const reviewers = reviewersOf(workflow.tenantId);
  const by = reviewers[Math.floor(throwOf(hash, 0) * reviewers.length)]?.userId;
  if (!checked || !last || by === undefined) return found;
  const [percent, hoursLater] = checked;
  const accepted = [...passages].flatMap(([index, of]) =>
    of.at(-1)?.outcome === 'SUCCEEDED' ? [{ index, rank: throwOf(hash, 10_000 + index) }] : [],
  );
  const picked = accepted
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, Math.round((accepted.length * percent) / 100))
    .toSorted((one, other) => one.index - other.index);
  let at = last.endedAt + Math.floor((hoursLater + throwOf(hash, 1) / 2) * 3_600_000);
  for (const [place, { index }] of picked.entries()) {
    at += lookMs(hash, place);
    if (at > anchor) break;
    found.set(index, [{ does: 'checks', at, by }]);
  }
  return found;
}
