import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
  SetAlarmStateCommand,
  TagResourceCommand,
  UntagResourceCommand,
  type PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anAlarm, settings, topic } from './an-alarm.ts';
import { minute } from './metric-data.ts';

describe('an alarm on a metric', () => {
  it('knows nothing at first, then says what its metric says', async () => {
    const { alarm, put, clock } = await anAlarm();
    expect(await alarm()).toMatchObject({
      AlarmArn: 'arn:aws:cloudwatch:local:000000000000:alarm:deep',
      StateValue: 'INSUFFICIENT_DATA',
      StateReason: 'Unchecked: Initial alarm creation',
      ActionsEnabled: true,
      Dimensions: [],
    });
    await put(0);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({
      StateValue: 'OK',
      StateReason:
        'Threshold Crossed: 1 datapoint [0.0 (05/01/26 09:00:00)] was not greater than the threshold (0.0).',
    });
    await put(12_345_678);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({
      StateValue: 'ALARM',
      StateReason:
        'Threshold Crossed: 1 datapoint [1.2345678E7 (05/01/26 09:01:00)] was greater than the threshold (0.0).',
      StateReasonData:
        '{"version":"1.0","queryDate":"2026-01-05T09:02:00.000+0000","startDate":"2026-01-05T09:01:00.000+0000",' +
        '"statistic":"Maximum","period":60,"recentDatapoints":[1.2345678E7],"threshold":0.0,' +
        '"evaluatedDatapoints":[{"timestamp":"2026-01-05T09:01:00.000+0000","sampleCount":1.0,"value":1.2345678E7}]}',
      StateTransitionedTimestamp: new Date('2026-01-05T09:02:00Z'),
    });
    await clock.advance(5 * minute);
    expect(await alarm()).toMatchObject({ StateReason: 'Insufficient Data: 1 datapoint was unknown.' });
  });

  it('needs so many of so many data points', async () => {
    const { alarm, put, clock } = await anAlarm({
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      Threshold: 5,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    });
    for (const value of [1, 7, 2]) {
      await put(value);
      await clock.advance(minute);
    }
    expect(await alarm()).toMatchObject({
      StateValue: 'OK',
      StateReason:
        'Threshold Crossed: 1 out of the last 3 datapoints [1.0 (05/01/26 09:00:00)] was not ' +
        'greater than or equal to the threshold (5.0) (minimum 2 datapoints for ALARM -> OK transition).',
    });
    await put(5);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({
      StateValue: 'ALARM',
      StateReason:
        'Threshold Crossed: 2 out of the last 3 datapoints [5.0 (05/01/26 09:03:00), 7.0 (05/01/26 09:01:00)] were ' +
        'greater than or equal to the threshold (5.0) (minimum 2 datapoints for OK -> ALARM transition).',
    });
  });

  it('names the newest of many data points', async () => {
    const { alarm, put, clock } = await anAlarm({ EvaluationPeriods: 6 });
    for (let value = 1; value <= 6; value += 1) {
      await put(value);
      await clock.advance(minute);
    }
    expect(await alarm()).toMatchObject({
      StateReason:
        'Threshold Crossed: 6 datapoints were greater than the threshold (0.0). The most recent datapoints which crossed ' +
        'the threshold: [6.0 (05/01/26 09:05:00), 5.0 (05/01/26 09:04:00), 4.0 (05/01/26 09:03:00), ' +
        '3.0 (05/01/26 09:02:00), 2.0 (05/01/26 09:01:00)].',
    });
  });

  it.each([
    [
      'breaching',
      'ALARM',
      'no datapoints were received for 2 periods and 2 missing datapoints were treated as [Breaching].',
    ],
    [
      'notBreaching',
      'OK',
      'no datapoints were received for 2 periods and 2 missing datapoints were treated as [NonBreaching].',
    ],
    ['ignore', 'INSUFFICIENT_DATA', 'Unchecked: Initial alarm creation'],
    ['missing', 'INSUFFICIENT_DATA', 'Unchecked: Initial alarm creation'],
  ])('that treats missing data as %s is %s without any', async (TreatMissingData, StateValue, reason) => {
    const { alarm, clock } = await anAlarm({ EvaluationPeriods: 2, TreatMissingData });
    await clock.advance(3 * minute);
    const { StateReason, ...state } = await alarm();
    expect(state).toMatchObject({ StateValue });
    expect(StateReason).toContain(reason);
  });

  it('falls back from a state that it was set to', async () => {
    const { alarm, cloudwatch, clock, put } = await anAlarm({ OKActions: [topic] });
    const set = new SetAlarmStateCommand({ AlarmName: 'deep', StateValue: 'ALARM', StateReason: 'testing' });
    await cloudwatch.send(set);
    expect(await alarm()).toMatchObject({ StateValue: 'ALARM', StateReason: 'testing' });
    await put(0);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({ StateValue: 'OK' });
    const unknown = new SetAlarmStateCommand({ AlarmName: 'x', StateValue: 'OK', StateReason: '' });
    await expect(cloudwatch.send(unknown)).rejects.toMatchObject({
      name: 'ResourceNotFound',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('watches levels that the engines report, minute by minute', async () => {
    const { aws, cloudwatch, clock } = aPocketAws();
    let depth = 0;
    aws.world.metrics.gauge({
      namespace: 'AWS/SQS',
      name: 'ApproximateNumberOfMessagesVisible',
      dimensions: { QueueName: 'dead' },
      unit: 'Count',
      read: () => depth,
    });
    await cloudwatch.send(
      new PutMetricAlarmCommand({
        ...settings,
        Namespace: 'AWS/SQS',
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: 'dead' }],
      }),
    );
    const state = async () =>
      (await cloudwatch.send(new DescribeAlarmsCommand({}))).MetricAlarms?.[0]?.StateValue;
    await clock.advance(minute);
    expect(await state()).toBe('OK');
    depth = 1;
    await clock.advance(minute);
    expect(await state()).toBe('ALARM');
    depth = 0;
    await clock.advance(minute);
    expect(await state()).toBe('OK');
  });

  it('may watch metric math', async () => {
    const { cloudwatch, clock } = aPocketAws();
    const query = (Id: string, MetricName: string) => ({
      Id,
      MetricStat: { Metric: { Namespace: 'N', MetricName }, Period: 60, Stat: 'Sum' },
      ReturnData: false,
    });
    const Metrics = [
      query('failed', 'Failed'),
      query('all', 'All'),
      { Id: 'share', Expression: 'failed / all * 100' },
    ];
    const math = {
      AlarmName: 'share',
      EvaluationPeriods: 1,
      Threshold: 10,
      ComparisonOperator: 'GreaterThanThreshold' as const,
      Metrics,
    };
    await cloudwatch.send(new PutMetricAlarmCommand(math));
    const MetricData = [
      { MetricName: 'Failed', Value: 3 },
      { MetricName: 'All', Value: 12 },
    ];
    await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData }));
    await clock.advance(minute);
    const { MetricAlarms } = await cloudwatch.send(new DescribeAlarmsCommand({}));
    expect(MetricAlarms?.[0]).toMatchObject({
      StateValue: 'ALARM',
      StateReason:
        'Threshold Crossed: 1 datapoint [25.0 (05/01/26 09:00:00)] was greater than the threshold (10.0).',
      Metrics: [{ Id: 'failed' }, { Id: 'all' }, { Id: 'share', Expression: 'failed / all * 100' }],
    });
  });

  it('of ten seconds is evaluated every ten seconds', async () => {
    const { alarm, cloudwatch, clock } = await anAlarm({ Period: 10 });
    const datum = { MetricName: 'Depth', Value: 1, StorageResolution: 1 };
    await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData: [datum] }));
    await clock.advance(10_000);
    expect(await alarm()).toMatchObject({ StateValue: 'ALARM' });
  });

  it('of ten seconds does not wait for the minute that another alarm waits for', async () => {
    const { cloudwatch, clock } = await anAlarm();
    const urgent = { ...settings, AlarmName: 'urgent', MetricName: 'Urgent', Period: 10 };
    await cloudwatch.send(new PutMetricAlarmCommand(urgent));
    const datum = { MetricName: 'Urgent', Value: 1, StorageResolution: 1 };
    await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData: [datum] }));
    await clock.advance(10_000);
    const named = new DescribeAlarmsCommand({ AlarmNames: ['urgent'] });
    expect((await cloudwatch.send(named)).MetricAlarms).toMatchObject([{ StateValue: 'ALARM' }]);
  });

  it('of five minutes is evaluated every minute, over the five before it', async () => {
    const { alarm, put, clock } = await anAlarm({ Period: 300, Statistic: 'Sum', Threshold: 5 });
    await clock.advance(2 * minute);
    await put(3);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({ StateValue: 'OK' });
    await put(3);
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({ StateValue: 'ALARM' });
    await clock.advance(3 * minute);
    expect(await alarm()).toMatchObject({ StateValue: 'ALARM' });
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({ StateValue: 'OK' });
  });

  it('over more than a day is evaluated once an hour, with what came before that hour', async () => {
    const { alarm, put, clock } = await anAlarm({
      Period: 86_400,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 1,
    });
    await clock.advance(2 * minute);
    await put(1);
    await clock.advance(57 * minute);
    expect(await alarm()).toMatchObject({ StateValue: 'INSUFFICIENT_DATA' });
    await clock.advance(minute);
    expect(await alarm()).toMatchObject({ StateValue: 'ALARM' });
  });

  it('ignores missing data of DynamoDB, and says so', async () => {
    const { aws, cloudwatch, clock } = aPocketAws();
    const metric = { Namespace: 'AWS/DynamoDB', MetricName: 'UserErrors' };
    const watch = { ...settings, ...metric, EvaluationPeriods: 2, TreatMissingData: 'breaching' };
    await cloudwatch.send(new PutMetricAlarmCommand(watch));
    const { namespace, name } = { namespace: metric.Namespace, name: metric.MetricName };
    aws.world.metrics.record({ namespace, name, dimensions: {}, unit: 'Count', value: 0, time: clock.now() });
    await clock.advance(minute);
    expect((await cloudwatch.send(new DescribeAlarmsCommand({}))).MetricAlarms).toMatchObject([
      {
        StateValue: 'OK',
        StateReason:
          'Threshold Crossed: 1 datapoint [0.0 (05/01/26 09:00:00)] was not greater than the threshold (0.0).',
      },
    ]);
  });
});

