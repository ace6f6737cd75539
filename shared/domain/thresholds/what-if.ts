import type { Thresholds } from '../document-status.ts';
import { sideCounts } from './sides.ts';

export interface WhatIfSample {
  readonly documents: readonly { readonly score: number }[];
  /** For another reason than their score: so they do at any thresholds. */
  readonly failedOtherwise: number;
  readonly intake: { readonly documents: number; readonly days: number };
}

export interface WhatIf {
  /** Null where nothing is known of what comes in, or of what becomes of it. */
  readonly reviewsADay: number | null;
  /** By score and for other reasons together. */
  readonly failedADay: number | null;
  readonly failedOtherwiseADay: number | null;
  readonly acceptedADay: number | null;
  readonly hoursAWeek: number | null;
}

/** What comes in on a day, shared out as the sample is. Those that are not through yet will go the way of the others. */
export function whatIf(
  { documents, failedOtherwise, intake }: WhatIfSample,
  thresholds: Thresholds,
  secondsADocument: number,
): WhatIf {
  const through = documents.length + failedOtherwise;
  const perDay = intakeADay(intake);
  if (through === 0 || perDay === null) return unknown;
  const counts = sideCounts(documents, thresholds);
  const aDay = (count: number): number => (count / through) * perDay;
  const reviewsADay = aDay(counts.REVIEW_REQUIRED);
  return {
    reviewsADay,
    failedADay: aDay(counts.FAILED + failedOtherwise),
    failedOtherwiseADay: aDay(failedOtherwise),
    acceptedADay: aDay(counts.SUCCEEDED),
    hoursAWeek: (reviewsADay * 7 * secondsADocument) / 3600,
  };
}

export function intakeADay({ documents, days }: WhatIfSample['intake']): number | null {
  return days > 0 ? documents / days : null;
}

const unknown: WhatIf = {
  reviewsADay: null,
  failedADay: null,
  failedOtherwiseADay: null,
  acceptedADay: null,
  hoursAWeek: null,
};
