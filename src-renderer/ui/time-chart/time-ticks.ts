import type { TimeSpan } from './time-lines.ts';

export interface TimeTick {
  /** From 0 at the beginning to 1 at the end. */
  readonly share: number;
  readonly label: string;
}

/** Round moments of UTC, as many as there is room for. A tick at midnight says the day. */
export function timeTicks(span: TimeSpan, most: number): readonly TimeTick[] {
  const length = span.periodMs * span.count;
  if (length <= 0 || most < 1) return [];
  const step = steps.find((each) => length / each <= most) ?? steps.at(-1) ?? day;
  const ticks: TimeTick[] = [];
  for (let at = Math.ceil(span.from / step) * step; at < span.from + length; at += step) {
    ticks.push({ share: (at - span.from) / length, label: tickLabel(at) });
  }
  return ticks;
}

function tickLabel(at: number): string {
  return at % day === 0 ? dayMonth.format(at) : hourMinute.format(at);
}

/** "14:05", with its day where more than one is shown. */
export function momentWords(at: number, { periodMs, count }: TimeSpan): string {
  return periodMs * count >= day ? `${dayMonth.format(at)}, ${hourMinute.format(at)}` : hourMinute.format(at);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  4 * day,
  7 * day,
];
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hourMinute = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
