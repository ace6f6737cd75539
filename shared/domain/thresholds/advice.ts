import { escapedOf, perThousand, type EscapedErrors } from './escaped-errors.ts';
import type { JudgedScore } from './judged-score.ts';
import { scoreBands } from './score-bands.ts';

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
