import { validationError } from './cloud-watch-errors.ts';

/** AWS JSON has seconds; some clients send ISO 8601. */
export function millisecondsOf(value: number | string): number {
  const time = typeof value === 'number' ? Math.round(value * 1_000) : Date.parse(value);
  if (Number.isFinite(time)) return time;
  throw validationError(`timestamp must follow ISO8601: ${value}`);
}

export function secondsOf(milliseconds: number): number {
  return milliseconds / 1_000;
}

/** `2026-01-05T09:00:00.000+0000`, as in an alarm's data. */
export function longTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+0000');
}

/** `05/01/26 09:00:00`, as in an alarm's reason. */
export function shortTime(milliseconds: number): string {
  const [date = '', time = ''] = new Date(milliseconds).toISOString().slice(2, 19).split('T');
  return `${date.split('-').toReversed().join('/')} ${time}`;
}
