import { isWrong, scoreBands, type JudgedScore, type ScoreBand } from './score-bands.ts';

interface EscapedErrors {
  /** Documents that are accepted without review. */
  readonly accepted: number;
  /** The likely number of wrong ones among them. */
  readonly errors: number;
  readonly low: number;
  readonly high: number;
  /** The number of judged documents behind the estimate. */
  readonly n: number;
  /** Accepted documents in bands without any judgement. They are not in `errors`, which is then a minimum. */
  readonly unknown: number;
  readonly unknownBands: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Estimates the errors that a review threshold accepts without review, by the share of errors found in each band of
 * scores.
 */
export function escapedErrors(documents: readonly JudgedScore[], reviewThreshold: number): EscapedErrors {
  return countEscaped(scoreBands(documents), reviewThreshold);
}

export function countEscaped(bands: readonly ScoreBand[], reviewThreshold: number): EscapedErrors {
  let [accepted, errors, n, unknown] = [0, 0, 0, 0];
  let [below, above] = [0, 0];
  const unknownBands: { from: number; to: number }[] = [];
  for (const band of bands) {
    const inside = countAccepted(band, reviewThreshold);
    if (inside === 0) continue;
    accepted += inside;
    if (band.wrongShare === null) {
      unknown += inside;
      unknownBands.push({ from: band.from, to: band.to });
      continue;
    }
    n += band.judged;
    errors += inside * band.wrongShare;
    below += (inside * (band.wrongShare - band.low)) ** 2;
    above += (inside * (band.high - band.wrongShare)) ** 2;
  }
  // The errors of bands are independent, so their distances add up as squares (Zou and Donner). For a single band the
  // result is Wilson's own.
  return {
    accepted,
    errors,
    low: Math.max(0, errors - Math.sqrt(below)),
    high: Math.min(accepted, errors + Math.sqrt(above) + unknown),
    n,
    unknown,
    unknownBands,
  };
}

/** Converts to errors per thousand accepted documents; null if none is accepted. */
export function perThousand(
  escaped: EscapedErrors,
): { readonly errors: number; readonly low: number; readonly high: number } | null {
  const { accepted, errors, low, high } = escaped;
  if (accepted === 0) return null;
  const of = (count: number): number => (count / accepted) * 1000;
  return { errors: of(errors), low: of(low), high: of(high) };
}

function countAccepted({ documents }: ScoreBand, reviewThreshold: number): number {
  let count = 0;
  for (const { score } of documents) if (score >= reviewThreshold) count += 1;
  return count;
}

export const wantedPerThousand = [2, 5, 10, 20] as const;

export type Advice =
  | { readonly kind: 'advised'; readonly reviewThreshold: number; readonly escaped: EscapedErrors }
  /** No document that would be accepted was reviewed, so any figure would only be a lower bound. */
  | { readonly kind: 'not looked at'; readonly bands: EscapedErrors['unknownBands'] }
  /** Every threshold would accept too many errors. `fewest` is the best one, or null if nothing would be accepted. */
  | {
      readonly kind: 'none';
      readonly fewest: { readonly reviewThreshold: number; readonly escaped: EscapedErrors } | null;
    };

/** Finds the lowest review threshold that accepts at most `atMost` errors in a thousand accepted documents. */
export function adviseReview(
  documents: readonly JudgedScore[],
  { atMost, confidenceThreshold }: { readonly atMost: number; readonly confidenceThreshold: number },
): Advice {
  const bands = scoreBands(documents);
  let notLookedAt: EscapedErrors['unknownBands'] | null = null;
  let fewest: Extract<Advice, { kind: 'none' }>['fewest'] = null;
  let fewestErrors = Number.POSITIVE_INFINITY;
  for (let step = Math.ceil(Math.round(confidenceThreshold * 1e6) / 1e4); step <= 100; step += 1) {
    const escaped = countEscaped(bands, step / 100);
    const per = perThousand(escaped);
    if (per === null) break;
    if (escaped.unknown > 0) {
      notLookedAt = escaped.unknownBands;
    } else if (per.errors <= atMost) {
      return { kind: 'advised', reviewThreshold: step / 100, escaped };
    } else if (per.errors < fewestErrors) {
      fewestErrors = per.errors;
      fewest = { reviewThreshold: step / 100, escaped };
    }
  }
  return notLookedAt === null ? { kind: 'none', fewest } : { kind: 'not looked at', bands: notLookedAt };
}

export const fewestJudged = 30;
export const fewestWrong = 8;
/** Below this a score does little better than chance. */
export const leastAuroc = 0.65;

export interface Trust {
  readonly verdict: 'ranks' | 'does not rank' | 'too few';
  /** The probability that a right document has a higher score than a wrong one; null if either kind is missing. */
  readonly auroc: number | null;
  readonly judged: number;
  readonly wrong: number;
  /** The share of the sample in bands with at least one judged document. */
  readonly covered: number;
}

/** Tells whether the score separates right documents from wrong ones here. Advice is given only if it does. */
export function rateTrust(documents: readonly JudgedScore[]): Trust {
  const weighed = weighedByBand(documents);
  const wrong = weighed.filter(({ wrong: is }) => is).length;
  const auroc = weightedAuroc(weighed);
  const standFor = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return {
    verdict: judgeTrust(weighed.length, wrong, auroc),
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
 * Documents that were sent to reviewers are judged far more often than accepted ones. To correct this, each judged
 * document is weighted by the documents of its band per judged one.
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

/**
 * Returns the share of pairs of a right and a wrong document in which the right one has the higher score. Ties count as
 * half.
 */
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

function judgeTrust(judged: number, wrong: number, auroc: number | null): Trust['verdict'] {
  if (judged < fewestJudged || wrong < fewestWrong) return 'too few';
  return auroc === null || auroc < leastAuroc ? 'does not rank' : 'ranks';
}
