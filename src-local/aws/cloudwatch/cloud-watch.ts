import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import {
  integer,
  list,
  number,
  required,
  structure,
  timestamp,
  string,
  type Infer,
} from '../protocol/shapes.ts';
import { toAggregate, aggregateValues, type Aggregate } from './aggregate.ts';
import { listTagsForResource, tagResource, untagResource } from './alarm-tags.ts';
import { describeAlarm, stateValues, type Alarm } from './alarm.ts';
import { Alarms } from './alarms.ts';
import { minuteTick, operation, type MinuteTick } from './cloud-watch-engine.ts';
import {
  refuse,
  invalidCombination,
  invalidValue,
  missingParameter,
  resourceNotFound,
  validationError,
} from './cloud-watch-errors.ts';
import { MetricStore } from './metric-store.ts';
import { dimensionsShape, metricNameShape, namespaceShape, unitShape } from './metric.ts';
import { putMetricAlarm } from './put-metric-alarm.ts';
import {
  getMetricData,
  getMetricStatistics,
  listMetrics,
  takePage,
  decodePageToken,
  encodePageToken,
} from './read-metrics.ts';
import { toMilliseconds, toSeconds } from './time-range.ts';

/** Metrics and alarms. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/Welcome.html */
export function cloudWatch(world: World): JsonService {
  const metrics = new MetricStore(world.store);
  const alarms: Alarms = new Alarms(world, metrics, () => tick.wake());
  const tick: MinuteTick = minuteTick(world, metrics, alarms);
  return jsonService({
    name: 'cloudwatch',
    target: 'GraniteServiceVersion20100801',
    jsonVersion: '1.0',
    engine: { world, metrics, alarms, tick },
    operations: [
      putMetricData,
      getMetricData,
      getMetricStatistics,
      listMetrics,
      putMetricAlarm,
      describeAlarms,
      describeAlarmHistory,
      setAlarmState,
      deleteAlarms,
      tagResource,
      untagResource,
      listTagsForResource,
    ],
    refuse,
  });
}

const datumShape = structure({
  MetricName: required(metricNameShape),
  Dimensions: dimensionsShape,
  Timestamp: timestamp(),
  Value: number(),
  Values: list(number(), { max: 150 }),
  Counts: list(number(), { max: 150 }),
  StatisticValues: structure({
    SampleCount: required(number()),
    Sum: required(number()),
    Minimum: required(number()),
    Maximum: required(number()),
  }),
  Unit: unitShape,
  StorageResolution: integer({ min: 1 }),
});

type Datum = Infer<typeof datumShape>;

const hour = 3_600_000;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html */
const putMetricData = operation({
  name: 'PutMetricData',
  input: structure({
    Namespace: required(namespaceShape),
    MetricData: list(datumShape, { max: 1_000 }),
  }),
  run({ world, metrics }, { Namespace, MetricData }) {
    if (Namespace.startsWith('AWS/')) {
      throw invalidValue(`The value ${Namespace} for parameter Namespace is invalid.`);
    }
    if (!MetricData) throw missingParameter('The parameter MetricData is required.');
    const now = world.clock.now();
    const checked = MetricData.map((datum, index) => {
      const at = `MetricData.member.${index + 1}`;
      checkDimensions(datum, at);
      checkResolution(datum, at);
      return { datum, time: readTimestamp(datum, at, now), data: readAggregate(datum, at) };
    });
    for (const { datum, time, data } of checked) {
      const metric = { Namespace, MetricName: datum.MetricName, Dimensions: datum.Dimensions ?? [] };
      metrics.put(metric, datum.Unit ?? 'None', time, data, datum.StorageResolution === 1);
    }
  },
});

function checkDimensions({ Dimensions = [] }: Datum, at: string): void {
  const names = new Set(Dimensions.map(({ Name }) => Name));
  if (names.size === Dimensions.length) return;
  throw invalidValue(`The parameter ${at}.Dimensions must not name a dimension twice.`);
}

function checkResolution({ StorageResolution = 60 }: Datum, at: string): void {
  if (StorageResolution === 1 || StorageResolution === 60) return;
  throw invalidValue(`The value ${StorageResolution} for parameter ${at}.StorageResolution is invalid.`);
}

