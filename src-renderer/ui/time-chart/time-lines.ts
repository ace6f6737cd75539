import type { SeriesTone } from '../chart/chart-data.ts';

/** All charts of a page share these periods; the first begins at `from`. */
export interface TimeSpan {
  /** The time is in milliseconds since 1970. */
  readonly from: number;
  readonly periodMs: number;
  readonly count: number;
}

export interface TimeLine {
  readonly id: string;
  readonly title: string;
  readonly tone: SeriesTone;
  /** There is one value for each period; null means that nothing was reported, which is not 0. */
  readonly values: readonly (number | null)[];
  /** The problem says in a sentence why the line is incomplete. */
  readonly problem?: string | undefined;
}

export type TimeKind = 'lines' | 'bars';

/** A stretch goes from the first period to the last, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Returns the stretches that were reported without a pause. Each is drawn separately, so that a gap stays a gap. */
export function measuredStretches(values: readonly (number | null)[]): readonly Stretch[] {
  return stretchesWhere(values.length, (index) => (values[index] ?? null) !== null);
}

/** Returns the stretches in which no line has a figure. They are marked, since an empty chart could also mean zeros. */
export function silentStretches(lines: readonly TimeLine[], { count }: TimeSpan): readonly Stretch[] {
  return stretchesWhere(count, (index) => lines.every(({ values }) => (values[index] ?? null) === null));
}

function stretchesWhere(count: number, isSo: (index: number) => boolean): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let index = 0; index < count; index += 1) {
    if (!isSo(index)) continue;
    const before = found.at(-1);
    if (before?.last === index - 1) found[found.length - 1] = { first: before.first, last: index };
    else found.push({ first: index, last: index });
  }
  return found;
}

/** Returns the largest drawn value; bars are stacked. */
export function findMost(lines: readonly TimeLine[], kind: TimeKind, { count }: TimeSpan, least = 0): number {
  let most = least;
  for (let index = 0; index < count; index += 1) {
    const values = lines.map(({ values: all }) => all[index] ?? 0);
    most = Math.max(most, kind === 'lines' ? Math.max(0, ...values) : values.reduce((a, b) => a + b, 0));
  }
  return most;
}

/** Returns the newest figure, or null if there is none. */
export function findNewest({ values }: TimeLine): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

/** Returns the place of the newest figure if it is too old to describe the end of the chart. */
export function oldNewest({ values }: TimeLine, { periodMs }: TimeSpan): number | null {
  const at = values.findLastIndex((value) => value !== null);
  const silentMs = (values.length - 1 - at) * periodMs;
  return at === -1 || silentMs <= Math.max(lateMs, periodMs) ? null : at;
}

/** CloudWatch reports some metrics a few minutes late. */
const lateMs = 15 * 60_000;

/** Adds up the measured values, and returns null if there are none. */
export function sumLine({ values }: TimeLine): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export function findStart({ from, periodMs }: TimeSpan, index: number): number {
  return from + index * periodMs;
}

/** Returns the period of a time, or null if it is outside the span. */
export function findPeriod(at: number, { from, periodMs, count }: TimeSpan): number | null {
  const period = Math.floor((at - from) / periodMs);
  return period >= 0 && period < count ? period : null;
}

/** Returns the period at a place on the drawing, limited to those that exist. */
export function periodAt(place: number, width: number, { count }: TimeSpan): number {
  if (width <= 0 || count <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((place / width) * count)));
}

/** Lines are also told apart without colour, because each is dashed differently. */
export function findDash(index: number): string | undefined {
  return dashes[index % dashes.length];
}

const dashes = [undefined, '5 2.5', '1.5 2', '7 2 1.5 2', '3 1.5', '9 3'];

interface TimeTick {
  /** The share goes from 0 at the beginning to 1 at the end. */
  readonly share: number;
  readonly label: string;
}

/** Returns round UTC times, as many as there is room for. A tick at midnight shows the day. */
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

/** Returns for example "14:05", with the day if the span is a day or longer. */
export function formatMoment(at: number, { periodMs, count }: TimeSpan): string {
  return periodMs * count >= day ? `${dayMonth.format(at)}, ${hourMinute.format(at)}` : hourMinute.format(at);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  minute,
  2 * minute,
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
