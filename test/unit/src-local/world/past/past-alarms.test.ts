import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type AlarmHistoryItem,
} from '@aws-sdk/client-cloudwatch';
import { beforeEach, describe, expect, test } from 'vitest';
import { pipelineAlarmNames } from '#pipelines/alarms.ts';
import { computeLifetime } from '#local/world/past/document-dead-letters.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { openFortnight, theWeeks, type Fortnight } from '#test/builders/a-fortnight.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const names = namesByConvention('sandbox');
const alarm = pipelineAlarmNames(names);
const minute = 60_000;
const begin = startOfTime - 14 * 24 * 60 * minute;

let fortnight: Fortnight;
beforeEach(async () => {
  fortnight = await openFortnight({ isFollowing: true });
  return () => fortnight.aws.close();
});

async function states(): Promise<Record<string, string | undefined>> {
  const { MetricAlarms = [] } = await fortnight.clients.cloudwatch.send(new DescribeAlarmsCommand({}));
  return Object.fromEntries(MetricAlarms.map(({ AlarmName, StateValue }) => [AlarmName, StateValue]));
}

/** Returns the oldest entry first. */
async function readHistory(AlarmName: string): Promise<AlarmHistoryItem[]> {
  const { AlarmHistoryItems = [] } = await fortnight.clients.cloudwatch.send(
    new DescribeAlarmHistoryCommand({ AlarmName, ScanBy: 'TimestampAscending' }),
  );
  return AlarmHistoryItems;
}

async function becameAlarmAt(AlarmName: string): Promise<number[]> {
  const items = await readHistory(AlarmName);
  return items
    .filter(({ HistorySummary }) => HistorySummary?.endsWith(' to ALARM'))
    .map(({ Timestamp }) => Timestamp?.getTime() ?? 0);
}

describe('the seeded alarms', () => {
  test('are in each state, and stay there while nothing happens', async () => {
    const before = await states();
    expect(before).toEqual({
      [alarm.documentDeadLetters]: 'ALARM',
      [alarm.webhookDeadLetters]: 'ALARM',
      [alarm.tableWriteThrottles]: 'ALARM',
      [alarm.tableReadThrottles]: 'INSUFFICIENT_DATA',
      [alarm.fileDeadLetters]: 'OK',
      [alarm.documentQueueAge]: 'OK',
      [alarm.attentionFailures]: 'OK',
      [alarm.executionEndedFailures]: 'OK',
      [alarm.attentionLate]: 'OK',
      [alarm.executionsFailed]: 'OK',
      [alarm.executionsTimedOut]: 'OK',
      [alarm.processorErrors]: 'OK',
      [alarm.processorThrottles]: 'OK',
    });
    await fortnight.aws.advance(6 * minute);
    expect(await states()).toEqual(before);
    const { AlarmHistoryItems } = await fortnight.clients.cloudwatch.send(
      new DescribeAlarmHistoryCommand({ StartDate: new Date(startOfTime) }),
    );
    expect(AlarmHistoryItems).toEqual([]);
  });

  test('were put a fortnight ago, and each change of state follows on the one before', async () => {
    for (const name of Object.values(alarm)) {
      const [created, ...changes] = await readHistory(name);
      expect(created).toMatchObject({ HistoryItemType: 'ConfigurationUpdate', Timestamp: new Date(begin) });
      let state = 'INSUFFICIENT_DATA';
      for (const { HistorySummary = '', HistoryData = '' } of changes) {
        const [, from, to = ''] = /^Alarm updated from (\w+) to (\w+)$/.exec(HistorySummary) ?? [];
        expect(from).toBe(state);
        const { newState } = JSON.parse(HistoryData) as { newState: { stateValue: string } };
        expect(newState.stateValue).toBe(to);
        state = to;
      }
      expect((await states())[name]).toBe(state);
    }
  });

  test('fired in the minute after the first dead letter came', async () => {
    const arrivals = theWeeks().webhookLetters.map(
      (letter) => computeLifetime(letter, webhookReceives).arrivedAt,
    );
    const seenAt = Math.ceil(Math.min(...arrivals) / minute) * minute;
    expect(await becameAlarmAt(alarm.webhookDeadLetters)).toEqual([seenAt]);
  });

  test('fired for each execution that failed or ran out of time', async () => {
    const failedAt = (status: string): number[] =>
      theWeeks()
        .runs.filter((run) => run.status === status && run.endedAt > begin)
        .map(({ endedAt }) => (Math.floor(endedAt / minute) + 1) * minute);
    expect(await becameAlarmAt(alarm.executionsFailed)).toEqual(failedAt('FAILED'));
    expect(await becameAlarmAt(alarm.executionsTimedOut)).toEqual(failedAt('TIMED_OUT'));
  });

  test('changed in the last day when the metrics did', async () => {
    const lastDay = (await readHistory(alarm.processorErrors)).filter(
      ({ Timestamp }) => (Timestamp?.getTime() ?? 0) > startOfTime - 24 * 60 * minute,
    );
    expect(lastDay.length).toBeGreaterThan(1);
    for (const { Timestamp, HistorySummary } of lastDay) {
      const at = Timestamp?.getTime() ?? 0;
      // A period without data takes the state of the one before it.
      const periods = await Promise.all(
        [5, 10, 15].map((ago) => errorsIn(at - ago * minute, at - (ago - 5) * minute)),
      );
      const errors = periods.find((found) => found !== undefined) ?? 0;
      expect(errors > 20).toBe(HistorySummary?.endsWith(' to ALARM'));
    }
  });
});

/** Returns undefined if the function was not called. */
async function errorsIn(from: number, to: number): Promise<number | undefined> {
  const { MetricDataResults: [result] = [] } = await fortnight.clients.cloudwatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(from),
      EndTime: new Date(to),
      MetricDataQueries: [
        {
          Id: 'errors',
          MetricStat: {
            Metric: {
              Namespace: 'AWS/Lambda',
              MetricName: 'Errors',
              Dimensions: [{ Name: 'FunctionName', Value: names.extractionFunctions.processDocument }],
            },
            Period: 60,
            Stat: 'Sum',
          },
        },
      ],
    }),
  );
  const values = result?.Values ?? [];
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
