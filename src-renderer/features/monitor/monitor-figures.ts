import type { Charts, Monitor, Series } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { relativeWords } from '#renderer/ui/relative-time.tsx';

interface AlarmFigures {
  readonly firing: number;
  readonly all: number;
  readonly silent: number;
  /** When the newest of those that fire began to. */
  readonly newest: number | null;
}

export function alarmFigures(alarms: NonNullable<Monitor['alarms']>): AlarmFigures {
  const firing = alarms.filter(({ state }) => state === 'ALARM');
  const begins = firing.map(({ since }) => Date.parse(since ?? '')).filter((at) => !Number.isNaN(at));
  return {
    firing: firing.length,
    all: alarms.length,
    silent: alarms.filter(({ state }) => state === 'INSUFFICIENT_DATA').length,
    newest: begins.length === 0 ? null : Math.max(...begins),
  };
}

/** "newest 3 min ago, 2 lack data"; of a list that is not whole nobody can say that none fires. */
export function alarmsSub({ firing, silent, newest }: AlarmFigures, isAll: boolean, now: number): string {
  const lacking = silent === 0 ? [] : [silent === 1 ? '1 lacks data' : `${grouped(silent)} lack data`];
  return [firing === 0 ? describeNone(isAll) : describeNewest(newest, now), ...lacking].join(', ');
}

function describeNone(isAll: boolean): string {
  return isAll ? 'none fires' : 'none of those listed fires';
}

function describeNewest(newest: number | null, now: number): string {
  return newest === null ? 'since when is unknown' : `newest ${relativeWords(newest, now)}`;
}

interface DepthFigures {
  /** Null where no queue has reported anything. */
  readonly depth: number | null;
  readonly full: number;
  readonly unknown: number;
  readonly oldestSeconds: number | null;
}

export function depthFigures(queues: NonNullable<Monitor['deadLetters']>): DepthFigures {
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
  /** Null where nothing was reported in the whole range. */
  readonly sum: number | null;
  readonly spark: readonly (number | null)[];
}

/** Lines of one chart added up, by their labels; undefined where they are not read. */
export function sumFigure(
  charts: Charts | undefined,
  chart: string,
  isWanted: (label: string) => boolean,
): SumFigure | undefined {
  const lines = charts?.series.filter((one) => one.chart === chart && isWanted(one.label)) ?? [];
  if (lines.length === 0) return undefined;
  const whole = addedUp(lines);
  return { sum: total(whole), spark: inBuckets(whole, sparkBars) };
}

export interface NewestFigure extends SumFigure {
  /** Where its period ends; null where nothing was reported. */
  readonly until: number | null;
  /** CloudWatch is a few minutes late; what is older says nothing of now. */
  readonly isOfNow: boolean;
}

/** The newest figure there is of a line, with a spark of its mean. */
export function newestFigure(charts: Charts | undefined, chart: string): NewestFigure | undefined {
  const line = charts?.series.find((one) => one.chart === chart);
  if (charts === undefined || line === undefined) return undefined;
  const period = charts.periodSeconds * 1_000;
  const at = line.values.findLastIndex((value) => value !== null);
  const until = at === -1 ? null : Date.parse(charts.from) + (at + 1) * period;
  return {
    sum: line.values[at] ?? null,
    spark: inBuckets(line.values, sparkBars),
    until,
    isOfNow: until !== null && Date.parse(charts.to) - until <= Math.max(latelyMs, period),
  };
}

const latelyMs = 15 * 60_000;

function addedUp(lines: readonly Series[]): readonly (number | null)[] {
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) => total(lines.map(({ values }) => values[index] ?? null)));
}

/** A gap where a whole stretch was silent; else what was measured in it. */
export function inBuckets(values: readonly (number | null)[], buckets: number): readonly (number | null)[] {
  const size = Math.max(1, Math.ceil(values.length / buckets));
  const found: (number | null)[] = [];
  // Whole ones up to now: one that is short would look like a fall.
  for (let end = values.length; end > 0; end -= size) {
    found.unshift(total(values.slice(Math.max(0, end - size), end)));
  }
  return found;
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

const sparkBars = 18;