function readTimestamp({ Timestamp }: Datum, at: string, now: number): number {
  if (Timestamp === undefined) return now;
  const time = toMilliseconds(Timestamp);
  if (time > now + 2 * hour) {
    throw invalidValue(
      `The parameter ${at}.Timestamp must specify a time no more than two hours in the future.`,
    );
  }
  if (time < now - 14 * 24 * hour) {
    throw invalidValue(`The parameter ${at}.Timestamp must specify a time within the past two weeks.`);
  }
  return time;
}

function readAggregate({ Value, Values, Counts, StatisticValues }: Datum, at: string): Aggregate {
  const forms = Object.entries({ Value, StatisticValues, Values }).filter(([, form]) => form !== undefined);
  const [first, second] = forms.map(([name]) => `${at}.${name}`);
  if (first === undefined) throw missingParameter(`The parameter ${at}.Value is required.`);
  if (second !== undefined) {
    throw invalidCombination(
      `The parameters ${first} and ${second} are mutually exclusive and you have specified both.`,
    );
  }
  if (Counts && !Values) throw missingParameter(`The parameter ${at}.Values is required.`);
  if (Value !== undefined) return toAggregate(inRange(Value, `${at}.Value`));
  if (StatisticValues) return statisticSet(StatisticValues, `${at}.StatisticValues`);
  return distribution(Values ?? [], Counts, at);
}

function distribution(
  values: readonly number[],
  counts: readonly number[] | undefined,
  at: string,
): Aggregate {
  if (values.length === 0) throw missingParameter(`The parameter ${at}.Values is required.`);
  if (counts && counts.length !== values.length) {
    throw invalidValue(`The parameters ${at}.Values and ${at}.Counts must be of the same size.`);
  }
  values.forEach((value, index) => inRange(value, `${at}.Values.member.${index + 1}`));
  counts?.forEach((count, index) => {
    inRange(count, `${at}.Counts.member.${index + 1}`);
    if (count <= 0)
      throw invalidValue(`The value ${count} for parameter ${at}.Counts.member.${index + 1} is invalid.`);
  });
  return aggregateValues(values, counts ?? []);
}

function statisticSet(set: NonNullable<Datum['StatisticValues']>, at: string): Aggregate {
  for (const [name, value] of Object.entries(set)) inRange(value, `${at}.${name}`);
  const { SampleCount: count, Sum: sum, Minimum: min, Maximum: max } = set;
  if (count <= 0) throw invalidValue(`The value ${count} for parameter ${at}.SampleCount is invalid.`);
  if (min > max) throw invalidValue(`The parameter ${at}.Minimum must be no more than ${at}.Maximum.`);
  return { count, sum, min, max };
}

/** "Values must be in the range of -2^360 to 2^360." */
function inRange(value: number, at: string): number {
  if (Math.abs(value) <= 2 ** 360) return value;
  throw invalidValue(`The value ${value} for parameter ${at} is invalid.`);
}

const alarmTypesShape = list(string({ oneOf: ['CompositeAlarm', 'MetricAlarm', 'LogAlarm'] }));

const nameShape = string({ min: 1, max: 255 });

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html */
const describeAlarms = operation({
  name: 'DescribeAlarms',
  input: structure({
    AlarmNames: list(nameShape, { max: 100 }),
    AlarmNamePrefix: nameShape,
    AlarmTypes: alarmTypesShape,
    StateValue: string({ oneOf: stateValues }),
    ActionPrefix: string({ min: 1, max: 1_024 }),
    MaxRecords: integer({ min: 1, max: 100 }),
    NextToken: string(),
  }),
  run({ alarms }, input) {
    const { AlarmNames, AlarmNamePrefix = '', AlarmTypes, StateValue, ActionPrefix } = input;
    if (AlarmNames && AlarmNamePrefix !== '') {
      throw invalidCombination('AlarmNamePrefix and AlarmNames are mutually exclusive');
    }
    const names = AlarmNames && new Set(AlarmNames);
    // Composite and log alarms cannot be made here, so there are none of them.
    const isAsked = AlarmTypes?.includes('MetricAlarm') ?? true;
    const found = alarms
      .all()
      .filter(
        ({ settings, state }) =>
          isAsked &&
          (names?.has(settings.AlarmName) ?? true) &&
          settings.AlarmName.startsWith(AlarmNamePrefix) &&
          (StateValue === undefined || state.StateValue === StateValue) &&
          (ActionPrefix === undefined ||
            listActions(settings).some((action) => action.startsWith(ActionPrefix))),
      );
    const size = input.MaxRecords ?? (names ? 100 : 50);
    const { page, ...more } = takePage(found, ({ settings }) => settings.AlarmName, size, input.NextToken);
    return { CompositeAlarms: [], LogAlarms: [], MetricAlarms: page.map(describeAlarm), ...more };
  },
});

