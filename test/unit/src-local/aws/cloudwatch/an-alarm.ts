import {
  DescribeAlarmsCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
  type PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

export const topic = 'arn:aws:sns:local:000000000000:alerts';

export const settings = {
  AlarmName: 'deep',
  Namespace: 'N',
  MetricName: 'Depth',
  Statistic: 'Maximum' as const,
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 0,
  ComparisonOperator: 'GreaterThanThreshold' as const,
};

/** Creates an alarm called `deep` on a metric that only the test puts. */
export async function anAlarm(more: Partial<PutMetricAlarmCommandInput> = {}) {
  const { cloudwatch, clock } = aPocketAws();
  await cloudwatch.send(new PutMetricAlarmCommand({ ...settings, ...more }));
  return {
    cloudwatch,
    clock,
    put: (Value: number) =>
      cloudwatch.send(
        new PutMetricDataCommand({ Namespace: 'N', MetricData: [{ MetricName: 'Depth', Value }] }),
      ),
    alarm: async () => {
      const { MetricAlarms = [] } = await cloudwatch.send(
        new DescribeAlarmsCommand({ AlarmNames: ['deep'] }),
      );
      return MetricAlarms[0] ?? {};
    },
  };
}
