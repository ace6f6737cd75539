import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { configurationItem, stateUpdateItem, type HistoryItem } from '../../aws/cloudwatch/alarm-history.ts';
import {
  getPeriodMs,
  getMissingDataTreatment,
  type Alarm,
  type AlarmSettings,
  type AlarmState,
} from '../../aws/cloudwatch/alarm.ts';
import { alarmHistory, alarms } from '../../aws/cloudwatch/past-metrics.ts';
import { Later, type Told } from '../../journal/told.ts';
import { extractionAlarms } from '../../pipelines/extraction/alarms.ts';
import {
  comparisonWith,
  decideState,
  stateWithReason,
  type AlarmDatapoint,
} from '../../aws/cloudwatch/alarm-state.ts';
import { once } from './lazy-telling.ts';
import { listSeries, stateMachineArn, weeksTold } from './metrics.ts';
import type { Weeks, WeeksFacts } from './weeks.ts';
import type { MetricSeries } from './metric-series.ts';

/** The alarms, put a fortnight ago, their states, and what became of them since: by the metrics that are told. */
export function tellAlarms(facts: WeeksFacts, weeks: () => Weeks): Told {
  const all = once(() => listAlarms(facts, weeks));
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      alarms,
      () =>
        listSettings(facts).map((settings, place) => [
          settings.AlarmName,
          // Its state takes all that ever happened to it.
          new Later(() => ({ ...all()[place]?.alarm }), { settings }),
        ]),
    ],
    [
      alarmHistory,
      () =>
        all()
          .flatMap(({ history }) => history)
          .toSorted((one, other) => one.time - other.time)
          .map((item, index) => [String(index + 1).padStart(12, '0'), item]),
    ],
  ]);
}

interface AlarmRecord {
  readonly alarm: Alarm;
  readonly history: readonly HistoryItem[];
}

function listAlarms(facts: WeeksFacts, weeks: () => Weeks): AlarmRecord[] {
  const { region, account, anchor } = facts;
  const series = listSeries(facts, weeks);
  const since = anchor - weeksTold;
  return listSettings(facts).map((settings) => {
    const arn = `arn:aws:cloudwatch:${region}:${account}:alarm:${settings.AlarmName}`;
    const watched = series.find((one) => isWatchedBy(settings, one));
    const states = [{ at: since, state: unchecked }, ...listStates(settings, watched, since, anchor)];
    return createAlarmRecord({ arn, settings, configuredAt: since, tags: [] }, states);
  });
}

/** Returns the settings as the pipeline puts them. */
function listSettings(facts: WeeksFacts): AlarmSettings[] {
  return extractionAlarms(namesByConvention('sandbox'), stateMachineArn(facts)).map(toAlarmSettings);
}

function createAlarmRecord(
  fixed: Pick<Alarm, 'arn' | 'settings' | 'configuredAt' | 'tags'>,
  states: readonly StateSince[],
): AlarmRecord {
  const then = states.map(({ at, state }): Alarm => ({
    ...fixed,
    state,
    stateUpdatedAt: at,
    stateChangedAt: at,
  }));
  const history = then.map((alarm, index) => {
    const before = then[index - 1];
    return before
      ? stateUpdateItem(before, before.state, alarm.state, alarm.stateChangedAt)
      : configurationItem(alarm, 'Create', alarm.configuredAt);
  });
  const alarm = then.at(-1);
  if (!alarm) throw new Error('An alarm has a state from the beginning');
  return { alarm, history };
}

/** The state after PutMetricAlarm. */
const unchecked: AlarmState = {
  StateValue: 'INSUFFICIENT_DATA',
  StateReason: 'Unchecked: Initial alarm creation',
};

function toAlarmSettings(put: ReturnType<typeof extractionAlarms>[number]): AlarmSettings {
  const settings = {
    Dimensions: [],
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    ActionsEnabled: true,
    ...put,
  };
  // The SDK's type leaves open what the engine has checked.
  return settings as unknown as AlarmSettings;
}

