import { wilsonInterval } from '../review/wilson.ts';
import { isWrong, type JudgedScore } from './judged-score.ts';

export const bandsPerOne = 20;

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
export function placeOf(score: number, parts: number): number {
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
