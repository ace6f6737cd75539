import { integer, string, structure, timestamp } from '../../protocol/shapes.ts';
import { operation } from '../cloud-watch-engine.ts';
import { placeOf, tokenOf } from '../page-token.ts';
import { millisecondsOf, secondsOf } from '../timestamps.ts';
import { alarmTypesShape } from './describe-alarms.ts';

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
    const from = StartDate === undefined ? -Infinity : millisecondsOf(StartDate);
    const to = EndDate === undefined ? Infinity : millisecondsOf(EndDate);
    const after = NextToken === undefined ? undefined : String(placeOf(NextToken)[0]);
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
        Timestamp: secondsOf(item.time),
        HistoryItemType: item.type,
        HistorySummary: item.summary,
        HistoryData: item.data,
      })),
      ...(last && ordered.length > page.length ? { NextToken: tokenOf([last[0]]) } : {}),
    };
  },
});
