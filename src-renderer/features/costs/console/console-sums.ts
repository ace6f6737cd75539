import type { Spend, SpendRow, SpentOn } from '#shared/contract/costs.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { spendScreens } from '#shared/domain/screens.ts';
import { findService, spendCost, sumOfSpend, type SpendSum } from '#shared/pricing/request-costs.ts';
import { compareDecimals, decimal, moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { formatTileMoney } from '../book/price-messages.ts';

export const spendPeriods = ['session', 'today', 'month'] as const;
export type SpendPeriod = (typeof spendPeriods)[number];

/** One line of a table: the calls that were made, and their cost. */
export interface SpendLine extends SpentOn {
  readonly key: string;
  /** Null where a period stores services but no indexes. */
  readonly index: string | null;
  /** Exact dollars, or null where unknown; `why` then gives the reason. */
  readonly usd: string | null;
  readonly why: string | null;
}

export interface ScreenLine {
  readonly screen: SpendRow['screen'];
  readonly calls: number;
  readonly rru: number;
  readonly cost: SpendSum;
}

export interface PeriodSpend {
  readonly rows: readonly (SpentOn & { readonly index: string | null })[];
  /** The most expensive line comes first. */
  readonly byPattern: readonly SpendLine[];
  /** Null for a single day, for which only services are stored. */
  readonly byScreen: readonly ScreenLine[] | null;
  readonly byService: readonly SpendLine[];
  readonly calls: number;
  readonly rru: number;
  readonly cost: SpendSum;
}

/** Sums up the console's own spending in a session, a day or a month by a price book. */
export function sumPeriod(
  spend: Pick<Spend, 'rows' | 'month' | 'days'>,
  period: SpendPeriod,
  today: string,
  book: PriceBook,
): PeriodSpend {
  const withScreens = period === 'session' ? spend.rows : period === 'month' ? spend.month.rows : null;
  const ofDay = spend.days.find(({ day }) => day === today)?.rows ?? [];
  const rows = withScreens ?? ofDay.map((row) => ({ ...row, index: null }));
  return {
    rows,
    byPattern: lines(rows, ({ pattern, index }) => ({ pattern, index }), book),
    byScreen: withScreens === null ? null : listScreenLines(withScreens, book),
    byService: lines(rows, ({ pattern }) => ({ pattern: findService(pattern), index: null }), book),
    calls: sumCalls(rows),
    rru: sumRru(rows),
    cost: sumOfSpend(rows, book),
  };
}

type Named = Pick<SpendLine, 'pattern' | 'index'>;

function lines(
  rows: PeriodSpend['rows'],
  nameOf: (row: Named) => Named,
  book: PriceBook,
): readonly SpendLine[] {
  const sums = new Map<string, SpentOn & Named>();
  for (const row of rows) {
    const name = nameOf(row);
    const key = JSON.stringify([name.pattern, name.index]);
    const before = sums.get(key);
    sums.set(key, {
      ...name,
      calls: (before?.calls ?? 0) + row.calls,
      rru: (before?.rru ?? 0) + row.rru,
      items: (before?.items ?? 0) + row.items,
    });
  }
  return [...sums]
    .map(([key, sum]) => ({ ...sum, key, ...spendCost(sum, book) }))
    .toSorted((a, b) => compareUsd(b.usd, a.usd) || b.rru - a.rru || b.calls - a.calls);
}

function listScreenLines(rows: readonly SpendRow[], book: PriceBook): readonly ScreenLine[] {
  return spendScreens
    .map((screen) => ({ screen, of: rows.filter((row) => row.screen === screen) }))
    .filter(({ of }) => of.length > 0)
    .map(({ screen, of }) => ({ screen, calls: sumCalls(of), rru: sumRru(of), cost: sumOfSpend(of, book) }))
    .toSorted((a, b) => compareUsd(b.cost.usd, a.cost.usd) || b.calls - a.calls);
}

function sumCalls(rows: readonly SpentOn[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

function sumRru(rows: readonly SpentOn[]): number {
  return rows.reduce((sum, { rru }) => sum + rru, 0);
}

/** Sorts unknown amounts after known ones. */
function compareUsd(a: string | null, b: string | null): number {
  return compareDecimals(decimal(a ?? '-1'), decimal(b ?? '-1'));
}

interface SpendDay {
  readonly day: string;
  /** Exact dollars. */
  readonly tables: string;
  readonly others: string;
}

/** Lists every day from the first stored one until today. A day that is not stored had no calls. */
export function listDailySpend(days: Spend['days'], today: string, book: PriceBook): readonly SpendDay[] {
  const first = days[0]?.day;
  if (first === undefined) return [];
  const all: SpendDay[] = [];
  for (let at = Date.parse(first); at <= Date.parse(today) && all.length < mostDays; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const rows = days.find((one) => one.day === day)?.rows ?? [];
    all.push({
      day,
      tables: sumOfSpend(
        rows.filter(({ pattern }) => pattern === 'DynamoDB'),
        book,
      ).usd,
      others: sumOfSpend(
        rows.filter(({ pattern }) => pattern !== 'DynamoDB'),
        book,
      ).usd,
    });
  }
  return all;
}

const dayMs = 86_400_000;
const mostDays = 36;

export const periodNames: Readonly<Record<SpendPeriod, string>> = {
  session: 'This session',
  today: 'Today',
  month: 'This month',
};

/** Follows an amount of dollars in a sentence. */
export const periodOf: Readonly<Record<SpendPeriod, string>> = {
  session: 'of this session',
  today: 'of today',
  month: 'of this month',
};

/** Formats "at least $0.00031" where something has no price. */
export function formatSpent({ usd, unpriced }: SpendSum, places?: number): string {
  const text = places === undefined ? formatTileMoney(usd) : formatSpendMoney(usd, places);
  return unpriced.length === 0 ? text : `at least ${text}`;
}

/** Aligns decimal points in a column: "$0.0000074", "<$0.0000001". */
export function formatSpendMoney(usd: string, places: number): string {
  return moneyText(usd, { places, tiny: 'sign' });
}

/** Gives the most expensive line three digits, because single calls cost millionths of a dollar. */
export function countSpendPlaces(usd: readonly (string | null)[]): number {
  const largest = Math.max(0, ...usd.map((one) => Number(one ?? 0)));
  if (largest === 0) return 2;
  return Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(largest))));
}

