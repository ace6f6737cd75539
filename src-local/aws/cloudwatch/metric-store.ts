import type { Collection, Store } from '../../journal/store.ts';
import type { MetricPoint } from '../../world/world.ts';
import { addValue, toAggregate, copyAggregate, type Aggregate } from './aggregate.ts';
import { formatMetricKey, type Metric } from './metric.ts';
import { Series, Timeline, type Run, type RunChanges } from './series.ts';
import type { TimeRange } from './time-range.ts';
import {
  series as seriesName,
  namePastPointsCollection,
  type StoredSeries,
  type PastRun,
} from './past-metrics.ts';

/** Steps, count, sum, least, most and, where they differ and are known, the values with their counts. */
type StoredRun = [number, number, number, number, number, [number, number][]?];

/** A growing run is written each time it has grown by this many steps, so a crash costs no more than these. */
const growthBetweenWrites = 15;
const hour = 3_600_000;

/** Holds all data of all metrics in memory. Points that engines report are stored when `keep` is called. */
export class MetricStore {
  readonly #metrics = new Map<string, Series[]>();
  readonly #store: Store;
  readonly #series: Collection<StoredSeries>;
  readonly #points: Collection<StoredRun>;
  readonly #unkept = new Set<Series>();
  readonly #reporters = new Map<string, Series>();
  #lastId = 0;
  #agedAt = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#series = store.collection(seriesName);
    this.#points = store.collection('cloudwatch/points');
    const timelines = new Map<string, Timeline>();
    for (const [id, kept] of this.#series.entries()) {
      const series = this.#remember(id, kept);
      for (const timeline of series.timelines()) timelines.set(`${id}/${timeline.step}`, timeline);
    }
    for (const [key, run] of this.#points.entries()) {
      const slash = key.lastIndexOf('/');
      timelines.get(key.slice(0, slash))?.runs.push(fromStoredRun(Number(key.slice(slash + 1)), run));
    }
    for (const { runs } of timelines.values()) runs.sort((one, other) => one.start - other.start);
  }

  get hasUnkept(): boolean {
    return this.#unkept.size > 0;
  }

  /** The data is stored together with the answer of the call. */
  put(metric: Metric, unit: string, time: number, data: Aggregate, isHighResolution: boolean): void {
    const series = this.#seriesOf(metric, unit);
    this.#keepOne(series);
    if (isHighResolution)
      series.seconds.insert(time, copyAggregate(data), this.#changes(series, series.seconds));
    series.minutes.insert(time, data, this.#changes(series, series.minutes));
  }

  /** The caller does not wait for this to be stored: the next `keep` writes it. */
  report({ namespace, name, dimensions, unit, value, time }: MetricPoint): void {
    const series = this.#reporterOf(namespace, name, dimensions, unit);
    const { minutes } = series;
    const newest = minutes.runs.at(-1);
    if (newest && time >= newest.start && time < minutes.endOf(newest) && newest.steps === 1) {
      addValue(newest.total, value);
    } else if (newest && time < minutes.endOf(newest)) {
      this.put(series.metric, unit, time, toAggregate(value), false);
      return;
    } else {
      if (newest) this.#keepOne(series);
      minutes.insert(time, toAggregate(value), inMemory);
    }
    this.#unkept.add(series);
  }

  keep(now: number): void {
    for (const series of this.#unkept) this.#keepOne(series);
    this.age(now);
  }

  age(now: number): void {
    if (now - this.#agedAt < hour) return;
    this.#agedAt = now;
    this.#reporters.clear();
    for (const [key, all] of this.#metrics) {
      for (const series of all) series.age(now, (timeline) => this.#changes(series, timeline));
      const living = all.filter((series) => series.lastTime !== undefined || this.#unkept.has(series));
      for (const series of all) if (!living.includes(series)) this.#series.delete(series.id);
      if (living.length === 0) this.#metrics.delete(key);
      else this.#metrics.set(key, living);
    }
  }

  /** One series for each unit that the metric was reported in. */
  find(metric: Metric, unit?: string): readonly Series[] {
    const all = this.#metrics.get(formatMetricKey(metric)) ?? [];
    return unit === undefined ? all : all.filter((series) => series.unit === unit);
  }

  /**
   * Combines all units unless one is named, in buckets of `period` milliseconds from the start of the range.
   */
  collect(
    metric: Metric,
    unit: string | undefined,
    { start, end }: TimeRange,
    period: number,
  ): ReadonlyMap<number, Aggregate> {
    const buckets = new Map<number, Aggregate>();
    for (const series of this.find(metric, unit)) series.collect(start, end, period, buckets);
    return buckets;
  }

  all(): Iterable<readonly Series[]> {
    return this.#metrics.values();
  }

  /** Engines name their dimensions in one order, so a key that is quicker to make finds most series. */
  #reporterOf(namespace: string, name: string, dimensions: MetricPoint['dimensions'], unit: string): Series {
    let key = `${namespace}\0${name}\0${unit}`;
    for (const dimension of Object.keys(dimensions)) key += `\0${dimension}\0${dimensions[dimension]}`;
    let series = this.#reporters.get(key);
    if (!series) {
      const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
      series = this.#seriesOf({ Namespace: namespace, MetricName: name, Dimensions }, unit);
      this.#reporters.set(key, series);
    }
    return series;
  }

  #seriesOf(metric: Metric, unit: string): Series {
    const known = this.#metrics.get(formatMetricKey(metric))?.find((series) => series.unit === unit);
    if (known) return known;
    const id = String(this.#lastId + 1);
    const { Namespace, MetricName, Dimensions } = metric;
    const kept: StoredSeries = { Namespace, MetricName, Dimensions, unit };
    this.#series.set(id, kept);
    return this.#remember(id, kept);
  }

  #remember(id: string, kept: StoredSeries): Series {
    const { Namespace, MetricName, Dimensions, unit, toldUntil } = kept;
    this.#lastId = Math.max(this.#lastId, Number(id));
    const told = toldUntil !== undefined && {
      until: toldUntil,
      read: () => readPastTimelines(this.#store, id),
    };
    const series = new Series(id, { Namespace, MetricName, Dimensions }, unit, told || undefined);
    const key = formatMetricKey(series.metric);
    const others = this.#metrics.get(key);
    if (others) others.push(series);
    else this.#metrics.set(key, [series]);
    return series;
  }

  /** Writes the reported data: the newest run, or the growth of the one before it. */
  #keepOne(series: Series): void {
    if (!this.#unkept.delete(series)) return;
    const { minutes } = series;
    const changes = this.#changes(series, minutes);
    const joined = minutes.joinNewest();
    if (joined) {
      if (joined.gone.keptSteps !== undefined) changes.delete(joined.gone);
      if (joined.grown.steps - (joined.grown.keptSteps ?? 0) >= growthBetweenWrites)
        changes.set(joined.grown);
      return;
    }
    const before = minutes.runs.at(-2);
    if (before && before.steps !== before.keptSteps) changes.set(before);
    const newest = minutes.runs.at(-1);
    if (newest) changes.set(newest);
  }

  #changes(series: Series, timeline: Timeline): RunChanges {
    return {
      set: (run) => {
        run.keptSteps = run.steps;
        this.#points.set(formatRunKey(series, timeline, run), toStoredRun(run));
      },
      delete: (run) => this.#points.delete(formatRunKey(series, timeline, run)),
    };
  }
}

const inMemory: RunChanges = { set: () => {}, delete: () => {} };

function formatRunKey(series: Series, timeline: Timeline, run: Run): string {
  return `${series.id}/${timeline.step}/${run.start}`;
}

function toStoredRun({ steps, total: { count, sum, min, max, values } }: Run): StoredRun {
  return values ? [steps, count, sum, min, max, [...values]] : [steps, count, sum, min, max];
}

function fromStoredRun(start: number, [steps, count, sum, min, max, values]: StoredRun): Run {
  return {
    start,
    steps,
    keptSteps: steps,
    total: { count, sum, min, max, ...(values ? { values: new Map(values) } : {}) },
  };
}

/** Past data keeps the resolution it came with: it is not thinned out as it grows old. */
function readPastTimelines(store: Store, seriesId: string): readonly Timeline[] {
  const told = store.collection<readonly PastRun[]>(namePastPointsCollection(seriesId));
  return [...told.entries()].map(([step, runs]) => {
    const timeline = new Timeline(Number(step));
    timeline.runs = runs.map(([start, steps, count, sum, min, max, values]) => ({
      start,
      steps,
      total: { count, sum, min, max, ...(values && { values: new Map(values) }) },
    }));
    return timeline;
  });
}
