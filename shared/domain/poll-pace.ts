import { moneyText } from '../pricing/money-text.ts';

/** Nothing refreshes by itself more often than once a minute; what is kept by hand is offered as well. */
export function paceChoices(kept: number): readonly number[] {
  return [...new Set([...usual, kept])].toSorted((left, right) => left - right);
}

/** "every minute", "every 5 minutes", "every 90 seconds", "every hour" */
export function paceWords(seconds: number): string {
  if (seconds % 3_600 === 0)
    return seconds === 3_600 ? 'every hour' : `every ${String(seconds / 3_600)} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'every minute' : `every ${String(seconds / 60)} minutes`;
  return `every ${String(seconds)} seconds`;
}

/** What a month costs at another pace: half as often is half as much. Null where the price is not known. */
export function monthAtPace(usdAMonth: string | null, seconds: number, other: number): string | null {
  if (usdAMonth === null) return null;
  return moneyText(((Number(usdAMonth) * seconds) / other).toFixed(12));
}

const usual = [60, 120, 300, 900];
