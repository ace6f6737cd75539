import { add, copyAggregate, sameAggregate, type Aggregate } from './aggregate.ts';
import type { Metric } from './metric.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How finely and how long data is kept; what grows too old for one tier goes on in the next, coarser one.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_concepts.html#metrics-retention
 */
const tiers = [
  { step: minute, age: 15 * day },
  { step: 5 * minute, age: 63 * day },
  { step: hour, age: 455 * day },
] as const;
const secondsKeptFor = 3 * hour;

/** Past data precedes everything that was put or reported. */
interface PastData {
  readonly until: number;
  read(): readonly Timeline[];
}

/** One metric in one unit. */
export class Series {
  readonly id: string;
  readonly metric: Metric;
  readonly unit: string;
  /** Holds only data that was put with a storage resolution of one second. */
  readonly seconds = new Timeline(second);
  readonly tiers = tiers.map(({ step }) => new Timeline(step));

  readonly #told: PastData | undefined;
  #toldTimelines: readonly Timeline[] | undefined;

  constructor(id: string, metric: Metric, unit: string, told?: PastData) {
    this.id = id;
    this.metric = metric;
    this.unit = unit;
    this.#told = told;
  }

  get minutes(): Timeline {
    return this.tiers[0] ?? this.seconds;
  }

  /** The time at which data was last put; undefined if never. */
  get lastTime(): number | undefined {
    for (const timeline of this.tiers) {
      const newest = timeline.runs.at(-1);
      if (newest) return timeline.endOf(newest) - timeline.step;
    }
    return this.#told?.until;
  }

  timelines(): readonly Timeline[] {
    return [this.seconds, ...this.tiers];
  }

  /** [from, to) in buckets of `period` milliseconds. A tier coarser than the period has nothing to say. */
  collect(from: number, to: number, period: number, buckets: Map<number, Aggregate>): void {
    this.#collectTold(from, to, period, buckets);
    if (period < minute && this.seconds.runs.length > 0) {
      this.seconds.collect(from, to, period, buckets);
      return;
    }
    for (const [index, timeline] of this.tiers.entries()) {
      if (index === 0 || (timeline.step <= period && period % timeline.step === 0)) {
        timeline.collect(from, to, period, buckets);
      }
    }
  }

  #collectTold(from: number, to: number, period: number, buckets: Map<number, Aggregate>): void {
    if (!this.#told || from > this.#told.until) return;
    this.#toldTimelines ??= this.#told.read();
    for (const timeline of this.#toldTimelines) {
      if (period % timeline.step === 0) timeline.collect(from, to, period, buckets);
    }
  }

  age(now: number, changesOf: (timeline: Timeline) => RunChanges): void {
    this.seconds.cut(Math.floor((now - secondsKeptFor) / second) * second, changesOf(this.seconds));
    for (const [index, { age }] of tiers.entries()) {
      const timeline = this.tiers[index];
      const next = this.tiers[index + 1];
      if (!timeline) return;
      const step = next?.step ?? timeline.step;
      const limit = Math.floor((now - age) / step) * step;
      const oldest = timeline.runs[0];
      if (!oldest || oldest.start >= limit) continue;
      if (next) moveOn(timeline, oldest, limit, next, changesOf(next));
      timeline.cut(limit, changesOf(timeline));
    }
  }
}

function moveOn(from: Timeline, oldest: Run, limit: number, to: Timeline, changes: RunChanges): void {
  const buckets = new Map<number, Aggregate>();
  from.collect(Math.floor(oldest.start / to.step) * to.step, limit, to.step, buckets);
  const touched = new Set<Run>();
  const once: RunChanges = {
    set: (run) => touched.add(run),
    delete(run) {
      touched.delete(run);
      changes.delete(run);
    },
  };
  for (const [time, total] of buckets) to.append(time, total, once);
  for (const run of touched) changes.set(run);
}

/** The same aggregate for each of so many steps: a queue that stays empty all night is one run. */
export interface Run {
  readonly start: number;
  steps: number;
  readonly total: Aggregate;
  /** The number of its steps that were last stored; left out for none. */
  keptSteps?: number;
}

/** Receives each change to the runs, so that it can be stored. */
export interface RunChanges {
  set(run: Run): void;
  delete(run: Run): void;
}

