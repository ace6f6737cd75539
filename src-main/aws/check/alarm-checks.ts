import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch';
import type { CheckScope } from './check-scope.ts';
import { leftOut, outcomeOf, type PlannedCheck } from './planned-check.ts';

/** One alarm, one line of a history and one figure are asked for, and none is kept. */
export function alarmChecks(scope: CheckScope): readonly PlannedCheck[] {
  if (scope.role === 'reviewer') return [left('no screen of a reviewer shows an alarm.')];
  if (scope.tenant !== null) return [left('alarms and metrics are of all tenants.')];
  const { cloudwatch } = scope.clients;
  return [
    made('DescribeAlarms', 'Alarms', 'No alarm is shown, and none is told of.', (abortSignal) =>
      cloudwatch.send(new DescribeAlarmsCommand({ MaxRecords: 1 }), { abortSignal }),
    ),
    made('DescribeAlarmHistory', 'History of alarms', 'When an alarm fired is not shown.', (abortSignal) =>
      cloudwatch.send(new DescribeAlarmHistoryCommand({ MaxRecords: 1 }), { abortSignal }),
    ),
    made('GetMetricData', 'Metrics', 'Monitor has no figures, and queues no age.', (abortSignal) =>
      cloudwatch.send(new GetMetricDataCommand(oneFigure(scope)), { abortSignal }),
    ),
  ];
}

function made(operation: string, title: string, without: string, send: Send): PlannedCheck {
  const action = `cloudwatch:${operation}`;
  return {
    id: `alarms:${operation}`,
    area: 'alarms',
    title,
    action,
    // CloudWatch knows no narrower one for these.
    resource: '*',
    run: async (ask) => {
      const telling = { action, place: 'CloudWatch', works: 'CloudWatch answers.', without };
      return outcomeOf(await ask('CloudWatch', send), telling);
    },
  };
}

type Send = (signal: AbortSignal) => Promise<unknown>;

function left(why: string): PlannedCheck {
  return leftOut({ id: 'alarms', area: 'alarms', title: 'Alarms and metrics' }, `Nothing was asked: ${why}`);
}

const minute = 60_000;

function oneFigure({ names, now }: CheckScope) {
  const { documentDeadLetterQueue } = names.extraction;
  const to = Math.floor(now() / minute) * minute;
  return {
    StartTime: new Date(to - 5 * minute),
    EndTime: new Date(to),
    MetricDataQueries: [
      {
        Id: 'check',
        MetricStat: {
          Metric: {
            Namespace: 'AWS/SQS',
            MetricName: 'ApproximateNumberOfMessagesVisible',
            Dimensions: [
              {
                Name: 'QueueName',
                Value: documentDeadLetterQueue === '' ? 'sluice-check' : documentDeadLetterQueue,
              },
            ],
          },
          Period: 300,
          Stat: 'Maximum',
        },
      },
    ],
  };
}
