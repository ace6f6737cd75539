import { throwOf } from '../../sheets/throws.ts';
import type { Story } from '../stories.ts';
import { lookMs, type Act, type Acts } from './acts.ts';

interface Sitting {
  /** By index, those first that waited longest. */
  readonly waiting: readonly number[];
  readonly hash: number;
  readonly by: string;
  readonly others: readonly string[];
  readonly begunAt: number;
  readonly anchor: number;
}

/**
 * Under four eyes: one goes through some, and after a while another through the first of those, unseen. Where both come
 * to the same it is decided; over the last of them they differ. Then the other takes some more, and leaves them.
 */
export function twoReviewersOf(
  { reviewed: [count] = [0, 0], opinions: [first, differing] = [0, 0], leftClaimed = 0 }: Story,
  { waiting, hash, by, others, begunAt, anchor }: Sitting,
): Acts {
  const found = new Map<number, readonly Act[]>();
  const other = others[Math.floor(throwOf(hash, 2) * others.length)];
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
