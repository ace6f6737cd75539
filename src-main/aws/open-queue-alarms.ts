import {
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type CloudWatchClient,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import type { Receipt } from '#shared/contract/receipt.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { AlarmStanding, QueueAlarms } from './alarms.ts';
import { failureOf } from './aws-trouble.ts';
import { sandboxCloudWatchClient } from './cloudwatch-client.ts';
import { openPatience } from './patience.ts';
import type { QueuesParts } from './open-queues.ts';
import type { SandboxAws } from './sandbox-config.ts';

/** Over the SDK's client of one connection. */
export function openQueueAlarms(sandbox: SandboxAws, parts: QueuesParts): QueueAlarms {
  const client = sandboxCloudWatchClient(sandbox);
  const patience = openPatience(parts);
  const { now, elapsed } = parts;

  async function read<T>(
    operation: 'DescribeAlarms' | 'GetMetricData',
    attempt: (signal: AbortSignal) => Promise<{ readonly value: T; readonly pages: number }>,
  ): Promise<Result<T>> {
    const begun = elapsed();
    const asOf = new Date(now()).toISOString();
    const tried = await patience.read(attempt);
    if (!tried.ok) return refused(failureOf(tried.trouble, tried.attempts, telling(operation)));
    const receipt: Receipt = {
      pattern: `CloudWatch: ${operation}`,
      index: 'metrics',
      pages: tried.value.pages,
      items: 0,
      rru: 0,
      bytes: 0,
      ms: elapsed() - begun,
      asOf,
    };
    return ok(tried.value.value, receipt);
  }

  return {
    ofQueues: (queues) =>
      queues.length === 0
        ? nothing()
        : read('DescribeAlarms', (signal) => alarmsOf(client, new Set(queues), signal)),
    oldestAges: (queues) =>
      queues.length === 0
        ? nothing()
        : read('GetMetricData', (signal) => agesOf(client, queues, now(), signal)),
  };
}

const nothing = () => Promise.resolve(ok(new Map<string, never>()));

async function alarmsOf(client: CloudWatchClient, queues: ReadonlySet<string>, abortSignal: AbortSignal) {
  const found = new Map<string, AlarmStanding>();
  let NextToken: string | undefined;
  let pages = 0;
  do {
    const page = await client.send(
      new DescribeAlarmsCommand({ AlarmTypes: ['MetricAlarm'], MaxRecords: 100, NextToken }),
      { abortSignal },
    );
    pages += 1;
    for (const alarm of page.MetricAlarms ?? []) {
      const queue = queueOf(alarm);
      if (queue === undefined || !queues.has(queue)) continue;
      const isFirst = !found.has(queue);
      if (isFirst || alarm.StateValue === 'ALARM') found.set(queue, standing(alarm));
    }
    ({ NextToken } = page);
  } while (NextToken !== undefined && pages < mostPages);
  return { value: found, pages };
}

/** A thousand alarms; who has more names the ones of the pipelines otherwise. */
const mostPages = 10;

/** Of alarms on the depth of a queue. */
function queueOf({ Namespace, MetricName, Dimensions = [] }: MetricAlarm): string | undefined {
  if (Namespace !== 'AWS/SQS' || MetricName !== 'ApproximateNumberOfMessagesVisible') return undefined;
  return Dimensions.find(({ Name }) => Name === 'QueueName')?.Value;
}

function standing({ AlarmName, StateValue, StateUpdatedTimestamp }: MetricAlarm): AlarmStanding {
  const isKnown = StateValue === 'OK' || StateValue === 'ALARM';
  return {
    name: AlarmName ?? '',
    state: isKnown ? StateValue : 'INSUFFICIENT_DATA',
    since: StateUpdatedTimestamp?.toISOString() ?? null,
  };
}

async function agesOf(
  client: CloudWatchClient,
  queues: readonly string[],
  now: number,
  abortSignal: AbortSignal,
) {
  const command = new GetMetricDataCommand({
    StartTime: new Date(now - 15 * minute),
    EndTime: new Date(now),
    ScanBy: 'TimestampDescending',
    MetricDataQueries: queues.map((queue, at) => ({
      Id: `q${at}`,
      MetricStat: {
        Metric: {
          Namespace: 'AWS/SQS',
          MetricName: 'ApproximateAgeOfOldestMessage',
          Dimensions: [{ Name: 'QueueName', Value: queue }],
        },
        Period: minute / 1_000,
        Stat: 'Maximum',
      },
    })),
  });
  const { MetricDataResults = [] } = await client.send(command, { abortSignal });
  const ages = new Map<string, number>();
  for (const { Id, Values, Timestamps } of MetricDataResults) {
    const queue = queues[Number(Id?.slice(1))];
    const [age] = Values ?? [];
    if (queue !== undefined && age !== undefined) ages.set(queue, age + sinceSeconds(Timestamps?.[0], now));
  }
  return { value: ages, pages: 1 };
}

/** A figure is of some time in its minute, and what was there then has been there for longer since. */
function sinceSeconds(time: Date | undefined, now: number): number {
  if (time === undefined) return 0;
  return Math.max(0, Math.floor((now - time.getTime() - minute) / 1_000));
}

const minute = 60_000;

function telling(operation: string) {
  return {
    service: 'CloudWatch',
    action: `cloudwatch:${operation}`,
    place: 'the alarms and metrics of the queues',
    resource: '*',
    advice: "Compare the connection's region and account with those of the pipelines.",
    missing: {
      code: 'not-found',
      message: 'CloudWatch knows nothing of it. Nothing was read.',
      what: 'metric',
    },
  } as const;
}
