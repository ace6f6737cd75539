import { grouped } from '#shared/domain/grouped-number.ts';
import type { SpendSum } from '#shared/pricing/console-spend.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { tileMoney } from '../book/tile-money.ts';
import type { SpendPeriod } from './spend-sums.ts';

export const periodWords: Readonly<Record<SpendPeriod, string>> = {
  session: 'This session',
  today: 'Today',
  month: 'This month',
};

/** As it goes on after a number of dollars. */
export const periodOf: Readonly<Record<SpendPeriod, string>> = {
  session: 'of this session',
  today: 'of today',
  month: 'of this month',
};

/** "at least $0.00031" where something has no price. */
export function spentText({ usd, unpriced }: SpendSum, places?: number): string {
  const text = places === undefined ? tileMoney(usd) : spendMoney(usd, places);
  return unpriced.length === 0 ? text : `at least ${text}`;
}

/** In a column, points below each other: "$0.0000074", "<$0.0000001". */
export function spendMoney(usd: string, places: number): string {
  return moneyText(usd, { places, tiny: 'sign' });
}

/** So that the dearest line has three digits: looking costs millionths. */
export function spendPlaces(usd: readonly (string | null)[]): number {
  const largest = Math.max(0, ...usd.map((one) => Number(one ?? 0)));
  if (largest === 0) return 2;
  return Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(largest))));
}

export function unpricedWords({ unpriced }: SpendSum): string {
  if (unpriced.length === 0) return '';
  return `Without a price, and in no sum: ${unpriced.join(', ')}.`;
}

/** "1,297 calls, 812.5 RRU" */
export function askedWords(calls: number, rru: number): string {
  const read = rru === 0 ? '' : `, ${grouped(Number(rru.toFixed(1)))} RRU`;
  return `${calls === 1 ? '1 call' : `${grouped(calls)} calls`}${read}`;
}
