import { throwDie, hashText } from '../randomness.ts';
import { listReviewers } from './tenants.ts';
import type { StoriedBatch } from './story.ts';
import type { RunCourse, Passage } from './run-course.ts';
import type { Story } from './story.ts';

/** A reviewer went through them, those first that waited longest. Returns their acts by index. */
export function decideReviews(
  batch: StoriedBatch,
  first: RunCourse | undefined,
  { anchor, fourEyes }: { readonly anchor: number; readonly fourEyes: boolean },
): Acts {
  const { batchId, workflow, story } = batch;
  const { reviewed: [count, hoursLater] = [0, 0.5], leftClaimed = 0, handedOver = 0 } = story;
  const found = new Map<number, readonly Act[]>();
  const hash = hashText(`${batchId}/review`);
  const reviewers = listReviewers(workflow.tenantId);
  const by = reviewers[Math.floor(throwDie(hash, 0) * reviewers.length)]?.userId;
  if (!first || by === undefined) return found;
  const waiting = first.passages
    .filter(({ outcome }) => outcome === 'REVIEW_REQUIRED')
    .toSorted((one, other) => one.endedAt - other.endedAt || one.index - other.index)
    .map(({ index }) => index);
  let at = first.endedAt + Math.floor((hoursLater + throwDie(hash, 1) / 2) * 3_600_000);
  if (fourEyes) {
    const others = reviewers.filter(({ userId }) => userId !== by).map(({ userId }) => userId);
    return reviewByTwo(story, { waiting, hash, by, others, begunAt: at, anchor });
  }
  for (const [place, index] of waiting.slice(0, count + handedOver + leftClaimed).entries()) {
    const doneAt = at + lookMs(hash, place);
    if (doneAt > anchor) break;
    const claim: Claim = { does: 'claims', at, by };
    const decision = throwDie(hash, 10_000 + place) < 0.07 ? 'reject' : 'approve';
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

/** Assigned to a persona, who then finds something on the desk. */
const teo = 'reviewer';
const notes = [
  'Is that a 3 or an 8? You know their hand.',
  'The total does not fit the lines, and I cannot see why.',
];

interface Sitting {
  /** The waiting documents by index, those first that waited longest. */
  readonly waiting: readonly number[];
  readonly hash: number;
  readonly by: string;
  readonly others: readonly string[];
  readonly begunAt: number;
  readonly anchor: number;
}

/**
 * Under four eyes one reviewer goes through some documents, and later another decides the first of those, blind. Where
 * both agree it is decided; over the last of them they differ. Then the second takes some more, and leaves them.
 */
function reviewByTwo(
  { reviewed: [count] = [0, 0], opinions: [first, differing] = [0, 0], leftClaimed = 0 }: Story,
  { waiting, hash, by, others, begunAt, anchor }: Sitting,
): Acts {
  const found = new Map<number, readonly Act[]>();
  const other = others[Math.floor(throwDie(hash, 2) * others.length)];
  if (other === undefined) return found;
  let at = begunAt;
  const goThrough = (from: number, to: number, then: (place: number, doneAt: number) => readonly Act[]) => {
    for (const [step, index] of waiting.slice(from, to).entries()) {
      const doneAt = at + lookMs(hash, found.size + step);
      if (doneAt > anchor) return;
      found.set(index, [...(found.get(index) ?? []), ...then(from + step, doneAt)]);
      at = doneAt + 1_500;
    }
  };
  const claims = (who: string): Act => ({ does: 'claims', at, by: who });
  const seenByBoth = count + differing;
  const seen = seenByBoth + first;

  goThrough(0, seen, (_, doneAt) => [claims(by), opines(by, doneAt)]);
  at += breakMs;
  goThrough(0, seenByBoth, (place, doneAt) => [
    claims(other),
    place < count ? { does: 'decides', at: doneAt, by: other, decision: 'approve' } : opines(other, doneAt),
  ]);
  goThrough(seen, seen + leftClaimed, () => [claims(other)]);
  return found;
}

function opines(by: string, at: number): Act {
  return { does: 'gives an opinion', at, by };
}

const breakMs = 25 * 60_000;

/**
 * A checker looked at some of the automatically accepted documents, once all had been sent. Returns the checks by index;
 * `passages` are those of each document. The console would pick other documents, so that it still has some to offer.
 */
export function planChecks(
  { batchId, workflow, story: { checked } }: StoriedBatch,
  last: RunCourse | undefined,
  passages: ReadonlyMap<number, readonly Passage[]>,
  anchor: number,
): Acts {
  const found = new Map<number, readonly [Check]>();
  const hash = hashText(`${batchId}/checks`);
  const reviewers = listReviewers(workflow.tenantId);
  const by = reviewers[Math.floor(throwDie(hash, 0) * reviewers.length)]?.userId;
  if (!checked || !last || by === undefined) return found;
  const [percent, hoursLater] = checked;
  const accepted = [...passages].flatMap(([index, of]) =>
    of.at(-1)?.outcome === 'SUCCEEDED' ? [{ index, rank: throwDie(hash, 10_000 + index) }] : [],
  );
  const picked = accepted
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, Math.round((accepted.length * percent) / 100))
    .toSorted((one, other) => one.index - other.index);
  let at = last.endedAt + Math.floor((hoursLater + throwDie(hash, 1) / 2) * 3_600_000);
  for (const [place, { index }] of picked.entries()) {
    at += lookMs(hash, place);
    if (at > anchor) break;
    found.set(index, [{ does: 'checks', at, by }]);
  }
  return found;
}

interface Done {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
}

interface Claim extends Done {
  readonly does: 'claims';
}
interface OpinionGiven extends Done {
  readonly does: 'gives an opinion';
}
interface HandOver extends Done {
  readonly does: 'hands over';
  readonly to: string;
  readonly note: string;
}
export interface Decision extends Done {
  readonly does: 'decides';
  readonly decision: 'approve' | 'reject';
}

/** A check of quality, on a document that was accepted automatically. */
interface Check extends Done {
  readonly does: 'checks';
}

/** A reviewer's act on a document; acts are listed in their order. */
export type Act = Claim | OpinionGiven | HandOver | Decision | Check;
type Acts = ReadonlyMap<number, readonly Act[]>;

/** Returns how long a person looks at a document. */
function lookMs(hash: number, place: number): number {
  return 9_000 + Math.floor(throwDie(hash, 10 + place) * 48_000);
}
