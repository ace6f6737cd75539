import type { Throughput } from '#shared/contract/today/today.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export interface Totals {
  /** Null: of no hour anything was reported. */
  readonly succeeded: number | null;
  readonly review: number | null;
  readonly failed: number | null;
  readonly isAtLeast: boolean;
}

export function totalsOf({ hours, isAtLeast }: Pick<Throughput, 'hours' | 'isAtLeast'>): Totals {
  const sum = (outcome: 'succeeded' | 'review' | 'failed'): number | null => {
    const known = hours.flatMap((hour) => hour[outcome] ?? []);
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
  };
  return { succeeded: sum('succeeded'), review: sum('review'), failed: sum('failed'), isAtLeast };
}

/** All that ended; null where nothing is known. */
export function endedOf({ succeeded, review, failed }: Totals): number | null {
  return succeeded === null && review === null && failed === null
    ? null
    : (succeeded ?? 0) + (review ?? 0) + (failed ?? 0);
}

/** "197 of 8,412 in 24 h, 2.3 %"; of what is not all there is no share. */
export function failedShare(totals: Totals): string {
  const ended = endedOf(totals);
  if (ended === null) return 'of the last 24 h nothing is known';
  if (ended === 0) return 'no document ended in 24 h';
  const { failed, isAtLeast } = totals;
  if (failed === null) return `no failure reported in 24 h`;
  if (isAtLeast) return `at least ${grouped(failed)} of at least ${grouped(ended)} in 24 h`;
  return `${grouped(failed)} of ${grouped(ended)} in 24 h, ${((failed / ended) * 100).toFixed(1)} %`;
}
