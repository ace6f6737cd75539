import { randomBytes } from 'node:crypto';
import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import { ok } from '#shared/contract/result.ts';
import { queueOfDepth } from '#shared/domain/monitor/place-of-alarm.ts';
import { alarmHistory } from './alarm-history.ts';
import { alarmPages } from './alarm-pages.ts';
import type { AlarmStanding, QueueAlarms } from './alarms.ts';
import { cloudWatchClient } from './cloudwatch-client.ts';
import { cloudWatchReads } from './cloudwatch-reads.ts';
import { listedAlarm, metricOf, stateOf } from './listed-alarm.ts';
import { metricData } from './metric-data.ts';
import type { QueuesParts } from './open-queues.ts';
import { agesAsked, newestAges } from './queue-ages.ts';
import { namesAt, type AwsPlace } from './aws-place.ts';
import { serviceClock } from './service-clock.ts';

/** Over the SDK's client of one connection. */
export function openQueueAlarms(
  place: AwsPlace,
  parts: QueuesParts,
  cursorKey: Uint8Array = randomBytes(32),
): QueueAlarms {
  const clock = serviceClock(parts.now);
  const client = cloudWatchClient(place, (at) => clock.answered(at));
  const reads = cloudWatchReads({ client, clock }, parts);
  const names = namesAt(place);
  const { region, accountId } = place;
  const stateMachineArn = `arn:${partitionOf(region)}:states:${region}:${accountId}:stateMachine:${names.extraction.stateMachine}`;

  return {
    watched: () => Promise.resolve(ok({ ...names, stateMachineArn })),
    ofQueues: (queues) =>
      queues.length === 0
        ? nothing()
        : reads.read('DescribeAlarms', async (signal) => {
            const { alarms, pages } = await alarmPages(client, signal);
            return { value: standingsOf(alarms, new Set(queues)), pages };
          }),
    oldestAges: (queues) =>
      queues.length === 0
        ? nothing()
        : reads.read('GetMetricData', async (signal) => {
            const now = clock.now();
            const { value, pages } = await metricData(client, agesAsked(queues, now), signal);
            return { value: newestAges(value, now), pages };
          }),
    list: () =>
      reads.read('DescribeAlarms', async (signal) => {
        const { alarms, isAll, pages } = await alarmPages(client, signal);
        const value = { alarms: alarms.map(listedAlarm), isAll, calls: pages, asOf: clock.now() };
        return { value, pages };
      }),
    history: alarmHistory(reads, cursorKey),
    metrics: (asked) =>
      asked.queries.length === 0
        ? Promise.resolve(ok({ series: new Map(), calls: 0 }))
        : reads.read('GetMetricData', (signal) => metricData(client, asked, signal)),
  };
}

const nothing = () => Promise.resolve(ok(new Map<string, never>()));

function standingsOf(
  alarms: readonly MetricAlarm[],
  queues: ReadonlySet<string>,
): ReadonlyMap<string, AlarmStanding> {
  const found = new Map<string, AlarmStanding>();
  for (const alarm of alarms) {
    const queue = queueOfDepth(metricOf(alarm));
    if (queue === null || !queues.has(queue)) continue;
    if (!found.has(queue) || alarm.StateValue === 'ALARM') found.set(queue, standing(alarm));
  }
  return found;
}

function standing(alarm: MetricAlarm): AlarmStanding {
  return {
    name: alarm.AlarmName ?? '',
    state: stateOf(alarm),
    since: alarm.StateUpdatedTimestamp?.toISOString() ?? null,
  };
}
