/** "Sunday 22 November 2026, 19:41 UTC": the day is the pipelines', wherever somebody sits. */
export function momentWords(at: number): string {
  return `${days.format(at).replace(',', '')}, ${clockWords(at)} UTC`;
}

/** "19:41" */
export function clockWords(at: number): string {
  return clocks.format(at);
}

/** "19:41" within a day of now, so that midnight changes nothing; "21 Nov" of what is longer ago. */
export function shortMoment(text: string | null, now: number): string | null {
  const at = Date.parse(text ?? '');
  if (Number.isNaN(at)) return null;
  return Math.abs(now - at) < dayMs ? clockWords(at) : shortDays.format(at);
}

/** "Sunday, 15:00 to 16:00 UTC" */
export function hourWords(at: number): string {
  return `${weekdays.format(at)}, ${clockWords(at)} to ${clockWords(at + hourMs)} UTC`;
}

/** "15" */
export function hourLabel(at: number): string {
  return clockWords(at).slice(0, 2);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const utc = { timeZone: 'UTC', hourCycle: 'h23' } as const;
const days = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const weekdays = new Intl.DateTimeFormat('en-GB', { ...utc, weekday: 'long' });
const shortDays = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
const clocks = new Intl.DateTimeFormat('en-GB', { ...utc, hour: '2-digit', minute: '2-digit' });
