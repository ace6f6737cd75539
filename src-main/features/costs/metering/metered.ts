import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';

/** What the documents of one batch consumed. */
export interface Metered {
  readonly totals: UsageTotals;
  /** Processed more than once: only their last run is in their item. */
  readonly repeated: number;
}
