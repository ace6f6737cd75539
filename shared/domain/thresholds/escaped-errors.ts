import { isWrong, scoreBands, type JudgedScore, type ScoreBand } from './score-bands.ts';

interface EscapedErrors {
  /** Documents that are accepted without anybody looking. */
  readonly accepted: number;
  /** Of these so many are likely wrong. */
  readonly errors: number;
  readonly low: number;
  readonly high: number;
  /** Judged documents that this is learnt from. */
  readonly n: number;
  /** Accepted documents in bands that nobody has looked at: not in `errors`, which is then "at least". */
  readonly unknown: number;
  readonly unknownBands: readonly { readonly from: number; readonly to: number }[];
}

/** Errors that a review threshold lets pass unseen, in a sample: by band of scores, as often as people found them. */
export function escapedErrors(documents: readonly JudgedScore[], reviewThreshold: number): EscapedErrors {
  return escapedOf(scoreBands(documents), reviewThreshold);
}

export function escapedOf(bands: readonly ScoreBand[], reviewThreshold: number): EscapedErrors {
  let [accepted, errors, n, unknown] = [0, 0, 0, 0];
  let [below, above] = [0, 0];
  const unknownBands: { from: number; to: number }[] = [];
  for (const band of bands) {
    const inside = acceptedOf(band, reviewThreshold);
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
  // Bands err independently: their distances add up as squares (Zou and Donner), of a single band it is Wilson's own.
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

/** Of a thousand accepted; null where none is. */
export function perThousand(
  escaped: EscapedErrors,
): { readonly errors: number; readonly low: number; readonly high: number } | null {
  const { accepted, errors, low, high } = escaped;
  if (accepted === 0) return null;
  const of = (count: number): number => (count / accepted) * 1000;
  return { errors: of(errors), low: of(low), high: of(high) };
}

function acceptedOf({ documents }: ScoreBand, reviewThreshold: number): number {
  let count = 0;
  for (const { score } of documents) if (score >= reviewThreshold) count += 1;
  return count;
}

export const wantedPerThousand = [2, 5, 10, 20] as const;

export type Advice =
  | { readonly kind: 'advised'; readonly reviewThreshold: number; readonly escaped: EscapedErrors }
  /** Where nobody has looked at what would be accepted, any figure would only be a lower bound. */
  | { readonly kind: 'not looked at'; readonly bands: EscapedErrors['unknownBands'] }
  /** Wherever it is put more would pass; the fewest there, null where nothing would be accepted. */
  | {
      readonly kind: 'none';
      readonly fewest: { readonly reviewThreshold: number; readonly escaped: EscapedErrors } | null;
    };

/** The lowest review threshold that lets at most so many errors pass in a thousand accepted documents. */
export function adviseReview(
  documents: readonly JudgedScore[],
  { atMost, confidenceThreshold }: { readonly atMost: number; readonly confidenceThreshold: number },
): Advice {
  const bands = scoreBands(documents);
  let notLookedAt: EscapedErrors['unknownBands'] | null = null;
  let fewest: Extract<Advice, { kind: 'none' }>['fewest'] = null;
  let fewestErrors = Number.POSITIVE_INFINITY;
  for (let step = Math.ceil(Math.round(confidenceThreshold * 1e6) / 1e4); step <= 100; step += 1) {
    const escaped = escapedOf(bands, step / 100);
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