/** Aggregates in order of time, one for each step (a second, a minute, …) that has data. */
export class Timeline {
  readonly step: number;
  runs: Run[] = [];

  constructor(step: number) {
    this.step = step;
  }

  endOf(run: Run): number {
    return run.start + run.steps * this.step;
  }

  /** Puts data into the step that `time` lies in. */
  insert(time: number, data: Aggregate, changes: RunChanges): void {
    const start = Math.floor(time / this.step) * this.step;
    const at = this.#lastNotAfter(start);
    const run = this.runs[at];
    if (!run || this.endOf(run) <= start) {
      const added = { start, steps: 1, total: data };
      this.runs.splice(at + 1, 0, added);
      changes.set(added);
      return;
    }
    const own = this.#isolate(run, at, start, changes);
    add(own.total, data);
    changes.set(own);
  }

  /** Adds data that arrives in order of time: equal data extends the newest run. */
  append(time: number, data: Aggregate, changes: RunChanges): void {
    const newest = this.runs.at(-1);
    if (!newest || this.endOf(newest) !== time || !sameAggregate(newest.total, data)) {
      this.insert(time, data, changes);
      return;
    }
    newest.steps += 1;
    changes.set(newest);
  }

  /**
   * Extends the last run but one by the newest if both are equal. Returns the extended run as it was, and the
   * run that is gone.
   */
  joinNewest(): { readonly grown: Run; readonly gone: Run } | undefined {
    const newest = this.runs.at(-1);
    const before = this.runs.at(-2);
    if (!newest || !before || newest.steps > 1) return undefined;
    if (this.endOf(before) !== newest.start || !sameAggregate(before.total, newest.total)) return undefined;
    this.runs.pop();
    before.steps += 1;
    return { grown: before, gone: newest };
  }

  /** Adds the data in [from, to) to the buckets of `period` that begin at `from`. */
  collect(from: number, to: number, period: number, buckets: Map<number, Aggregate>): void {
    for (let at = Math.max(0, this.#lastNotAfter(from)); at < this.runs.length; at += 1) {
      const run = this.runs[at];
      if (!run || run.start >= to) return;
      const first = Math.max(0, Math.ceil((from - run.start) / this.step));
      const last = Math.min(run.steps, Math.ceil((to - run.start) / this.step));
      for (let step = first; step < last;) {
        const time = run.start + step * this.step;
        const bucket = from + Math.floor((time - from) / period) * period;
        const until = Math.min(last, step + Math.ceil((bucket + period - time) / this.step));
        const whole = buckets.get(bucket);
        if (whole) add(whole, run.total, until - step);
        else buckets.set(bucket, copyAggregate(run.total, until - step));
        step = until;
      }
    }
  }

  /** Removes all data before `time`, which must be a boundary of steps. */
  cut(time: number, changes: RunChanges): void {
    const old = this.runs.findIndex(({ start }) => start >= time);
    const gone = this.runs.splice(0, old === -1 ? this.runs.length : old);
    for (const run of gone) changes.delete(run);
    const last = gone.at(-1);
    const left = last ? (this.endOf(last) - time) / this.step : 0;
    if (!last || left <= 0) return;
    const rest = { start: time, steps: left, total: last.total };
    this.runs.unshift(rest);
    changes.set(rest);
  }

  #isolate(run: Run, at: number, start: number, changes: RunChanges): Run {
    if (run.steps === 1) return run;
    const before = (start - run.start) / this.step;
    const after = run.steps - before - 1;
    const parts: Run[] = [];
    if (before > 0) parts.push({ start: run.start, steps: before, total: run.total });
    const own = { start, steps: 1, total: copyAggregate(run.total) };
    parts.push(own);
    if (after > 0) parts.push({ start: start + this.step, steps: after, total: copyAggregate(run.total) });
    this.runs.splice(at, 1, ...parts);
    changes.delete(run);
    for (const part of parts) changes.set(part);
    return own;
  }

  /** Finds the last run that does not begin after `time`; -1 for none. */
  #lastNotAfter(time: number): number {
    let low = 0;
    let high = this.runs.length;
    // Nearly all queries are about the newest data.
    if ((this.runs.at(-1)?.start ?? Number.POSITIVE_INFINITY) <= time) return high - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle]?.start ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
