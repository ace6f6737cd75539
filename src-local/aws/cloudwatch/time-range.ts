import { validationError } from './cloud-watch-errors.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Start and end of a request, undefined where they are the wrong way round; the start is rounded down to what is kept of its age.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
 */
export function timeRange(start: number | string, end: number | string, now: number): TimeRange | undefined {
  const range = { start: toMilliseconds(start), end: toMilliseconds(end) };
  if (range.start >= range.end) return undefined;
  const age = now - range.start;
  if (age > 63 * day) return { ...range, start: roundDown(range.start, 60 * minute) };
  return age > 15 * day ? { ...range, start: roundDown(range.start, 5 * minute) } : range;
}

/**
 * Returns where the first bucket of a period begins: on a minute, or on a division of it. `period` is in
 * milliseconds.
 */
export function firstBucket({ start }: TimeRange, period: number): number {
  return roundDown(start, Math.min(period, minute));
}

/** 1, 5, 10, 20, 30 or a multiple of 60 seconds. */
export function checkPeriod(period: number, at: string): void {
  if ([1, 5, 10, 20, 30].includes(period) || (period > 0 && period % 60 === 0)) return;
  throw validationError(
    `The value ${period} for parameter ${at} is invalid: use 1, 5, 10, 20, 30 or a multiple of 60.`,
  );
}

function roundDown(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

/** AWS JSON sends seconds; some clients send ISO 8601. */
export function toMilliseconds(value: number | string): number {
  const time = typeof value === 'number' ? Math.round(value * 1_000) : Date.parse(value);
  if (Number.isFinite(time)) return time;
  throw validationError(`timestamp must follow ISO8601: ${value}`);
}

export function toSeconds(milliseconds: number): number {
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
