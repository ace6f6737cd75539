import type { ChartRange } from '../../contract/monitor/charts.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How far back a range goes, and how long each of its periods is. */
export const rangeOf: Readonly<Record<ChartRange, { readonly ms: number; readonly periodSeconds: number }>> =
  {
    '1h': { ms: hour, periodSeconds: 60 },
    '3h': { ms: 3 * hour, periodSeconds: 60 },
    '12h': { ms: 12 * hour, periodSeconds: 300 },
    '24h': { ms: 24 * hour, periodSeconds: 300 },
    '3d': { ms: 72 * hour, periodSeconds: 900 },
    '7d': { ms: 168 * hour, periodSeconds: 3_600 },
    '14d': { ms: 336 * hour, periodSeconds: 3_600 },
  };

/** From the border of a period to that of the last one that is over. */
export function windowOf(range: ChartRange, now: number): { readonly from: number; readonly to: number } {
  const { ms, periodSeconds } = rangeOf[range];
  const period = periodSeconds * 1_000;
  const to = Math.floor(now / period) * period;
  return { from: to - ms, to };
}
