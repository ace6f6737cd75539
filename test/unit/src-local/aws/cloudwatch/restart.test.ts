import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
} from '@aws-sdk/client-cloudwatch';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { at, metricQuery, minute } from './metric-data.ts';

it('metrics, alarms and history are there again after a restart, and alarms continue', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-aws-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = aPocketAws({ folder });
  const put = (Values: number[]) =>
    new PutMetricDataCommand({ Namespace: 'N', MetricData: [{ MetricName: 'M', Values }] });
  await before.cloudwatch.send(
    new PutMetricAlarmCommand({
      AlarmName: 'high',
      Namespace: 'N',
      MetricName: 'M',
      ExtendedStatistic: 'p90',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 5,
      ComparisonOperator: 'GreaterThanThreshold',
    }),
  );
  let depth = 0;
  const gauge = { namespace: 'AWS/X', name: 'Depth', dimensions: {}, unit: 'Count', read: () => depth };
  before.aws.world.metrics.gauge(gauge);
  await before.cloudwatch.send(put([1, 2]));
  await before.clock.advance(20 * minute);
  depth = 4;
  await before.clock.advance(minute);
  await before.cloudwatch.send(put([8, 9]));
  before.aws.close();

  const clock = drivenClock(startOfTime + 21 * minute);
  const { cloudwatch } = aPocketAws({ folder, clock });
  const queries = [metricQuery('p', 'N', 'M', 'p50', 60), metricQuery('d', 'AWS/X', 'Depth', 'Sum', 1800)];
  const ask = { MetricDataQueries: queries, StartTime: at(0), EndTime: at(30) };
  const { MetricDataResults } = await cloudwatch.send(new GetMetricDataCommand(ask));
  expect(MetricDataResults).toMatchObject([{ Timestamps: [at(21), at(0)], Values: [8, 1] }, { Values: [4] }]);
  const state = async () =>
    (await cloudwatch.send(new DescribeAlarmsCommand({}))).MetricAlarms?.[0]?.StateValue;
  expect(await state()).toBe('INSUFFICIENT_DATA');
  await clock.advance(minute);
  expect(await state()).toBe('ALARM');
  const { AlarmHistoryItems } = await cloudwatch.send(new DescribeAlarmHistoryCommand({ AlarmName: 'high' }));
  expect(AlarmHistoryItems?.map(({ HistorySummary }) => HistorySummary)).toEqual([
    'Alarm updated from INSUFFICIENT_DATA to ALARM',
    'Alarm updated from OK to INSUFFICIENT_DATA',
    'Alarm updated from INSUFFICIENT_DATA to OK',
    'Alarm "high" created',
  ]);
});