function isWatchedBy(settings: AlarmSettings, { namespace, name, dimensions }: MetricSeries): boolean {
  return (
    namespace === settings.Namespace &&
    name === settings.MetricName &&
    settings.Dimensions.length === Object.keys(dimensions).length &&
    settings.Dimensions.every(({ Name, Value }) => dimensions[Name] === Value)
  );
}

interface StateSince {
  readonly at: number;
  readonly state: AlarmState;
}

/** CloudWatch looks back further than it needs; the engine by two periods. */
const furtherBack = 2;

/** Lists each change of state in [from, until), as the engine would have decided it, minute by minute. */
function listStates(
  settings: AlarmSettings,
  series: MetricSeries | undefined,
  from: number,
  until: number,
): StateSince[] {
  const periods = settings.EvaluationPeriods;
  const period = getPeriodMs(settings);
  const minutes = countMinutes(series, from, until);
  const criteria = {
    evaluationPeriods: periods,
    datapointsToAlarm: settings.DatapointsToAlarm ?? periods,
    treatMissingData: getMissingDataTreatment(settings),
    breaches: comparisonWith(settings.ComparisonOperator, settings.Threshold),
  };
  const looksBack = (periods + furtherBack) * period;
  // Where missing data is no alarm, a minute that adds nothing to one is like a missing one.
  const reaches = settings.Statistic === 'Maximum' ? settings.Threshold : 0;
  const telling =
    criteria.treatMissingData === 'notBreaching' ? minutes.filter(({ most }) => most > reaches) : minutes;
  const states: StateSince[] = [];
  for (const now of listEvaluationTimes(telling, looksBack, from, until)) {
    const range = Array.from({ length: periods + furtherBack }, (_, back) =>
      computePoint(minutes, settings, now - (back + 1) * period, period),
    );
    const verdict = decideState(range, criteria);
    const before = states.at(-1)?.state.StateValue ?? 'INSUFFICIENT_DATA';
    if (verdict.state === undefined || verdict.state === before) continue;
    states.push({ at: now, state: stateWithReason(verdict.state, verdict, settings, now, now) });
  }
  return states;
}

/** Where no minute began or ended in the evaluated range, the decision is that of a minute ago. */
function listEvaluationTimes(minutes: Minutes, looksBack: number, from: number, until: number): number[] {
  const moments = new Set<number>([from + minuteMs]);
  for (const { start, end } of minutes) {
    for (const edge of [start, end]) {
      for (let at = edge; at <= edge + looksBack; at += minuteMs) moments.add(at + minuteMs);
    }
  }
  return [...moments].filter((at) => at > from && at <= until).toSorted((one, other) => one - other);
}

const minuteMs = 60_000;

/** Minutes in a row that say the same, in order of time. */
type Minutes = readonly {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly sum: number;
  readonly most: number;
}[];

function countMinutes(series: MetricSeries | undefined, from: number, until: number): Minutes {
  const runs = series?.runs(minuteMs, from, until) ?? [];
  return runs.map(([start, steps, count, sum, _least, most]) => ({
    start,
    end: start + steps * minuteMs,
    count,
    sum,
    most,
  }));
}

/** The data point of a period, of the statistics that the pipeline's alarms ask for. */
function computePoint(
  minutes: Minutes,
  { Statistic }: AlarmSettings,
  start: number,
  period: number,
): AlarmDatapoint | undefined {
  let [count, sum, most] = [0, 0, -Infinity];
  for (let at = findFirstAfter(minutes, start); at < minutes.length; at += 1) {
    const run = minutes[at];
    if (!run || run.start >= start + period) break;
    const here = (Math.min(run.end, start + period) - Math.max(run.start, start)) / minuteMs;
    count += run.count * here;
    sum += run.sum * here;
    most = Math.max(most, run.most);
  }
  if (count === 0) return undefined;
  return { time: start, value: Statistic === 'Maximum' ? most : sum, sampleCount: count };
}

/** The first that ends after a time. */
function findFirstAfter(minutes: Minutes, time: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle]?.end ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
