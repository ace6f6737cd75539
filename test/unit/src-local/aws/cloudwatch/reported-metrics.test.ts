import { DeleteAlarmsCommand, GetMetricDataCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { at, day, metricQuery, minute } from './metric-data.ts';

describe('metrics that the engines report', () => {
  it('are stored once a minute, and levels are read once a minute', async () => {
    const { aws, clock, cloudwatch } = aPocketAws();
    const { metrics, store } = aws.world;
    const dimensions = { QueueName: 'q' };
    let depth: number | undefined = 3;
    metrics.gauge({ namespace: 'AWS/X', name: 'Depth', dimensions, unit: 'Count', read: () => depth });
    for (let turn = 0; turn < 5; turn += 1) {
      metrics.record({
        namespace: 'AWS/X',
        name: 'Sent',
        dimensions,
        unit: 'Count',
        value: 1,
        time: clock.now(),
      });
    }
    const sum = async (name: string): Promise<unknown> => {
      const query = metricQuery('q', 'AWS/X', name, 'Sum', 60, [{ Name: 'QueueName', Value: 'q' }]);
      const command = new GetMetricDataCommand({
        MetricDataQueries: [query],
        StartTime: at(0),
        EndTime: new Date(clock.now() + 1),
      });
      return (await cloudwatch.send(command)).MetricDataResults?.[0]?.Values;
    };
    expect(await sum('Sent')).toEqual([5]);
    await clock.advance(2 * minute);
    depth = undefined;
    await clock.advance(minute);
    expect(await sum('Sent')).toEqual([5]);
    expect(await sum('Depth')).toEqual([3, 3]);
    expect(store.collection('cloudwatch/points').size).toBe(2);
  });

  it('include a level from before the first minute was over', async () => {
    const clock = drivenClock(startOfTime + 20_000);
    const { aws, cloudwatch } = aPocketAws({ clock });
    let depth = 3;
    const gauge = { namespace: 'AWS/X', dimensions: {}, unit: 'Count' };
    const wasThere = (end: number): number | undefined => (end > startOfTime ? depth : undefined);
    aws.world.metrics.gauge({ ...gauge, name: 'Depth', read: () => depth });
    aws.world.metrics.gauge({ ...gauge, name: 'New', read: wasThere });
    const values = async (name: string): Promise<unknown> => {
      const command = new GetMetricDataCommand({
        MetricDataQueries: [metricQuery('q', 'AWS/X', name, 'Sum', 60)],
        StartTime: at(-5),
        EndTime: at(10),
        ScanBy: 'TimestampAscending',
      });
      return (await cloudwatch.send(command)).MetricDataResults?.[0]?.Values;
    };
    expect([await values('Depth'), await values('New')]).toEqual([[3], []]);
    depth = 5;
    expect(await values('Depth')).toEqual([3]);
    await clock.advance(minute);
    expect([await values('Depth'), await values('New')]).toEqual([[3, 5], [5]]);
  });

  it('take hardly any room for a level that stays the same, and days pass quickly', async () => {
    const { aws, clock, cloudwatch } = aPocketAws();
    const dimensions = { QueueName: 'q' };
    for (let index = 0; index < 20; index += 1) {
      aws.world.metrics.gauge({
        namespace: 'AWS/X',
        name: `Level${index}`,
        dimensions,
        unit: 'Count',
        read: () => 0,
      });
    }
    await clock.advance(2 * day);
    expect(aws.world.store.collection('cloudwatch/points').size).toBe(20);
    const query = metricQuery('q', 'AWS/X', 'Level7', 'SampleCount', 86_400, [
      { Name: 'QueueName', Value: 'q' },
    ]);
    const command = new GetMetricDataCommand({
      MetricDataQueries: [query],
      StartTime: at(0),
      EndTime: new Date(clock.now()),
    });
    expect((await cloudwatch.send(command)).MetricDataResults?.[0]?.Values).toEqual([1440, 1440]);
  });

  it('need no timer once there is nothing more to store, to read or to watch', async () => {
    const clock = drivenClock(startOfTime);
    let armed = 0;
    const arm: MovableClock['at'] = (time, run) => {
      armed += 1;
      return clock.at(time, run);
    };
    const { aws, cloudwatch } = aPocketAws({ clock: { ...clock, at: arm } });
    const { metrics } = aws.world;
    const dimensions = {};
    const point = {
      namespace: 'AWS/X',
      name: 'Sent',
      dimensions,
      unit: 'Count',
      value: 1,
      time: clock.now(),
    };
    await clock.advance(day);
    expect(armed).toBe(0);
    for (let turn = 0; turn < 100; turn += 1) metrics.record(point);
    await clock.advance(day);
    expect(armed).toBe(1);
    const stop = metrics.gauge({
      namespace: 'AWS/X',
      name: 'Depth',
      dimensions,
      unit: 'Count',
      read: () => 0,
    });
    await clock.advance(10 * minute);
    stop();
    await clock.advance(day);
    expect(armed).toBe(12);
    await cloudwatch.send(
      new PutMetricAlarmCommand({
        AlarmName: 'sent',
        Namespace: 'AWS/X',
        MetricName: 'Sent',
        Statistic: 'Sum',
        Period: 60,
        EvaluationPeriods: 1,
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
      }),
    );
    await clock.advance(10 * minute);
    await cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: ['sent'] }));
    await clock.advance(day);
    expect(armed).toBe(23);
  });
});
