import {
  DescribeAlarmsCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
  type MetricDataQuery,
} from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { metricQuery, minute } from './metric-data.ts';

describe('an alarm on metric math', () => {
  it.each<[string, string, string]>([
    ['a function that is not there', 'FOO(a)', 'The function FOO is not supported'],
    ['too many arguments', 'ABS(a, b)', 'Expected 1 argument, found 2'],
    ['one number', 'SUM(a)', 'must return a single time series'],
    ['several time series', 'METRICS()', 'must return a single time series'],
    ['a number where a series is due', 'RATE(1)', 'A time series is expected'],
    ['lists of different lengths', '[a, b] + [a]', 'The lists have different lengths'],
  ])('is refused with %s, before the clock meets it', async (_what, Expression, message) => {
    const { putAlarm, clock, state } = aCloudWatch();
    await expect(putAlarm([hidden('a', 'A'), hidden('b', 'B'), { Id: 'e', Expression }])).rejects.toThrow(
      message,
    );
    await clock.advance(2 * minute);
    expect(await state()).toBeUndefined();
  });

  it('may choose by a number, which is known only when it is evaluated', async () => {
    const { putAlarm, put, clock, state } = aCloudWatch();
    await putAlarm([hidden('a', 'A'), { Id: 'e', Expression: 'IF(SUM(a) > 1, a) + a * 0' }]);
    await put({ A: 1 });
    await clock.advance(minute);
    expect(await state()).toBe('INSUFFICIENT_DATA');
    await put({ A: 4 });
    await clock.advance(minute);
    expect(await state()).toBe('ALARM');
  });

  it('of ten seconds looks at each ten seconds', async () => {
    const { putAlarm, put, clock, state } = aCloudWatch();
    await putAlarm([hidden('a', 'A', 10), { Id: 'e', Expression: 'a * 2' }]);
    await put({ A: 1 }, 1);
    await clock.advance(10_000);
    expect(await state()).toBe('ALARM');
    await put({ A: 0 }, 1);
    await clock.advance(10_000);
    expect(await state()).toBe('OK');
  });

  it('fills in what a metric does not report', async () => {
    const { putAlarm, put, clock, state } = aCloudWatch();
    await clock.advance(17_000);
    await putAlarm([hidden('a', 'A'), hidden('b', 'B'), { Id: 'e', Expression: 'FILL(a, 0) + b' }]);
    await put({ B: 3 });
    await clock.advance(minute);
    expect(await state()).toBe('ALARM');
  });

  it('has no more than ten metrics and ten expressions', async () => {
    const { putAlarm } = aCloudWatch();
    const metrics = Array.from({ length: 11 }, (_none, index) => hidden(`m${index}`, 'A'));
    await expect(putAlarm([...metrics, { Id: 'e', Expression: 'm1' }])).rejects.toThrow(
      'no more than 10 metrics',
    );
  });
});

function aCloudWatch() {
  const { cloudwatch, clock } = aPocketAws();
  return {
    clock,
    putAlarm: (Metrics: MetricDataQuery[]) =>
      cloudwatch.send(
        new PutMetricAlarmCommand({
          AlarmName: 'math',
          EvaluationPeriods: 1,
          Threshold: 0,
          ComparisonOperator: 'GreaterThanThreshold',
          Metrics,
        }),
      ),
    put: (values: Record<string, number>, StorageResolution = 60) =>
      cloudwatch.send(
        new PutMetricDataCommand({
          Namespace: 'N',
          MetricData: Object.entries(values).map(([MetricName, Value]) => ({
            MetricName,
            Value,
            StorageResolution,
          })),
        }),
      ),
    state: async () => (await cloudwatch.send(new DescribeAlarmsCommand({}))).MetricAlarms?.[0]?.StateValue,
  };
}

function hidden(id: string, name: string, period = 60): MetricDataQuery {
  return { ...metricQuery(id, 'N', name, 'Sum', period), ReturnData: false };
}
