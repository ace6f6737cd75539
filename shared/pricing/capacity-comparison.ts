import { daysPerMonth, type CostTable } from './cost-table.ts';
import { compareDecimals, decimal, decimalText, plus } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor } from './price-names.ts';

const secondsPerDay = 86_400;
const hoursPerMonth = daysPerMonth * 24;

interface CapacityAssumptions {
  /** The ratio of the busiest seconds to the day's mean; 1 is a flat line. */
  readonly peakToMean: number;
  /** The highest use of capacity at the peak. Auto scaling aims at 0.7. */
  readonly utilisation?: number;
  /** The units of each kind that a table or an index keeps even when idle. */
  readonly leastUnits?: number;
}

interface CapacityNeed {
  readonly meanPerSecond: number;
  readonly provisioned: number;
}

export interface CapacityComparison {
  readonly read: CapacityNeed;
  readonly write: CapacityNeed;
  readonly requestsPerMonth: number;
  readonly onDemandUsdPerMonth: string;
  readonly provisionedUsdPerMonth: string;
  readonly cheaper: 'on-demand' | 'provisioned' | 'equal';
  /** The average use at which provisioned capacity costs as much as on-demand. */
  readonly breakEvenUtilisation: number;
  /** The average use of the capacity, before units are rounded up. */
  readonly meanUtilisation: number;
  /**
   * The number of requests a month from which provisioned capacity is cheaper, with the same mix; null if it never is.
   */
  readonly crossoverRequestsPerMonth: number | null;
}

/**
 * Compares both ways to pay for the same day. Capacity is sized for the peak and paid for every hour. The table and its
 * indexes are treated as one pool, which slightly favours provisioned capacity. Returns null if the book has no prices
 * for it, or if nothing is estimated.
 */
export function capacityComparison(
  table: CostTable,
  book: PriceBook,
  { peakToMean, utilisation = 0.7, leastUnits = 1 }: CapacityAssumptions,
): CapacityComparison | null {
  const least = table.capacities * leastUnits;
  const headroom = peakToMean / utilisation;
  const read = computeNeed(table.readUnitsPerDay, headroom, least);
  const write = computeNeed(table.writeUnitsPerDay, headroom, least);
  const readUsd = usdFor(book, 'dynamodb.readCapacity', read.provisioned * hoursPerMonth);
  const writeUsd = usdFor(book, 'dynamodb.writeCapacity', write.provisioned * hoursPerMonth);
  const onDemand = decimal(table.usdPerMonth);
  if (readUsd === null || writeUsd === null || onDemand.digits === 0n) return null;

  const provisioned = plus(decimal(readUsd), decimal(writeUsd));
  const order = compareDecimals(onDemand, provisioned);
  const kinds = [
    { need: read.meanPerSecond * headroom, usd: monthOfUnit(book, 'dynamodb.readCapacity') },
    { need: write.meanPerSecond * headroom, usd: monthOfUnit(book, 'dynamodb.writeCapacity') },
  ];
  const requestsPerMonth = table.callsPerDay * daysPerMonth;
  const times = crossover(Number(table.usdPerMonth), least, kinds);
  const full = kinds.reduce((sum, { need, usd }) => sum + (need / headroom) * usd, 0);
  return {
    read,
    write,
    requestsPerMonth,
    onDemandUsdPerMonth: table.usdPerMonth,
    provisionedUsdPerMonth: decimalText(provisioned),
    cheaper: order === 0 ? 'equal' : order < 0 ? 'on-demand' : 'provisioned',
    breakEvenUtilisation: full / Number(table.usdPerMonth),
    meanUtilisation: 1 / headroom,
    crossoverRequestsPerMonth: times === null ? null : Math.round(times * requestsPerMonth),
  };
}

function computeNeed(unitsPerDay: number, headroom: number, least: number): CapacityNeed {
  const meanPerSecond = unitsPerDay / secondsPerDay;
  return { meanPerSecond, provisioned: Math.max(least, Math.ceil(meanPerSecond * headroom)) };
}

function monthOfUnit(book: PriceBook, name: 'dynamodb.readCapacity' | 'dynamodb.writeCapacity'): number {
  return Number(usdFor(book, name, hoursPerMonth) ?? 0);
}

interface Kind {
  /** The units that the present load needs, as a fraction. */
  readonly need: number;
  /** The price of one unit in dollars a month. */
  readonly usd: number;
}

/**
 * Returns the factor for the load at which both cost the same, with fractional units. A request costs the same on
 * demand at every load, while its share of the minimum capacity falls, so the costs cross at most once.
 */
function crossover(onDemand: number, least: number, kinds: readonly Kind[]): number | null {
  const bends = kinds.filter(({ need }) => need > 0).map(({ need }) => least / need);
  const starts = [0, ...bends.toSorted((a, b) => a - b)];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    let kept = 0;
    let slope = onDemand;
    for (const { need, usd } of kinds) {
      if (need > 0 && start >= least / need) slope -= need * usd;
      else kept += least * usd;
    }
    const at = kept / slope;
    if (slope > 0 && at <= end) return Math.max(at, start);
  }
  return null;
}
