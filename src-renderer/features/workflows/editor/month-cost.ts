import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { intakeADay, whatIf } from '#shared/domain/thresholds/what-if.ts';
import { daysPerMonth } from '#shared/pricing/cost-table.ts';
import { decimal, decimalText, plus, rounded, times } from '#shared/pricing/decimal.ts';
import { meanUsd } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import type { Assumptions } from './assumptions.ts';

/** Dollars as exact text. */
export interface MonthCost {
  /** AI and infrastructure, the same at any thresholds: a document is read before its score is known. */
  readonly running: string;
  readonly review: string;
  readonly total: string;
  /** Some of what was consumed has no price. */
  readonly isAtLeast: boolean;
}

/** A month of what comes in; null where nobody knows what does, or what a document costs. */
export function monthCost(
  sample: WorkflowSample,
  thresholds: Thresholds,
  assumptions: Pick<Assumptions, 'seconds' | 'rate'>,
  book: PriceBook,
): MonthCost | null {
  const perDay = intakeADay(sample.intake);
  const { hoursAWeek } = whatIf(sample, thresholds, assumptions.seconds);
  const cost = totalsCost(sample.usage, book);
  // Those that are still waiting have cost nothing yet, and will.
  const each = meanUsd(cost.total, sample.usage.processed);
  if (perDay === null || hoursAWeek === null || each === null) return null;
  const running = times(decimal(each), estimate(perDay * daysPerMonth));
  const review = times(decimal(assumptions.rate), estimate((hoursAWeek / 7) * daysPerMonth));
  return {
    running: decimalText(rounded(running, 8)),
    review: decimalText(rounded(review, 8)),
    total: decimalText(rounded(plus(running, review), 8)),
    isAtLeast: cost.unpriced > 0,
  };
}

/** An estimate has no more digits than that, and no exponent. */
function estimate(value: number) {
  return decimal(value.toFixed(6));
}
