const dayMs = 86_400_000;

/** Every UTC day from one to the other, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}

export function daysInMonth(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** "21 Nov" */
export function shortDay(day: string): string {
  return shortWords.format(Date.parse(day));
}

/** "Saturday, 21 November" */
export function longDay(day: string): string {
  return longWords.format(Date.parse(day));
}

/** "November" */
export function monthName(day: string): string {
  return monthWords.format(Date.parse(day));
}

/** "24 October to 22 November 2026" */
export function formatSpan(from: string, to: string): string {
  if (from === to) return fullWords.format(Date.parse(to));
  const start =
    from.slice(0, 7) === to.slice(0, 7)
      ? dayWords
      : from.slice(0, 4) === to.slice(0, 4)
        ? dayMonthWords
        : fullWords;
  return `${start.format(Date.parse(from))} to ${fullWords.format(Date.parse(to))}`;
}

const utc = { timeZone: 'UTC' } as const;
const shortWords = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
const longWords = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const monthWords = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long' });
const dayWords = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric' });
const dayMonthWords = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long' });
const fullWords = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
