import { isWrong, type JudgedScore } from './judged-score.ts';
import { scoreBands } from './score-bands.ts';

export const fewestJudged = 30;
export const fewestWrong = 8;
/** Below it a score does little better than a coin. */
export const leastAuroc = 0.65;

export interface Trust {
  readonly verdict: 'ranks' | 'does not rank' | 'too few';
  /** How likely a right document has a higher score than a wrong one; null where there are none of either. */
  readonly auroc: number | null;
  readonly judged: number;
  readonly wrong: number;
  /** The share of the sample that lies where at least one document was looked at. */
  readonly covered: number;
}

/** Whether the score tells right documents from wrong ones here: advice is given only where it does. */
export function trustOf(documents: readonly JudgedScore[]): Trust {
  const weighed = weighedByBand(documents);
  const wrong = weighed.filter(({ wrong: is }) => is).length;
  const auroc = weightedAuroc(weighed);
  const standFor = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return {
    verdict: verdictOf(weighed.length, wrong, auroc),
    auroc,
    judged: weighed.length,
    wrong,
    covered: documents.length === 0 ? 0 : standFor / documents.length,
  };
}

export interface Weighed {
  readonly score: number;
  readonly wrong: boolean;
  readonly weight: number;
}

/**
 * Who was sent to reviewers has been looked at far more often than who was accepted. So that the first do not speak for
 * all, each judged document counts for as many as its band has for each judged one.
 */
function weighedByBand(documents: readonly JudgedScore[]): Weighed[] {
  return scoreBands(documents).flatMap((band) =>
    band.documents
      .filter(({ judged }) => judged !== null)
      .map((one) => ({
        score: one.score,
        wrong: isWrong(one),
        weight: band.documents.length / band.judged,
      })),
  );
}

/** The share of pairs of a right and a wrong one in which the right one has the higher score, a tie counted as half. */
export function weightedAuroc(weighed: readonly Weighed[]): number | null {
  const sorted = weighed.toSorted((a, b) => a.score - b.score);
  let [won, wrongBelow, right] = [0, 0, 0];
  for (let from = 0; from < sorted.length;) {
    const score = sorted[from]?.score;
    let [rightHere, wrongHere] = [0, 0];
    for (; sorted[from] !== undefined && sorted[from]?.score === score; from += 1) {
      const one = sorted[from];
      if (one === undefined) break;
      if (one.wrong) wrongHere += one.weight;
      else rightHere += one.weight;
    }
    won += rightHere * (wrongBelow + wrongHere / 2);
    wrongBelow += wrongHere;
    right += rightHere;
  }
  return right === 0 || wrongBelow === 0 ? null : won / (right * wrongBelow);
}

function verdictOf(judged: number, wrong: number, auroc: number | null): Trust['verdict'] {
  if (judged < fewestJudged || wrong < fewestWrong) return 'too few';
  return auroc === null || auroc < leastAuroc ? 'does not rank' : 'ranks';
}
