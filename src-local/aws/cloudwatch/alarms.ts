import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { computeStatistic } from './aggregate.ts';
import { AlarmHistory } from './alarm-history.ts';
import { comparisonWith, decideState, stateWithReason, type AlarmDatapoint } from './alarm-state.ts';
import {
  getEvaluationInterval,
  getPeriodMs,
  getMissingDataTreatment,
  type Alarm,
  type AlarmSettings,
  type AlarmState,
} from './alarm.ts';
import type { Expression } from './metric-math.ts';
import { checkQueries, runQueries, type MetricDataQuery } from './metric-data-queries.ts';
import type { MetricStore } from './metric-store.ts';
import { alarms } from './past-metrics.ts';

const unchecked: AlarmState = {
  StateValue: 'INSUFFICIENT_DATA',
  StateReason: 'Unchecked: Initial alarm creation',
};

/** Holds all alarms of this account, their states and their history. */
export class Alarms {
  readonly history: AlarmHistory;
  readonly #world: World;
  readonly #metrics: MetricStore;
  readonly #alarms: Collection<Alarm>;
  readonly #onChange: () => void;

  constructor(world: World, metrics: MetricStore, onChange: () => void) {
    this.#world = world;
    this.#metrics = metrics;
    this.#alarms = world.store.collection(alarms);
    this.#onChange = onChange;
    this.history = new AlarmHistory(world.store);
  }

  get size(): number {
    return this.#alarms.size;
  }

  /** The interval of the most frequently evaluated alarm, in milliseconds. */
  get evaluationInterval(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const [name, { settings = this.find(name)?.settings }] of this.#alarms.shown()) {
      if (settings) least = Math.min(least, getEvaluationInterval(settings));
    }
    return least;
  }

  find(name: string): Alarm | undefined {
    return this.#alarms.get(name);
  }

  byArn(arn: string): Alarm | undefined {
    for (const alarm of this.#alarms.values()) if (alarm.arn === arn) return alarm;
    return undefined;
  }

  /** Lists the alarms by name. */
  all(): Alarm[] {
    return [...this.#alarms.values()].toSorted((one, other) =>
      one.settings.AlarmName < other.settings.AlarmName ? -1 : 1,
    );
  }

  /** An alarm that exists keeps its state and its tags. */
  put(settings: AlarmSettings, tags: Alarm['tags']): void {
    const { account, region, clock } = this.#world;
    const now = clock.now();
    const known = this.#alarms.get(settings.AlarmName);
    const alarm: Alarm = known
      ? { ...known, settings, configuredAt: now }
      : {
          arn: `arn:aws:cloudwatch:${region}:${account}:alarm:${settings.AlarmName}`,
          settings,
          state: unchecked,
          configuredAt: now,
          stateUpdatedAt: now,
          stateChangedAt: now,
          tags,
        };
    this.#alarms.set(settings.AlarmName, alarm);
    this.history.configured(alarm, known ? 'Update' : 'Create', now);
    this.#onChange();
  }

  tag(alarm: Alarm, tags: Alarm['tags']): void {
    this.#alarms.set(alarm.settings.AlarmName, { ...alarm, tags });
  }

  delete(name: string): void {
    const alarm = this.#alarms.get(name);
    if (!alarm) return;
    this.#alarms.delete(name);
    this.history.configured(alarm, 'Delete', this.#world.clock.now());
  }

  setState(alarm: Alarm, state: AlarmState): void {
    const now = this.#world.clock.now();
    const hasChanged = state.StateValue !== alarm.state.StateValue;
    const stateChangedAt = hasChanged ? now : alarm.stateChangedAt;
    this.#alarms.set(alarm.settings.AlarmName, { ...alarm, state, stateUpdatedAt: now, stateChangedAt });
    if (!hasChanged) return;
    this.history.stateChanged(alarm, alarm.state, state, now);
    if (!alarm.settings.ActionsEnabled) return;
    for (const action of listActionsFor(alarm.settings, state)) this.history.acted(alarm, action, now);
  }

  /** Evaluates the alarms that are due at `due`. */
  evaluate(due: number): void {
    const now = this.#world.clock.now();
    for (const alarm of this.#alarms.values()) {
      if (due % getEvaluationInterval(alarm.settings) !== 0) continue;
      const state = evaluateAlarm(alarm, this.#metrics, now);
      if (state) this.setState(alarm, state);
    }
  }
}

function listActionsFor(settings: AlarmSettings, { StateValue }: AlarmState): readonly string[] {
  if (StateValue === 'OK') return settings.OKActions;
  return StateValue === 'ALARM' ? settings.AlarmActions : settings.InsufficientDataActions;
}

/**
 * CloudWatch looks back further than it needs, to bridge gaps. It does not say how far; its examples use two
 * periods.
 */
const furtherBack = 2;

/**
 * The state that an alarm should be in; undefined where that is the one it is in.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
function evaluateAlarm(
  { settings, state }: Pick<Alarm, 'settings' | 'state'>,
  metrics: MetricStore,
  now: number,
): AlarmState | undefined {
  const period = getPeriodMs(settings);
  const { EvaluationPeriods: evaluationPeriods } = settings;
  const step = Math.min(period, getEvaluationInterval(settings));
  const end = Math.floor(now / step) * step;
  const start = end - (evaluationPeriods + furtherBack) * period;
  const points = settings.Metrics
    ? mathPoints(settings.Metrics, metrics, start, end)
    : metricPoints(settings, metrics, start, end, period);
  const range: (AlarmDatapoint | undefined)[] = [];
  for (let time = end - period; time >= start; time -= period) range.push(points.get(time));
  const verdict = decideState(range, {
    evaluationPeriods,
    datapointsToAlarm: settings.DatapointsToAlarm ?? evaluationPeriods,
    treatMissingData: getMissingDataTreatment(settings),
    breaches: comparisonWith(settings.ComparisonOperator, settings.Threshold),
  });
  if (verdict.state === undefined || verdict.state === state.StateValue) return undefined;
  return stateWithReason(verdict.state, verdict, settings, now, end);
}

function metricPoints(
  settings: AlarmSettings,
  metrics: MetricStore,
  start: number,
  end: number,
  period: number,
): ReadonlyMap<number, AlarmDatapoint> {
  const { Namespace = '', MetricName = '', Dimensions, Unit } = settings;
  const metric = { Namespace, MetricName, Dimensions };
  const points = new Map<number, AlarmDatapoint>();
  for (const [time, data] of metrics.collect(metric, Unit, { start, end }, period)) {
    const value = computeStatistic(data, settings.Statistic ?? settings.ExtendedStatistic ?? '');
    if (value !== undefined) points.set(time, { time, value, sampleCount: data.count });
  }
  return points;
}

/** Expressions are parsed once for each alarm that is set, not once a minute. */
const readExpressions = new WeakMap<readonly MetricDataQuery[], ReadonlyMap<string, Expression>>();

function mathPoints(
  queries: readonly MetricDataQuery[],
  metrics: MetricStore,
  start: number,
  end: number,
): ReadonlyMap<number, AlarmDatapoint> {
  const expressions = readExpressions.get(queries) ?? checkQueries(queries, 'Metrics');
  readExpressions.set(queries, expressions);
  const watched = runQueries(queries, expressions, metrics, { start, end }).find(
    ({ query }) => query.ReturnData ?? true,
  );
  const points = watched?.series.points ?? new Map<number, number>();
  return new Map([...points].map(([time, value]) => [time, { time, value }]));
}
