import type { BudgetStanding, MonthRow, UnusualOfRow } from '#shared/contract/month-costs.ts';
import { decimal, decimalText, plus, rounded, sumDecimals } from '#shared/pricing/decimal.ts';
import { costParts, type CostPart } from '#shared/pricing/document-cost.ts';
import { forecastMonth, type CostOfDay, type MonthForecast } from '#shared/pricing/month-forecast.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { readFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { findUnusualCost } from '#shared/pricing/unusual-cost.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import type { SetBudget } from './budgets-file.ts';

/** A day of one workflow or tenant, priced by one book. */
export interface PricedDay {
  readonly day: string;
  /** Exact dollars. */
  readonly usd: string;
  /** The documents that were processed, each time that one was. */
  readonly documents: number;
  readonly unpriced: number;
  readonly parts: Readonly<Record<CostPart, string | null>>;
}

export function pricedDays(days: ReadonlyMap<string, SpendFigures>, book: PriceBook): readonly PricedDay[] {
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, figures]) => {
      const { usage, repeated } = readFigures(figures);
      const { total, unpriced, textract, gapFill, verify, infrastructure } = totalsCost(usage, book);
      return {
        day,
        usd: total,
        unpriced,
        documents: usage.documents + repeated,
        parts: {
          textract,
          gapFill,
          verify,
          infrastructure,
        },
      };
    });
}

export type RowNames = Pick<MonthRow, 'tenantId' | 'name' | 'projectId' | 'workflowId' | 'workflowName'>;

interface Making {
  readonly of: RowNames;
  readonly days: readonly PricedDay[];
  readonly set: SetBudget;
  readonly now: number;
  /** False if newer days may be missing. A forecast would count them as days without costs, so none is made. */
  readonly isWhole?: boolean;
}

/** Sums exactly; only what is estimated of the future or of what is usual is computed with floating point. */
export function makeMonthRow({ of, days, set, now, isWhole = true }: Making): MonthRow {
  const today = new Date(now).toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const own = days.filter(({ day }) => day.startsWith(month));
  const used = sumUsd(own);
  const forecast = isWhole
    ? forecastMonth({
        history: fillDays(days, today),
        used: Number(used),
        today,
        over: (now % aDay) / aDay,
      })
    : null;
  return {
    ...of,
    used,
    documents: own.reduce((sum, { documents }) => sum + documents, 0),
    unpriced: own.reduce((sum, { unpriced }) => sum + unpriced, 0),
    days: days.slice(-daysShown).map(({ day, usd, documents }) => ({ day, usd, documents })),
    forecast: forecast && {
      usd: toUsd(forecast.usd),
      low: toUsd(forecast.low),
      high: toUsd(forecast.high),
      days: forecast.days,
    },
    budget: judgeBudget({ set, month, used, own, forecast }),
    set,
    unusual: describeUnusual(days),
  };
}

const daysShown = 35;
const aDay = 86_400_000;

/** Adds the days without costs between the first day and today. */
function fillDays(days: readonly PricedDay[], today: string): readonly CostOfDay[] {
  const [first] = days;
  if (first === undefined) return [];
  const known = new Map(days.map(({ day, usd }) => [day, Number(usd)]));
  const filled: CostOfDay[] = [];
  for (let at = Date.parse(first.day); at < Date.parse(today); at += aDay) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push({ day, usd: known.get(day) ?? 0 });
  }
  return filled;
}

interface Judging {
  readonly set: SetBudget;
  readonly month: string;
  readonly used: string;
  readonly own: readonly PricedDay[];
  readonly forecast: MonthForecast | null;
}

function judgeBudget({ set, month, used, own, forecast }: Judging): BudgetStanding | null {
  const ofMonth = set.months[month];
  const usd = ofMonth ?? set.usd;
  if (usd === null) return null;
  const { digits, places } = decimal(used);
  const left = plus(decimal(usd), { digits: -digits, places });
  const isOver = left.digits < 0n;
  const usedUpOn = isOver ? findDayUsedUp(own, usd) : findDayAhead(Number(used), Number(usd), forecast);
  return {
    usd,
    isOfMonth: ofMonth !== undefined,
    left: decimalText(left),
    usedUpOn,
    standing: isOver ? 'over' : usedUpOn === null ? 'within' : 'at-risk',
  };
}

function findDayUsedUp(own: readonly PricedDay[], usd: string): string | null {
  let sum = 0;
  for (const one of own) {
    sum += Number(one.usd);
    if (sum > Number(usd)) return one.day;
  }
  return own.at(-1)?.day ?? null;
}

function findDayAhead(used: number, usd: number, forecast: MonthForecast | null): string | null {
  let sum = used;
  for (const one of forecast?.ahead ?? []) {
    sum += one.usd;
    if (sum > usd) return one.day;
  }
  return null;
}

function describeUnusual(days: readonly PricedDay[]): UnusualOfRow | null {
  const found = findUnusualCost(
    days.map(({ day, usd, documents }) => ({ day, documents, usd: Number(usd) })),
  );
  if (found === null) return null;
  const after = days.filter(({ day }) => day >= found.since);
  const from = new Date(Date.parse(found.since) - 28 * aDay).toISOString().slice(0, 10);
  const before = days.filter(({ day }) => day >= from && day < found.since);
  return {
    since: found.since,
    isDearer: found.isDearer,
    each: toUsd(found.each),
    usual: toUsd(found.usual),
    documents: found.documents,
    more: toUsd(found.more),
    comparedDays: found.comparedDays,
    parts: costParts
      .map((part) => ({ part, each: priceEach(after, part), usual: priceEach(before, part) }))
      .toSorted((a, b) => Math.abs(b.each - b.usual) - Math.abs(a.each - a.usual))
      .map(({ part, each, usual }) => ({ part, each: toUsd(each), usual: toUsd(usual) })),
  };
}

function priceEach(days: readonly PricedDay[], part: CostPart): number {
  const documents = days.reduce((sum, one) => sum + one.documents, 0);
  const usd = days.reduce((sum, one) => sum + Number(one.parts[part] ?? 0), 0);
  return documents === 0 ? 0 : usd / documents;
}

function sumUsd(days: readonly PricedDay[]): string {
  return decimalText(sumDecimals(days.map(({ usd }) => decimal(usd))));
}

/** An estimate has no more digits than it is worth. */
function toUsd(value: number): string {
  return decimalText(rounded(decimal(value), 6));
}
