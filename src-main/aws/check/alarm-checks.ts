import { withoutPromise } from '#shared/domain/connection-promises.ts';
import { alarmHistoryCommand } from '../alarm-history.ts';
import { alarmsCommand } from '../alarm-pages.ts';
import { metricData } from '../metric-data.ts';
import { agesAsked } from '../queue-ages.ts';
import type { CheckScope } from './check-scope.ts';
import { leftOut, outcomeOf, type PlannedCheck } from './planned-check.ts';

/** The first page of alarms, the history of an alarm that is not there, and one figure are asked for; none is kept. */
export function alarmChecks(scope: CheckScope): readonly PlannedCheck[] {
  if (scope.role === 'reviewer') return [left('no screen of a reviewer shows an alarm.')];
  if (scope.tenant !== null) return [left('alarms and metrics are of all tenants.')];
  const { now, names, clients } = scope;
  const { cloudwatch } = clients;
  const { documentDeadLetterQueue } = names.extraction;
  const queue = documentDeadLetterQueue === '' ? 'sluice-check' : documentDeadLetterQueue;
  return [
    made('DescribeAlarms', 'Alarms', 'No alarm is shown, and none is told of.', (abortSignal) =>
      cloudwatch.send(alarmsCommand(), { abortSignal }),
    ),
    made('DescribeAlarmHistory', 'History of alarms', 'When an alarm fired is not shown.', (abortSignal) =>
      cloudwatch.send(alarmHistoryCommand('sluice-check'), { abortSignal }),
    ),
    made('GetMetricData', 'Metrics', 'Monitor has no figures, and queues no age.', (abortSignal) =>
      metricData(cloudwatch, agesAsked([queue], now()), abortSignal),
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
      const telling = {
        action,
        place: 'CloudWatch',
        works: 'CloudWatch answers.',
        without,
        lack: withoutPromise(operation === 'GetMetricData' ? 'metrics' : 'alarms'),
      };
      return outcomeOf(await ask('CloudWatch', send), telling);
    },
  };
}

type Send = (signal: AbortSignal) => Promise<unknown>;

function left(why: string): PlannedCheck {
  return leftOut({ id: 'alarms', area: 'alarms', title: 'Alarms and metrics' }, `Nothing was asked: ${why}`);
}
