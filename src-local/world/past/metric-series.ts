import type { PastRun } from '../../aws/cloudwatch/past-metrics.ts';

/** A metric in one unit, and what it was over the weeks. */
export interface MetricSeries {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  /** Returns the runs of [from, until) in steps of so many milliseconds. */
  runs(step: number, from: number, until: number): readonly PastRun[];
}

type Named = Pick<MetricSeries, 'namespace' | 'name' | 'dimensions' | 'unit'>;

/** Something that is counted or measured whenever it happens. */
export function happening(named: Named, moments: () => readonly Moment[]): MetricSeries {
  return going(named, () =>
    moments().map(([at, value]) => ({ from: at, until: at + 1, values: [[value, 1]] as const })),
  );
}

/** Something of which there is much for a time. */
export function going(named: Named, spells: () => Iterable<Spell>): MetricSeries {
  return { ...named, runs: (step, from, until) => listSpellRuns(spells(), step, from, until) };
}

/** Something that is read once a minute. */
export function levelSeries(named: Named, changes: () => readonly LevelChange[]): MetricSeries {
  return { ...named, runs: (step, from, until) => listLevelRuns(changes(), step, from, until) };
}

/** A value that was reported once, at a time. */
export type Moment = readonly [at: number, value: number];

/** Values that were reported so often, evenly over a time. */
export interface Spell {
  readonly from: number;
  readonly until: number;
  readonly values: readonly (readonly [value: number, times: number])[];
}

/** A step has as many of a spell as came in it, so that they add up however finely they are asked for. */
export function listSpellRuns(spells: Iterable<Spell>, step: number, from: number, until: number): PastRun[] {
  const steps: Steps = new Map();
  for (const spell of spells) {
    const first = Math.max(from, Math.floor(spell.from / step) * step);
    for (let start = first; start < Math.min(until, spell.until); start += step) {
      for (const [value, times] of spell.values) {
        const here = countBefore(spell, start + step, times) - countBefore(spell, start, times);
        if (here > 0) count(steps, start, value, here);
      }
    }
  }
  return sortRuns(steps);
}

/** The level holds from this time on; undefined means that it is not reported. */
export type LevelChange = readonly [since: number, level: number | undefined];

/** A level that is read at the end of each minute. `changes`: the oldest first. */
export function listLevelRuns(
  changes: readonly LevelChange[],
  step: number,
  from: number,
  until: number,
): PastRun[] {
  const steps: Steps = new Map();
  let at = 0;
  let level: number | undefined;
  for (let start = from; start < until; start += minuteMs) {
    for (; (changes[at]?.[0] ?? Infinity) <= start + minuteMs; at += 1) level = changes[at]?.[1];
    if (level !== undefined) count(steps, Math.floor(start / step) * step, level, 1);
  }
  const runs: PastRun[] = [];
  for (const next of sortRuns(steps)) join(runs, next, step);
  return runs;
}

const minuteMs = 60_000;

/** By the start of each step, how often each value was reported in it. */
type Steps = Map<number, Map<number, number>>;

/** Counts the values before a time, of so many that come evenly. */
function countBefore({ from, until }: Spell, time: number, times: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / (until - from)));
  return Math.ceil(share * times - 1e-9);
}

function count(steps: Steps, start: number, value: number, times: number): void {
  let values = steps.get(start);
  if (!values) steps.set(start, (values = new Map()));
  values.set(value, (values.get(value) ?? 0) + times);
}

function sortRuns(steps: Steps): PastRun[] {
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .map(([start, values]) => summarizeRun(start, values));
}

function summarizeRun(start: number, values: ReadonlyMap<number, number>): PastRun {
  const all = [...values];
  const total = all.reduce((sum, [, times]) => sum + times, 0);
  const sum = all.reduce((whole, [value, times]) => whole + value * times, 0);
  const least = Math.min(...values.keys());
  const most = Math.max(...values.keys());
  return all.length === 1 ? [start, 1, total, sum, least, most] : [start, 1, total, sum, least, most, all];
}

/** Lets the last run grow where the next says the same. */
function join(runs: PastRun[], next: PastRun, step: number): void {
  const last = runs.at(-1);
  const isSame =
    last !== undefined &&
    last[0] + last[1] * step === next[0] &&
    last[6] === undefined &&
    next[6] === undefined &&
    last[2] === next[2] &&
    last[4] === next[4];
  if (isSame) runs[runs.length - 1] = [last[0], last[1] + next[1], last[2], last[3], last[4], last[5]];
  else runs.push(next);
}
