import { wilsonInterval } from '../review/observed-accuracy.ts';

/** A score, and what people have found of the document; null where nobody has looked. */
export interface JudgedScore {
  readonly score: number;
  readonly judged: 'right' | 'corrected' | 'unusable' | null;
}

/** That it had to be changed, or could not be used at all. */
export function isWrong({ judged }: Pick<JudgedScore, 'judged'>): boolean {
  return judged === 'corrected' || judged === 'unusable';
}

const bandsPerOne = 20;

/** Documents of scores that lie close together, and what is known of them. */
export interface ScoreBand<Document extends JudgedScore = JudgedScore> {
  readonly from: number;
  readonly to: number;
  readonly documents: readonly Document[];
  readonly judged: number;
  readonly wrong: number;
  /** Of those that were looked at; null where none was. */
  readonly wrongShare: number | null;
  /** Wilson's interval, 95 %: everything between 0 and 1 where nobody has looked. */
  readonly low: number;
  readonly high: number;
}

/** 0.05 wide, lowest first; those without documents are left out. */
export function scoreBands<Document extends JudgedScore>(
  documents: readonly Document[],
): ScoreBand<Document>[] {
  const byPlace = new Map<number, Document[]>();
  for (const document of documents) {
    const place = placeOf(document.score, bandsPerOne);
    const of = byPlace.get(place);
    if (of === undefined) byPlace.set(place, [document]);
    else of.push(document);
  }
  return [...byPlace].toSorted(([a], [b]) => a - b).map(([place, of]) => bandOf(place, of));
}

/** Which of so many equal parts a score lies in. A part holds where it begins, and the last one 1 as well. */
function placeOf(score: number, parts: number): number {
  // 0.15 * 20 is a little less than 3 in floats.
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
