import type { Charts, Monitor, Series } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { messages } from './messages.ts';

interface AlarmFigures {
  readonly firing: number;
  readonly all: number;
  readonly silent: number;
  /** The time at which the newest of the firing alarms began to fire. */
  readonly newest: number | null;
}

export function countAlarms(alarms: NonNullable<Monitor['alarms']>): AlarmFigures {
  const firing = alarms.filter(({ state }) => state === 'ALARM');
  const begins = firing.map(({ since }) => Date.parse(since ?? '')).filter((at) => !Number.isNaN(at));
  return {
    firing: firing.length,
    all: alarms.length,
    silent: alarms.filter(({ state }) => state === 'INSUFFICIENT_DATA').length,
    newest: begins.length === 0 ? null : Math.max(...begins),
  };
}

/** "newest 3 min ago, 2 lack data". An incomplete list cannot say that no alarm fires. */
export function describeAlarms(
  { firing, silent, newest }: AlarmFigures,
  isAll: boolean,
  now: number,
): string {
  const lacking = silent === 0 ? [] : [silent === 1 ? '1 lacks data' : `${grouped(silent)} lack data`];
  return [firing === 0 ? describeNone(isAll) : describeNewest(newest, now), ...lacking].join(', ');
}

function describeNone(isAll: boolean): string {
  return isAll ? 'none firing' : messages.figures.noneListedFiring;
}

function describeNewest(newest: number | null, now: number): string {
  return newest === null ? messages.figures.sinceUnknown : `newest ${formatRelativeTime(newest, now)}`;
}

interface DepthFigures {
  /** Null if no queue has reported anything. */
  readonly depth: number | null;
  readonly full: number;
  readonly unknown: number;
  readonly oldestSeconds: number | null;
}

export function sumDepths(queues: NonNullable<Monitor['deadLetters']>): DepthFigures {
  const known = queues.filter(({ depth }) => depth !== null);
  const full = known.filter(({ depth }) => depth !== 0);
  const ages = full.flatMap(({ oldestSeconds }) => oldestSeconds ?? []);
  return {
    depth: known.length === 0 ? null : full.reduce((sum, { depth }) => sum + (depth ?? 0), 0),
    full: full.length,
    unknown: queues.length - known.length,
    oldestSeconds: ages.length === 0 ? null : Math.max(...ages),
  };
}

export interface SumFigure {
  /** Null if nothing was reported in the whole range. */
  readonly sum: number | null;
  /** CloudWatch did not return every line in full, so a sum is at least this much. */
  readonly hasProblem: boolean;
  readonly spark: readonly (number | null)[];
}

/** Adds up the lines of a chart with these labels; undefined if they were not read. */
export function sumFigure(
  charts: Charts | undefined,
  chart: string,
  isWanted: (label: string) => boolean,
): SumFigure | undefined {
  const lines = charts?.series.filter((one) => one.chart === chart && isWanted(one.label)) ?? [];
  if (lines.length === 0) return undefined;
  const whole = addUpLines(lines);
  return {
    sum: sumValues(whole),
    hasProblem: lines.some(({ problem }) => problem !== null),
    spark: sumInBuckets(whole, sparkBars),
  };
}

/** "3 failed", "at least 3 failed". A line without values says that there were no failures only if it was read. */
export function describeFailed(failed: SumFigure | undefined): string {
  const { sum, hasProblem } = failed ?? { sum: null, hasProblem: false };
  if (sum !== null) return `${formatSum(sum, hasProblem)} failed`;
  return hasProblem ? messages.figures.failuresNotRead : messages.figures.noFailures;
}

/** "of 12 started", "of at least 12 started"; undefined if none was reported. */
export function describeStarted(started: SumFigure | undefined): string | undefined {
  if (started === undefined || started.sum === null) return undefined;
  return `of ${formatSum(started.sum, started.hasProblem)} started`;
}

function formatSum(sum: number, isAtLeast: boolean): string {
  return `${isAtLeast ? 'at least ' : ''}${grouped(sum)}`;
}

/** Describes a figure without a sum. It reports nothing only if it was read. */
export function describeMissingSum(
  { hasProblem }: Pick<SumFigure, 'hasProblem'>,
  notRead: string,
): { readonly value: string; readonly sub: string } {
  return hasProblem
    ? { value: 'unknown', sub: notRead }
    : { value: 'no data', sub: messages.figures.nothingInRange };
}

export interface NewestFigure extends SumFigure {
  /** The end of its period; null if nothing was reported. */
  readonly until: number | null;
  /** CloudWatch lags a few minutes. An older figure says nothing of the present. */
  readonly isOfNow: boolean;
}

/** Returns the newest figure of a line with a spark of its mean. */
export function findNewestFigure(charts: Charts | undefined, chart: string): NewestFigure | undefined {
  const line = charts?.series.find((one) => one.chart === chart);
  if (charts === undefined || line === undefined) return undefined;
  const period = charts.periodSeconds * 1_000;
  const at = line.values.findLastIndex((value) => value !== null);
  const until = at === -1 ? null : Date.parse(charts.from) + (at + 1) * period;
  return {
    sum: line.values[at] ?? null,
    hasProblem: line.problem !== null,
    spark: sumInBuckets(line.values, sparkBars),
    until,
    isOfNow: until !== null && Date.parse(charts.to) - until <= Math.max(latelyMs, period),
  };
}

const latelyMs = 15 * 60_000;

function addUpLines(lines: readonly Series[]): readonly (number | null)[] {
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) =>
    sumValues(lines.map(({ values }) => values[index] ?? null)),
  );
}

/** Adds up the values of each stretch. A stretch without any value stays a gap. */
export function sumInBuckets(
  values: readonly (number | null)[],
  buckets: number,
): readonly (number | null)[] {
  const size = Math.max(1, Math.ceil(values.length / buckets));
  const found: (number | null)[] = [];
  // Stretches are counted back from the end, because a short last one would look like a fall.
  for (let end = values.length; end > 0; end -= size) {
    found.unshift(sumValues(values.slice(Math.max(0, end - size), end)));
  }
  return found;
}

function sumValues(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

const sparkBars = 18;
