import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { Alarm, AlarmChange, Metric } from '#shared/contract/monitor.ts';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import type { WatchedNames } from '#shared/domain/monitor/place-of-alarm.ts';
import { failureOf, type Telling } from './aws-trouble.ts';
import { clientConfig, withRenewal, type AwsPlace } from './client-config.ts';
import { ForbiddenCommand } from './middleware.ts';
import type { QueuesParts } from './open-queues.ts';
import { openPatience } from './patience.ts';

export interface AlarmStanding {
  readonly name: string;
  readonly state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  readonly since: string | null;
}

/** What CloudWatch knows of a deployment: its alarms and its figures. */
export interface QueueAlarms {
  /** What the figures of this deployment are called by. Nothing is asked of AWS. */
  readonly watched: () => Promise<Result<WatchedNames>>;
  /** By queue name; one without an alarm on its depth is left out. */
  readonly ofQueues: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, AlarmStanding>>>;
  /**
   * In seconds, by queue name: how long the oldest has been in it by now, at least, by the newest figure of the last
   * quarter of an hour. Gaps are left out, and are not 0.
   */
  readonly oldestAges: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, number>>>;
  /**
   * All metric alarms of the account and region, as far as ten pages go. One made of other alarms is left out: what it
   * is made of is here.
   */
  readonly list: () => Promise<Result<AlarmsListed>>;
  /** The newest first. */
  readonly history: (name: string, cursor?: string) => Promise<Result<AlarmHistoryPage>>;
  /** In as few calls as CloudWatch allows; each metric asked for is charged. */
  readonly metrics: (asked: MetricsAsked) => Promise<Result<MetricsRead>>;
}

/** As CloudWatch tells it; whose desk it is for is worked out from the names of the deployment. */
export interface ListedAlarm extends Omit<Alarm, 'place'> {
  /** It fires where there is one message or more, whatever it calls that. */
  readonly onFirst: boolean;
}

export interface AlarmsListed {
  /** In the order in which CloudWatch lists them. */
  readonly alarms: readonly ListedAlarm[];
  readonly isAll: boolean;
  readonly calls: number;
  /** By AWS's own clock, in milliseconds: figures are dated by it, and this machine may be off. */
  readonly asOf: number;
}

interface AlarmHistoryPage {
  readonly changes: readonly AlarmChange[];
  readonly cursor: string | null;
}

export interface MetricsAsked {
  /** In epoch milliseconds, on the borders of periods. */
  readonly from: number;
  readonly to: number;
  readonly periodSeconds: number;
  readonly queries: readonly { readonly id: string; readonly metric: Metric; readonly statistic: string }[];
}

export interface MetricsRead {
  /** By the id of the query; points are of the beginning of their period, oldest first, and gaps are left out. */
  readonly series: ReadonlyMap<
    string,
    { readonly points: readonly (readonly [at: number, value: number])[]; readonly problem: string | null }
  >;
  readonly calls: number;
}

/** The SDK's own client of one AWS, for three reads. `dated` hears when AWS says that it answered. */
export function cloudWatchClient(
  place: AwsPlace,
  dated: (at: number) => void = () => undefined,
): CloudWatchClient {
  const client = new CloudWatchClient(clientConfig(place, 'cloudwatch'));
  client.middlewareStack.add(onlyReads, { step: 'initialize', name: 'onlyReads', override: true });
  client.middlewareStack.add(readsDate(dated), { step: 'deserialize', priority: 'low', name: 'readsDate' });
  return withRenewal(client, place);
}

/** By the command itself: how CloudWatch's requests look depends on the protocol that the SDK has chosen. */
function onlyReads<Args extends object, Output>(
  next: (args: Args) => Output,
  context: { readonly commandName?: string },
) {
  return (args: Args): Output => {
    const { commandName = 'an unknown command' } = context;
    if (allowed.has(commandName)) return next(args);
    throw new ForbiddenCommand(`The console reads alarms and metrics; ${commandName} was not sent.`);
  };
}

const allowed: ReadonlySet<string> = new Set([
  'DescribeAlarmsCommand',
  'DescribeAlarmHistoryCommand',
  'GetMetricDataCommand',
]);

/** Of an answer of any kind: an older one that a proxy has kept tells no time worth having, and nobody keeps these. */
function readsDate(dated: (at: number) => void) {
  return <Args, Output extends { readonly response: unknown }>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const result = await next(args);
      const at = Date.parse(dateOf(result.response) ?? '');
      if (!Number.isNaN(at)) dated(at);
      return result;
    };
}

function dateOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return undefined;
  const { headers } = response;
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return undefined;
  return typeof headers.date === 'string' ? headers.date : undefined;
}

type CloudWatchRead = 'DescribeAlarms' | 'DescribeAlarmHistory' | 'GetMetricData';

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

/** A service's own time, as far as its answers tell it. */
interface ServiceClock {
  now(): number;
  /** It has just answered, and says that it did so then. */
  answered(at: number): void;
}

/**
 * Answers are dated in whole seconds and take a while, so this machine is believed where it is right within a few of
 * them. A laptop that has slept, or a sandbox whose clock was moved, may be off by minutes or by days.
 */
export function serviceClock(now: () => number): ServiceClock {
  let offset = 0;
  return {
    now: () => now() + offset,
    answered(at) {
      const difference = at - now();
      offset = Math.abs(difference) <= believedMs ? 0 : difference;
    },
  };
}

const believedMs = 5_000;
