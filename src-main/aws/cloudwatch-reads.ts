import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import { failureOf, type Telling } from './aws-trouble.ts';
import type { QueuesParts } from './open-queues.ts';
import { openPatience } from './patience.ts';
import type { ServiceClock } from './service-clock.ts';

export type CloudWatchRead = 'DescribeAlarms' | 'DescribeAlarmHistory' | 'GetMetricData';

export interface CloudWatchReads {
  readonly client: CloudWatchClient;
  /** CloudWatch's own. */
  readonly clock: Pick<ServiceClock, 'now'>;
  /** With what passes by itself tried again, and a receipt. */
  readonly read: <T>(
    operation: CloudWatchRead,
    attempt: (signal: AbortSignal) => Promise<{ readonly value: T; readonly pages: number }>,
  ) => Promise<Result<T>>;
}

export function cloudWatchReads(
  { client, clock }: Pick<CloudWatchReads, 'client' | 'clock'>,
  parts: QueuesParts,
): CloudWatchReads {
  const patience = openPatience(parts);
  const { now, elapsed } = parts;
  return {
    client,
    clock,
    async read(operation, attempt) {
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
    },
  };
}

function telling(operation: CloudWatchRead): Telling {
  return {
    service: 'CloudWatch',
    action: `cloudwatch:${operation}`,
    place: places[operation],
    resource: '*',
    missing: {
      code: 'not-found',
      message: 'CloudWatch knows nothing of it. Nothing was read.',
      what: 'metric',
    },
  };
}

const places: Readonly<Record<CloudWatchRead, string>> = {
  DescribeAlarms: 'the list of alarms',
  DescribeAlarmHistory: 'the history of the alarm',
  GetMetricData: 'the metric data',
};
