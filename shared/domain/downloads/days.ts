const dayMs = 86_400_000;

/** Batches are kept for 90 days; a day further back has none any more. */
export const daysOfBatches = 90;
/** Files are kept for 30 days. */
export const daysOfFiles = 30;

/** The pipeline's day at a moment, `YYYY-MM-DD`: it begins at midnight UTC, wherever somebody looks from. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** So many days, the oldest first and `day` last. */
export function daysUpTo(day: string, n: number): readonly string[] {
  return Array.from({ length: Math.max(0, n) }, (_, at) => dayAfter(day, at - n + 1));
}

/** The day so many days later, or earlier where `days` is negative. */
export function dayAfter(day: string, days: number): string {
  return utcDayOf(dayBounds(day).from + days * dayMs);
}

/** Epoch milliseconds: from its first to the first of the next. A day of UTC always has 24 hours. */
export function dayBounds(day: string): { readonly from: number; readonly until: number } {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(from)) throw new RangeError(`"${day}" is no day`);
  return { from, until: from + dayMs };
}

/** How many days `day` lies before `today`; negative where it lies ahead. */
export function daysBetween(day: string, today: string): number {
  return (dayBounds(today).from - dayBounds(day).from) / dayMs;
}

/** What a day can still have by the age of its items. */
type DayReach = 'ahead' | 'files and batches' | 'batches alone' | 'nothing';

export function reachOfDay(day: string, today: string): DayReach {
  const age = daysBetween(day, today);
  if (age < 0) return 'ahead';
  if (age > daysOfBatches) return 'nothing';
  return age > daysOfFiles ? 'batches alone' : 'files and batches';
}

/** Before it the pipeline runs no day again: today is one of the days for which files are kept. */
export function oldestRunAgain(today: string): string {
  return dayAfter(today, 1 - daysOfFiles);
}

/** The newest and the oldest day that a strip can be moved to. */
export function daysWithinReach(today: string): { readonly oldest: string; readonly newest: string } {
  return { oldest: dayAfter(today, -daysOfBatches), newest: today };
}
