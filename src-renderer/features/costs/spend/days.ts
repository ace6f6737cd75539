const dayMs = 86_400_000;

/** Lists every UTC day from one to the other, both included. */
export function listDays(from: string, to: string): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}

export function countDaysInMonth(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** "21 Nov" */
export function formatShortDay(day: string): string {
  return shortFormat.format(Date.parse(day));
}

/** "Saturday, 21 November" */
export function formatLongDay(day: string): string {
  return longFormat.format(Date.parse(day));
}

/** "November" */
export function formatMonth(day: string): string {
  return monthFormat.format(Date.parse(day));
}

/** "24 October to 22 November 2026" */
export function formatSpan(from: string, to: string): string {
  if (from === to) return fullFormat.format(Date.parse(to));
  const start =
    from.slice(0, 7) === to.slice(0, 7)
      ? dayFormat
      : from.slice(0, 4) === to.slice(0, 4)
        ? dayMonthFormat
        : fullFormat;
  return `${start.format(Date.parse(from))} to ${fullFormat.format(Date.parse(to))}`;
}

const utc = { timeZone: 'UTC' } as const;
const shortFormat = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
const longFormat = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const monthFormat = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric' });
const dayMonthFormat = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long' });
const fullFormat = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
