import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { Alarm, AlarmChange, Metric } from '#shared/contract/monitor.ts';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import type { WatchedNames } from '#shared/domain/monitor/place-of-alarm.ts';
import { toFailure, type Telling } from './aws-trouble.ts';
import { clientConfig, withRenewal, type AwsPlace } from './client-config.ts';
import { ForbiddenCommand } from './middleware.ts';
import type { QueuesParts } from './open-queues.ts';
import { openPatience } from './patience.ts';

export interface AlarmStanding {
  readonly name: string;
  readonly state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  readonly since: string | null;
}

export interface QueueAlarmsFound {
  /** Maps each queue to its alarm; a queue for which none was found is left out. */
  readonly standings: ReadonlyMap<string, AlarmStanding>;
  /** It is false if the account has more alarms than were read, so that a queue that is left out may have one. */
  readonly isAll: boolean;
}

/** Reads a deployment's alarms and figures from CloudWatch. */
export interface QueueAlarms {
  /** Returns the names under which this deployment's figures are found, without a call to AWS. */
  readonly watched: () => Promise<Result<WatchedNames>>;
  /** Finds the alarms on the depth of these queues. */
  readonly ofQueues: (queues: readonly string[]) => Promise<Result<QueueAlarmsFound>>;
  /**
   * Returns by queue name how many seconds the oldest message has been there at least, by the newest figure of the
   * last quarter of an hour. Gaps are left out, and are not 0.
   */
  readonly oldestAges: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, number>>>;
  /**
   * Returns all metric alarms of the account and region, up to ten pages. Composite alarms are left out, because
   * their parts are listed.
   */
  readonly list: () => Promise<Result<AlarmsListed>>;
  /** Returns the newest changes first. */
  readonly history: (name: string, cursor?: string) => Promise<Result<AlarmHistoryPage>>;
  /** Reads in as few calls as CloudWatch allows; each metric asked for is charged. */
  readonly metrics: (asked: MetricsAsked) => Promise<Result<MetricsRead>>;
}

/**
 * This is an alarm as CloudWatch returns it; its place in the console is derived from the names of the deployment.
 */
export interface ListedAlarm extends Omit<Alarm, 'place'> {
  /** It is true when it fires at one message or more, however its rule says so. */
  readonly onFirst: boolean;
}

export interface AlarmsListed {
  /** The alarms stand in CloudWatch's order. */
  readonly alarms: readonly ListedAlarm[];
  readonly isAll: boolean;
  readonly calls: number;
  /**
   * This is the time of AWS's own clock in milliseconds: figures are dated by it, and this machine's clock may be
   * wrong.
   */
  readonly asOf: number;
}

interface AlarmHistoryPage {
  readonly changes: readonly AlarmChange[];
  readonly cursor: string | null;
}

export interface MetricsAsked {
  /** Both limits are epoch milliseconds on the borders of periods. */
  readonly from: number;
  readonly to: number;
  readonly periodSeconds: number;
  readonly queries: readonly { readonly id: string; readonly metric: Metric; readonly statistic: string }[];
}

export interface MetricsRead {
  /**
   * Maps a query id to its series. A point carries the beginning of its period, the oldest comes first, and gaps
   * are left out.
   */
  readonly series: ReadonlyMap<
    string,
    { readonly points: readonly (readonly [at: number, value: number])[]; readonly problem: string | null }
  >;
  readonly calls: number;
}

/**
 * Creates the SDK's client of one AWS, limited to three reads. `dated` receives the time at which AWS says it
 * answered.
 */
export function cloudWatchClient(
  place: AwsPlace,
  dated: (at: number) => void = () => undefined,
): CloudWatchClient {
  const client = new CloudWatchClient(clientConfig(place, 'cloudwatch'));
  client.middlewareStack.add(onlyReads, { step: 'initialize', name: 'onlyReads', override: true });
  client.middlewareStack.add(readsDate(dated), { step: 'deserialize', priority: 'low', name: 'readsDate' });
  return withRenewal(client, place);
}

/**
 * The check goes by the command, because the shape of CloudWatch's requests depends on the protocol the SDK has
 * chosen.
 */
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

/**
 * The date is read from answers of any kind. Proxies do not cache these calls, so an answer is never an old one.
 */
function readsDate(dated: (at: number) => void) {
  return <Args, Output extends { readonly response: unknown }>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const result = await next(args);
      const at = Date.parse(readDateHeader(result.response) ?? '');
      if (!Number.isNaN(at)) dated(at);
      return result;
    };
}

function readDateHeader(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return undefined;
  const { headers } = response;
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return undefined;
  return typeof headers.date === 'string' ? headers.date : undefined;
}

type CloudWatchRead = 'DescribeAlarms' | 'DescribeAlarmHistory' | 'GetMetricData';

export interface CloudWatchReads {
  readonly client: CloudWatchClient;
  /** The clock follows CloudWatch's own time. */
  readonly clock: Pick<ServiceClock, 'now'>;
  /** Runs a read with retries for passing failures, and adds a receipt. */
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
      if (!tried.ok) return refused(toFailure(tried.trouble, tried.attempts, telling(operation)));
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
      message: 'CloudWatch does not know it. Nothing was read.',
      what: 'metric',
    },
  };
}

const places: Readonly<Record<CloudWatchRead, string>> = {
  DescribeAlarms: 'the list of alarms',
  DescribeAlarmHistory: 'the history of the alarm',
  GetMetricData: 'the metric data',
};

/** Estimates a service's own time from its answers. */
interface ServiceClock {
  now(): number;
  /** Records that the service has just answered with this time. */
  answered(at: number): void;
}

/**
 * Answers carry whole seconds and take a while, so this machine's clock is used while it is within a few seconds. A
 * laptop that has slept, or a sandbox whose clock was moved, may be off by minutes or days.
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