export function describeUnpriced({ unpriced }: SpendSum): string {
  if (unpriced.length === 0) return '';
  return `Not included, no price: ${unpriced.join(', ')}.`;
}

/** "1,297 calls, 812.5 RRU" */
export function describeAsked(calls: number, rru: number): string {
  const read = rru === 0 ? '' : `, ${grouped(Number(rru.toFixed(1)))} RRU`;
  return `${calls === 1 ? '1 call' : `${grouped(calls)} calls`}${read}`;
}

/** Writes one row per counted entry, with exact dollars. */
export function toSpendCsv(
  period: SpendPeriod,
  { rows }: Pick<PeriodSpend, 'rows'>,
  book: PriceBook,
): string {
  return csvFile(
    ['Period', 'Screen', 'Pattern', 'Index', 'Calls', 'Items', 'RRU', 'USD', 'Not priced', 'Price book'],
    rows.map((row) => {
      const { usd, why } = spendCost(row, book);
      return [
        periodNames[period],
        readScreen(row),
        row.pattern,
        row.index ?? '',
        String(row.calls),
        String(row.items),
        String(row.rru),
        usd ?? '',
        why ?? '',
        book.name,
      ];
    }),
  );
}

function readScreen(row: PeriodSpend['rows'][number] | Spend['rows'][number]): string {
  return 'screen' in row ? row.screen : '';
}
