import { daysInMonth, monthName } from './days.ts';
import type { DaySpend } from './groups.ts';
import { addUsd, scaledUsd } from './part-usd.ts';

/** What a whole month costs if every day of it is like the last whole days. */
export interface Forecast {
  readonly usd: string;
  readonly from: string;
  readonly to: string;
  readonly wholeDays: number;
  /** That today is in: "November". */
  readonly month: string;
  readonly daysOfMonth: number;
}

/** So that a week's rhythm is in it, once. */
const mostDays = 7;

/** Null while no day is whole: a part of a day says nothing about a month. */
export function monthAtThisPace(days: readonly DaySpend[]): Forecast | null {
  const whole = days.filter(({ isPartial }) => !isPartial).slice(-mostDays);
  const [first] = whole;
  const last = whole.at(-1);
  const today = days.at(-1);
  if (first === undefined || last === undefined || today === undefined) return null;
  const usd = whole.reduce<string | null>((sum, { spend }) => addUsd(sum, spend.total), null) ?? '0';
  const daysOfMonth = daysInMonth(today.day);
  return {
    usd: scaledUsd(usd, daysOfMonth, whole.length),
    from: first.day,
    to: last.day,
    wholeDays: whole.length,
    month: monthName(today.day),
    daysOfMonth,
  };
}
