import type { JudgedScore } from './judged-score.ts';
import { placeOf } from './score-bands.ts';

export interface ScoreBin {
  readonly from: number;
  readonly to: number;
  readonly right: number;
  readonly corrected: number;
  readonly unusable: number;
  readonly notLookedAt: number;
}

const binsPerOne = 50;

/** 0.02 wide, all of 0 to 1: what is drawn of it is the page's business. */
export function scoreHistogram(documents: readonly JudgedScore[]): ScoreBin[] {
  const counts = Array.from({ length: binsPerOne }, () => ({
    right: 0,
    corrected: 0,
    unusable: 0,
    notLookedAt: 0,
  }));
  for (const { score, judged } of documents) {
    const bin = counts[placeOf(score, binsPerOne)];
    if (bin !== undefined) bin[judged ?? 'notLookedAt'] += 1;
  }
  return counts.map((bin, place) => ({ from: place / binsPerOne, to: (place + 1) / binsPerOne, ...bin }));
}

/**
 * Where the axis begins: at a tenth under the lowest of what has to be seen. Below the lowest score a threshold
 * changes nothing.
 */
export function axisFrom(scores: readonly number[], marks: readonly number[]): number {
  const lowest = Math.min(
    1,
    ...marks,
    scores.reduce((least, score) => Math.min(least, score), 1),
  );
  // With some room for a handle to be led there.
  return Math.min(0.8, placeOf(lowest - 0.05, 10) / 10);
}
