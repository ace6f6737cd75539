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
    ['a function', 'FOO(a)', 'The function FOO is not supported here'],
    ['one number', '2 * 3', 'The expression uses no metric'],
  ])('is refused with %s, before the clock meets it', async (_what, Expression, message) => {
    const { putAlarm, clock, state } = aCloudWatch();
    await expect(putAlarm([hidden('a', 'A'), hidden('b', 'B'), { Id: 'e', Expression }])).rejects.toThrow(
      message,
    );
    await clock.advance(2 * minute);
    expect(await state()).toBeUndefined();
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
