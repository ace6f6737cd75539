import type { Throughput } from '../../contract/today/today.ts';
import type { Batch } from '../../contract/triage/batches.ts';

type Hour = Throughput['hours'][number];
type Outcome = Exclude<keyof Hour, 'at'>;
export type Points = readonly (readonly [at: number, value: number])[];

export const hourMs = 3_600_000;
const hoursShown = 24;

/** Of the last 24 hours of the clock, the one that is not over with them. */
export function lastHours(now: number): { readonly from: number; readonly to: number } {
  const to = (Math.floor(now / hourMs) + 1) * hourMs;
  return { from: to - hoursShown * hourMs, to };
}

/** What was reported of each hour; null where nothing was. */
export function hoursOfPoints(series: Readonly<Record<Outcome, Points>>, now: number): Hour[] {
  const of = (points: Points) => new Map(points.map(([at, value]) => [at, Math.round(value)]));
  const [succeeded, review, failed] = [of(series.succeeded), of(series.review), of(series.failed)];
  return hoursOf(now, (at) => ({
    succeeded: succeeded.get(at) ?? null,
    review: review.get(at) ?? null,
    failed: failed.get(at) ?? null,
  }));
}

/** What has become of the documents that came in each hour, by their batches' counts. */
export function hoursOfBatches(batches: readonly Pick<Batch, 'createdAt' | 'counts'>[], now: number): Hour[] {
  const sums = new Map<number, Record<Outcome, number>>();
  for (const { createdAt, counts } of batches) {
    const at = Math.floor(Date.parse(createdAt ?? '') / hourMs) * hourMs;
    const sum = sums.get(at) ?? { succeeded: 0, review: 0, failed: 0 };
    sum.succeeded += counts.SUCCEEDED ?? 0;
    sum.review += (counts.REVIEW_REQUIRED ?? 0) + (counts.REJECTED ?? 0);
    sum.failed += counts.FAILED ?? 0;
    sums.set(at, sum);
  }
  return hoursOf(now, (at) => sums.get(at) ?? { succeeded: 0, review: 0, failed: 0 });
}

/** Its hour is told as less than it was: what has become of its documents could not be read. */
export function isCountedShort({ counts }: Pick<Batch, 'counts'>): boolean {
  return summed.some((status) => counts[status] === null);
}

const summed = ['SUCCEEDED', 'REVIEW_REQUIRED', 'REJECTED', 'FAILED'] as const;

function hoursOf(now: number, valuesOf: (at: number) => Omit<Hour, 'at'>): Hour[] {
  const { from } = lastHours(now);
  return Array.from({ length: hoursShown }, (_, hour) => {
    const at = from + hour * hourMs;
    return { at: new Date(at).toISOString(), ...valuesOf(at) };
  });
}