describe('alarms', () => {
  it('are found by name, prefix, state, action and metric', async () => {
    const { cloudwatch } = await anAlarm({ AlarmActions: [topic] });
    for (const AlarmName of ['shallow', 'deeper']) {
      await cloudwatch.send(new PutMetricAlarmCommand({ ...settings, AlarmName, MetricName: AlarmName }));
    }
    const names = async (input: object) =>
      (await cloudwatch.send(new DescribeAlarmsCommand(input))).MetricAlarms?.map(
        ({ AlarmName }) => AlarmName,
      );
    expect(await names({})).toEqual(['deep', 'deeper', 'shallow']);
    expect(await names({ AlarmNames: ['shallow', 'gone'] })).toEqual(['shallow']);
    expect(await names({ AlarmNamePrefix: 'deep' })).toEqual(['deep', 'deeper']);
    expect(await names({ ActionPrefix: 'arn:aws:sns' })).toEqual(['deep']);
    expect(await names({ StateValue: 'OK' })).toEqual([]);
    expect(await names({ AlarmTypes: ['CompositeAlarm'] })).toEqual([]);
    const first = await cloudwatch.send(new DescribeAlarmsCommand({ MaxRecords: 2 }));
    expect(first.MetricAlarms).toHaveLength(2);
    expect(await names({ MaxRecords: 2, NextToken: first.NextToken })).toEqual(['shallow']);
  });

  it('keep state and tags when their settings change', async () => {
    const { cloudwatch, alarm } = await anAlarm({ Tags: [{ Key: 'team', Value: 'ops' }] });
    await cloudwatch.send(
      new SetAlarmStateCommand({ AlarmName: 'deep', StateValue: 'OK', StateReason: 'x' }),
    );
    await cloudwatch.send(
      new PutMetricAlarmCommand({ ...settings, Threshold: 9, Tags: [{ Key: 'team', Value: 'other' }] }),
    );
    const { AlarmArn: ResourceARN, ...changed } = await alarm();
    expect(changed).toMatchObject({ StateValue: 'OK', Threshold: 9 });
    await cloudwatch.send(new TagResourceCommand({ ResourceARN, Tags: [{ Key: '__proto__', Value: 'x' }] }));
    await cloudwatch.send(new UntagResourceCommand({ ResourceARN, TagKeys: ['other'] }));
    const { Tags } = await cloudwatch.send(new ListTagsForResourceCommand({ ResourceARN }));
    expect(Tags).toEqual([
      { Key: 'team', Value: 'ops' },
      { Key: '__proto__', Value: 'x' },
    ]);
    const unknown = new ListTagsForResourceCommand({ ResourceARN: `${ResourceARN}x` });
    await expect(cloudwatch.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('are deleted all or none', async () => {
    const { cloudwatch, alarm } = await anAlarm();
    const both = new DeleteAlarmsCommand({ AlarmNames: ['deep', 'gone'] });
    await expect(cloudwatch.send(both)).rejects.toMatchObject({ name: 'ResourceNotFound' });
    expect(await alarm()).toMatchObject({ AlarmName: 'deep' });
  });

  it.each<[string, Partial<PutMetricAlarmCommandInput>, string]>([
    ['an action that is no ARN', { AlarmActions: ['mail me'] }, 'Invalid arn syntax: mail me'],
    ['a period of its own', { Period: 45 }, 'Period must be 10, 20, 30 or a multiple of 60'],
    [
      'more than a day',
      { Period: 60, EvaluationPeriods: 1441 },
      'Metrics cannot be checked across more than a day (EvaluationPeriods * Period must be <= 86400).',
    ],
    [
      'more wanted than there are',
      { EvaluationPeriods: 2, DatapointsToAlarm: 3 },
      'DatapointsToAlarm must be less than or equal',
    ],
    [
      'no statistic',
      { Statistic: undefined },
      'At least one of the parameters Statistic and ExtendedStatistic',
    ],
    ['both statistics', { ExtendedStatistic: 'p99' }, 'mutually exclusive'],
    ['an unknown percentile', { Statistic: undefined, ExtendedStatistic: 'tm99' }, 'is not supported'],
    ['no threshold', { Threshold: undefined }, 'The parameter Threshold is required.'],
    [
      'an anomaly band',
      { ThresholdMetricId: 'x' },
      "Parameter 'thresholdMetricId' is unknown or not supported",
    ],
    ['metric and math', { Metrics: [{ Id: 'a', Expression: '1' }] }, 'mutually exclusive'],
  ])('are refused with %s', async (_what, more, message) => {
    const { cloudwatch } = aPocketAws();
    await expect(cloudwatch.send(new PutMetricAlarmCommand({ ...settings, ...more }))).rejects.toThrow(
      message,
    );
  });

  it('sleep while there are none, and let two weeks pass quickly', async () => {
    const { clock, alarm, put } = await anAlarm({ EvaluationPeriods: 3 });
    await put(1);
    await clock.advance(14 * 24 * 60 * minute);
    expect(await alarm()).toMatchObject({ StateValue: 'INSUFFICIENT_DATA' });
  });
});
