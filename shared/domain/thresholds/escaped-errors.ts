import type { JudgedScore } from './judged-score.ts';
import { scoreBands, type ScoreBand } from './score-bands.ts';

export interface EscapedErrors {
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
