import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  ListMetricsCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
  type CloudWatchClient,
} from '@aws-sdk/client-cloudwatch';
import { expect, it, vi } from 'vitest';
import type { Alarm, AlarmSettings, AlarmState } from '#local/aws/cloudwatch/alarm.ts';
import { configurationItem, stateUpdateItem } from '#local/aws/cloudwatch/alarm-history.ts';
import {
  alarmHistory,
  alarms,
  series,
  namePastPointsCollection,
  type StoredSeries,
  type PastRun,
} from '#local/aws/cloudwatch/past-metrics.ts';
import { aPast } from '#test/builders/a-past.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';

const minute = 60_000;
const hour = 60 * minute;
const metric = { Namespace: 'Shop', MetricName: 'Orders', Dimensions: [{ Name: 'Stage', Value: 'sandbox' }] };

it('are read when their metric is first queried, at their own resolution', async () => {
  const points = vi.fn<() => [string, PastRun[]][]>(createPastPoints);
  const { cloudwatch } = aPocketAws({ past: thePast(points) });
  const { Metrics } = await cloudwatch.send(new ListMetricsCommand({}));
  expect(Metrics).toEqual([metric]);
  expect(points).not.toHaveBeenCalled();
  expect(await sums(cloudwatch, 60)).toEqual([1, 1, 4]);
  expect(await sums(cloudwatch, 300)).toEqual([50, 50, 6]);
  expect(points).toHaveBeenCalledOnce();
});

it('continue with what is put and reported', async () => {
  const { cloudwatch, aws } = aPocketAws({ past: thePast() });
  const { Namespace, MetricName, Dimensions } = metric;
  const Timestamp = new Date(startOfTime - minute);
  await cloudwatch.send(
    new PutMetricDataCommand({
      Namespace,
      MetricData: [{ MetricName, Dimensions, Value: 7, Unit: 'Count', Timestamp }],
    }),
  );
  aws.world.metrics.record({
    namespace: metric.Namespace,
    name: metric.MetricName,
    dimensions: { Stage: 'sandbox' },
    unit: 'Count',
    value: 2,
    time: startOfTime,
  });
  await aws.advance(2 * minute);
  expect(await sums(cloudwatch, 60)).toEqual([1, 1, 4 + 7, 2]);
});

it('leave an alarm in its seeded state, with its history', async () => {
  const { cloudwatch, aws } = aPocketAws({ past: thePast() });
  await cloudwatch.send(
    new PutMetricAlarmCommand({
      ...settings,
      AlarmDescription: 'put again',
    }),
  );
  const { MetricAlarms } = await cloudwatch.send(new DescribeAlarmsCommand({}));
  expect(MetricAlarms).toMatchObject([
    {
      AlarmDescription: 'put again',
      StateValue: 'ALARM',
      StateTransitionedTimestamp: new Date(startOfTime - 2 * hour),
    },
  ]);
  await aws.advance(5 * minute);
  const history = await cloudwatch.send(new DescribeAlarmHistoryCommand({ AlarmName: 'orders' }));
  expect(history.AlarmHistoryItems?.map(({ HistorySummary }) => HistorySummary)).toEqual([
    // No order has arrived since, so the alarm recovered.
    'Alarm updated from ALARM to OK',
    'Alarm "orders" updated',
    'Alarm updated from INSUFFICIENT_DATA to ALARM',
    'Alarm "orders" created',
  ]);
});

const settings = {
  AlarmName: 'orders',
  ActionsEnabled: true,
  OKActions: [],
  AlarmActions: [],
  InsufficientDataActions: [],
  ...metric,
  Statistic: 'Sum' as const,
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 3,
  ComparisonOperator: 'GreaterThanThreshold' as const,
  TreatMissingData: 'notBreaching',
} satisfies AlarmSettings;

function thePast(points = createPastPoints): ReturnType<typeof aPast> {
  const kept: StoredSeries = { ...metric, unit: 'Count', toldUntil: startOfTime - minute };
  const unknown: AlarmState = {
    StateValue: 'INSUFFICIENT_DATA',
    StateReason: 'Unchecked: Initial alarm creation',
  };
  const state: AlarmState = { StateValue: 'ALARM', StateReason: 'Threshold Crossed' };
  const alarm: Alarm = {
    arn: 'arn:aws:cloudwatch:local:000000000000:alarm:orders',
    settings,
    state,
    configuredAt: startOfTime - 9 * hour,
    stateUpdatedAt: startOfTime - 2 * hour,
    stateChangedAt: startOfTime - 2 * hour,
    tags: [],
  };
  return aPast({
    [series]: () => [['1', kept]],
    [namePastPointsCollection('1')]: points,
    [alarms]: () => [['orders', alarm]],
    [alarmHistory]: () => [
      ['000000000001', configurationItem(alarm, 'Create', startOfTime - 9 * hour)],
      ['000000000002', stateUpdateItem(alarm, unknown, state, startOfTime - 2 * hour)],
    ],
  });
}

function createPastPoints(): [string, PastRun[]][] {
  return [
    ['300000', [[startOfTime - hour, 2, 10, 50, 5, 5]]],
    [
      '60000',
      [
        [startOfTime - 3 * minute, 2, 1, 1, 1, 1],
        [
          startOfTime - minute,
          1,
          2,
          4,
          1,
          3,
          [
            [1, 1],
            [3, 1],
          ],
        ],
      ],
    ],
  ];
}

async function sums(cloudwatch: CloudWatchClient, Period: number): Promise<number[] | undefined> {
  const { MetricDataResults } = await cloudwatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(startOfTime - 2 * hour),
      EndTime: new Date(startOfTime + hour),
      ScanBy: 'TimestampAscending',
      MetricDataQueries: [{ Id: 'm', MetricStat: { Metric: metric, Period, Stat: 'Sum' } }],
    }),
  );
  return MetricDataResults?.[0]?.Values;
}
