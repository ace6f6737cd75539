import type { Aggregate } from './aggregate.ts';
import { Timeline, type Run, type RunChanges } from './timeline.ts';
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

/** What lies before all that was put or reported. */
interface ToldBefore {
  readonly until: number;
  read(): readonly Timeline[];
}

/** One metric in one unit. */
export class Series {
  readonly id: string;
  readonly metric: Metric;
  readonly unit: string;
  /** Only for data that was put with a storage resolution of one second. */
  readonly seconds = new Timeline(second);
  readonly tiers = tiers.map(({ step }) => new Timeline(step));

  readonly #told: ToldBefore | undefined;
  #toldTimelines: readonly Timeline[] | undefined;

  constructor(id: string, metric: Metric, unit: string, told?: ToldBefore) {
    this.id = id;
    this.metric = metric;
    this.unit = unit;
    this.#told = told;
  }

  get minutes(): Timeline {
    return this.tiers[0] ?? this.seconds;
  }

  /** When data was last put; undefined for never. */
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
