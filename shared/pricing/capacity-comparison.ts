import { daysPerMonth, type CostTable } from './cost-table.ts';
import { compareDecimals, decimal, decimalText, plus } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor } from './price-names.ts';

const secondsPerDay = 86_400;
const hoursPerMonth = daysPerMonth * 24;

interface CapacityAssumptions {
  /** The busiest seconds against the day's mean; 1 is a flat line. */
  readonly peakToMean: number;
  /** How full capacity may be at the peak; 0.7 is what auto scaling aims at. */
  readonly utilisation?: number;
  /** Units of each kind that a table or an index keeps however little it has to do. */
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
  /** How full provisioned capacity must be, on average, to cost as much as on-demand. */
  readonly breakEvenUtilisation: number;
  /** How full it would be on average, before units are rounded up. */
  readonly meanUtilisation: number;
  /** From how many requests a month provisioned is cheaper, the mix unchanged; null where it never is. */
  readonly crossoverRequestsPerMonth: number | null;
}

/**
 * Both ways to pay for the same day. Capacity is sized for the peak and paid for every hour; table and indexes are
 * taken as one pool, which flatters provisioned capacity a little. Null where the book has no prices for it, or
 * where nothing is estimated.
 */
export function capacityComparison(
  table: CostTable,
  book: PriceBook,
  { peakToMean, utilisation = 0.7, leastUnits = 1 }: CapacityAssumptions,
): CapacityComparison | null {
  const least = table.capacities * leastUnits;
  const headroom = peakToMean / utilisation;
  const read = needOf(table.readUnitsPerDay, headroom, least);
  const write = needOf(table.writeUnitsPerDay, headroom, least);
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

function needOf(unitsPerDay: number, headroom: number, least: number): CapacityNeed {
  const meanPerSecond = unitsPerDay / secondsPerDay;
  return { meanPerSecond, provisioned: Math.max(least, Math.ceil(meanPerSecond * headroom)) };
}

function monthOfUnit(book: PriceBook, name: 'dynamodb.readCapacity' | 'dynamodb.writeCapacity'): number {
  return Number(usdFor(book, name, hoursPerMonth) ?? 0);
}

interface Kind {
  /** Units for the load as it is, in fractions. */
  readonly need: number;
  /** Dollars a month of one unit. */
  readonly usd: number;
}

/**
 * By how much the load must be multiplied until both cost the same, units taken in fractions. A request costs the
 * same on demand at every load, and ever less of what is kept anyway, so they cross once at most.
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
