import type { Spend, SpendRow, SpentOn } from '#shared/contract/spend.ts';
import { spendScreens } from '#shared/domain/spend-screens.ts';
import { serviceOf, spendCost, sumOfSpend } from '#shared/pricing/console-spend.ts';
import type { SpendSum } from '#shared/pricing/console-spend.ts';
import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';

export const spendPeriods = ['session', 'today', 'month'] as const;
export type SpendPeriod = (typeof spendPeriods)[number];

/** One line of a table: what was asked, and what it cost. */
export interface SpendLine extends SpentOn {
  readonly key: string;
  /** Null where a period keeps services and no indexes. */
  readonly index: string | null;
  /** Exact; null is unknown, and `why` says why. */
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
  /** Dearest first. */
  readonly byPattern: readonly SpendLine[];
  /** Null: of a single day only services are kept. */
  readonly byScreen: readonly ScreenLine[] | null;
  readonly byService: readonly SpendLine[];
  readonly calls: number;
  readonly rru: number;
  readonly cost: SpendSum;
}

/** What the console itself has spent in a session, a day or a month, by a price book. */
export function periodSpend(
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
    byScreen: withScreens === null ? null : screenLines(withScreens, book),
    byService: lines(rows, ({ pattern }) => ({ pattern: serviceOf(pattern), index: null }), book),
    calls: callsOf(rows),
    rru: rruOf(rows),
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
    .toSorted((a, b) => byUsd(b.usd, a.usd) || b.rru - a.rru || b.calls - a.calls);
}

function screenLines(rows: readonly SpendRow[], book: PriceBook): readonly ScreenLine[] {
  return spendScreens
    .map((screen) => ({ screen, of: rows.filter((row) => row.screen === screen) }))
    .filter(({ of }) => of.length > 0)
    .map(({ screen, of }) => ({ screen, calls: callsOf(of), rru: rruOf(of), cost: sumOfSpend(of, book) }))
    .toSorted((a, b) => byUsd(b.cost.usd, a.cost.usd) || b.calls - a.calls);
}

function callsOf(rows: readonly SpentOn[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

function rruOf(rows: readonly SpentOn[]): number {
  return rows.reduce((sum, { rru }) => sum + rru, 0);
}

/** What is unknown comes after what is known. */
function byUsd(a: string | null, b: string | null): number {
  return compareDecimals(decimal(a ?? '-1'), decimal(b ?? '-1'));
}
