import type { Spend } from '#shared/contract/spend.ts';
import { sumOfSpend } from '#shared/pricing/console-spend.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';

export interface SpendDay {
  readonly day: string;
  /** Exact dollars. */
  readonly tables: string;
  readonly others: string;
}

/** Every day from the first that is kept until today; on a day that is not kept nothing was asked. */
export function spendByDay(days: Spend['days'], today: string, book: PriceBook): readonly SpendDay[] {
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
