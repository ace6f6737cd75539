import { integer, list, required, string, structure, timestamp } from '../protocol/shapes.ts';
import { describeAlarm, stateValues, type Alarm } from './alarm.ts';
import { operation } from './cloud-watch-engine.ts';
import { invalidCombination, resourceNotFound, validationError } from './cloud-watch-errors.ts';
import { takePage, decodePageToken, encodePageToken } from './page-token.ts';
import { toMilliseconds, toSeconds } from './time-range.ts';

const alarmTypesShape = list(string({ oneOf: ['CompositeAlarm', 'MetricAlarm', 'LogAlarm'] }));

const nameShape = string({ min: 1, max: 255 });

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html */
export const describeAlarms = operation({
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
export const describeAlarmHistory = operation({
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
export const deleteAlarms = operation({
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
export const setAlarmState = operation({
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
