import { wilsonInterval } from '../review/observed-accuracy.ts';

/** A score with the judgement of its document; null if it was not reviewed. */
export interface JudgedScore {
  readonly score: number;
  readonly judged: 'right' | 'corrected' | 'unusable' | null;
}

/** The document had to be corrected, or could not be used at all. */
export function isWrong({ judged }: Pick<JudgedScore, 'judged'>): boolean {
  return judged === 'corrected' || judged === 'unusable';
}

const bandsPerOne = 20;

/** Documents with similar scores, and what is known about them. */
export interface ScoreBand<Document extends JudgedScore = JudgedScore> {
  readonly from: number;
  readonly to: number;
  readonly documents: readonly Document[];
  readonly judged: number;
  readonly wrong: number;
  /** The share of wrong documents among the judged ones; null if none was judged. */
  readonly wrongShare: number | null;
  /** Wilson's interval, 95 %. It is 0 to 1 if none was judged. */
  readonly low: number;
  readonly high: number;
}

/** Bands are 0.05 wide, lowest first. Empty bands are left out. */
export function scoreBands<Document extends JudgedScore>(
  documents: readonly Document[],
): ScoreBand<Document>[] {
  const byPlace = new Map<number, Document[]>();
  for (const document of documents) {
    const place = findPlace(document.score, bandsPerOne);
    const of = byPlace.get(place);
    if (of === undefined) byPlace.set(place, [document]);
    else of.push(document);
  }
  return [...byPlace].toSorted(([a], [b]) => a - b).map(([place, of]) => bandOf(place, of));
}

/**
 * Returns the part that a score falls into, of `parts` equal ones. A part includes its lower bound, and the last one
 * also includes 1.
 */
function findPlace(score: number, parts: number): number {
  // 0.15 * 20 is slightly less than 3 in floating point.
  const exact = Math.round(score * parts * 1e9) / 1e9;
  return Math.min(parts - 1, Math.max(0, Math.floor(exact)));
}

function bandOf<Document extends JudgedScore>(
  place: number,
  documents: readonly Document[],
): ScoreBand<Document> {
  const judged = documents.filter((one) => one.judged !== null).length;
  const wrong = documents.filter(isWrong).length;
  return {
    from: place / bandsPerOne,
    to: (place + 1) / bandsPerOne,
    documents,
    judged,
    wrong,
    wrongShare: judged === 0 ? null : wrong / judged,
    ...wilsonInterval(wrong, judged),
  };
}

interface ScoreBin {
  readonly from: number;
  readonly to: number;
  readonly right: number;
  readonly corrected: number;
  readonly unusable: number;
  readonly notLookedAt: number;
}

const binsPerOne = 50;

/** Bins are 0.02 wide and cover 0 to 1. The page decides which of them to draw. */
export function scoreHistogram(documents: readonly JudgedScore[]): ScoreBin[] {
  const counts = Array.from({ length: binsPerOne }, () => ({
    right: 0,
    corrected: 0,
    unusable: 0,
    notLookedAt: 0,
  }));
  for (const { score, judged } of documents) {
    const bin = counts[findPlace(score, binsPerOne)];
    if (bin !== undefined) bin[judged ?? 'notLookedAt'] += 1;
  }
  return counts.map((bin, place) => ({ from: place / binsPerOne, to: (place + 1) / binsPerOne, ...bin }));
}

/**
 * Returns the start of the axis, a tenth below the lowest value that has to be visible. Below the lowest score a
 * threshold changes nothing.
 */
export function axisFrom(scores: readonly number[], marks: readonly number[]): number {
  const lowest = Math.min(
    1,
    ...marks,
    scores.reduce((least, score) => Math.min(least, score), 1),
  );
  // Leaves some room to move a handle there.
  return Math.min(0.8, findPlace(lowest - 0.05, 10) / 10);
}