function listActions({
  OKActions,
  AlarmActions,
  InsufficientDataActions,
}: Alarm['settings']): readonly string[] {
  return [...OKActions, ...AlarmActions, ...InsufficientDataActions];
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarmHistory.html */
const describeAlarmHistory = operation({
  name: 'DescribeAlarmHistory',
  input: structure({
    AlarmName: string({ min: 1, max: 255 }),
    AlarmTypes: alarmTypesShape,
    HistoryItemType: string({ oneOf: ['ConfigurationUpdate', 'StateUpdate', 'Action'] }),
    StartDate: timestamp(),
    EndDate: timestamp(),
    ScanBy: string({ oneOf: ['TimestampDescending', 'TimestampAscending'] }),
    MaxRecords: integer({ min: 1, max: 100 }),
    NextToken: string(),
  }),
  run({ world, alarms }, input) {
    const { AlarmName, AlarmTypes, HistoryItemType, StartDate, EndDate, MaxRecords = 100, NextToken } = input;
    const isAscending = input.ScanBy === 'TimestampAscending';
    const from = StartDate === undefined ? -Infinity : toMilliseconds(StartDate);
    const to = EndDate === undefined ? Infinity : toMilliseconds(EndDate);
    const after = NextToken === undefined ? undefined : String(decodePageToken(NextToken)[0]);
    const isBehind = (key: string): boolean =>
      after === undefined || (isAscending ? key > after : key < after);
    const found = alarms.history
      .entries(world.clock.now())
      .filter(
        ([key, item]) =>
          isBehind(key) &&
          (AlarmTypes?.includes('MetricAlarm') ?? true) &&
          (AlarmName === undefined || item.alarmName === AlarmName) &&
          (HistoryItemType === undefined || item.type === HistoryItemType) &&
          item.time >= from &&
          item.time <= to,
      );
    const ordered = isAscending ? found : found.toReversed();
    const page = ordered.slice(0, MaxRecords);
    const last = page.at(-1);
    return {
      AlarmHistoryItems: page.map(([, item]) => ({
        AlarmName: item.alarmName,
        AlarmType: 'MetricAlarm',
        Timestamp: toSeconds(item.time),
        HistoryItemType: item.type,
        HistorySummary: item.summary,
        HistoryData: item.data,
      })),
      ...(last && ordered.length > page.length ? { NextToken: encodePageToken([last[0]]) } : {}),
    };
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DeleteAlarms.html */
const deleteAlarms = operation({
  name: 'DeleteAlarms',
  input: structure({ AlarmNames: required(list(nameShape, { max: 100 })) }),
  run({ alarms }, { AlarmNames }) {
    // "If you specify an incorrect alarm name, no alarms are deleted."
    const unknown = AlarmNames.filter((name) => !alarms.find(name));
    if (unknown.length > 0) throw resourceNotFound(`Unknown alarms: ${unknown.join(', ')}`);
    for (const name of AlarmNames) alarms.delete(name);
  },
});

/**
 * The alarm falls back to what its metric says when it is next evaluated.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_SetAlarmState.html
 */
const setAlarmState = operation({
  name: 'SetAlarmState',
  input: structure({
    AlarmName: required(string({ min: 1, max: 255 })),
    StateValue: required(string({ oneOf: stateValues })),
    StateReason: required(string({ max: 1_023 })),
    StateReasonData: string({ max: 4_000 }),
  }),
  run({ alarms }, { AlarmName, ...state }) {
    const alarm = alarms.find(AlarmName);
    if (!alarm) throw resourceNotFound(`Unknown alarm: ${AlarmName}`);
    const { StateReasonData: data } = state;
    if (data !== undefined && !isJson(data)) {
      throw validationError('The parameter StateReasonData must be JSON');
    }
    alarms.setState(alarm, state);
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
