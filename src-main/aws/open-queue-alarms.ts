import { createHash, randomBytes } from 'node:crypto';
import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type AlarmHistoryItem,
  type CloudWatchClient,
  type MetricAlarm,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { alarmStates, type AlarmChange, type AlarmState, type Metric } from '#shared/contract/monitor.ts';
import { ok } from '#shared/contract/result.ts';
import { ageByNow } from '#shared/domain/monitor/chart-series.ts';
import { ofQueue, queueOfDepth } from '#shared/domain/monitor/place-of-alarm.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import {
  cloudWatchClient,
  cloudWatchReads,
  serviceClock,
  type AlarmStanding,
  type CloudWatchReads,
  type ListedAlarm,
  type MetricsAsked,
  type MetricsRead,
  type QueueAlarms,
} from './alarms.ts';
import { namesAt, type AwsPlace } from './client-config.ts';
import type { Doors } from './doors.ts';
import { parsedBody } from './middleware.ts';
import { openQueues, type QueuesParts } from './open-queues.ts';
import { openPlaces } from './places.ts';
import { machineParts } from './patience.ts';

/** Opens the two SDK clients of dead letters, which are loaded together. */
export function openQueuesAndAlarms(
  place: AwsPlace,
  parts: QueuesParts = machineParts(),
): Pick<Doors, 'queues' | 'alarms'> {
  return { queues: openQueues(place, parts), alarms: openQueueAlarms(place, parts) };
}

/** Opens the alarms over the SDK's client of one connection. */
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
  const stateMachineArn = `arn:${findAwsPartition(region)}:states:${region}:${accountId}:stateMachine:${names.extraction.stateMachine}`;

  return {
    watched: () => Promise.resolve(ok({ ...names, stateMachineArn })),
    ofQueues: (queues) =>
      queues.length === 0
        ? Promise.resolve(ok({ standings: new Map<string, never>(), isAll: true }))
        : reads.read('DescribeAlarms', async (signal) => {
            const { alarms, isAll, pages } = await alarmPages(client, signal);
            return { value: { standings: listStandings(alarms, new Set(queues)), isAll }, pages };
          }),
    oldestAges: (queues) =>
      queues.length === 0
        ? Promise.resolve(ok(new Map<string, never>()))
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

function listStandings(
  alarms: readonly MetricAlarm[],
  queues: ReadonlySet<string>,
): ReadonlyMap<string, AlarmStanding> {
  const found = new Map<string, AlarmStanding>();
  for (const alarm of alarms) {
    const queue = queueOfDepth(toMetric(alarm));
    if (queue === null || !queues.has(queue)) continue;
    if (!found.has(queue) || alarm.StateValue === 'ALARM') found.set(queue, standing(alarm));
  }
  return found;
}

function standing(alarm: MetricAlarm): AlarmStanding {
  return {
    name: alarm.AlarmName ?? '',
    state: toAlarmState(alarm),
    since: alarm.StateUpdatedTimestamp?.toISOString() ?? null,
  };
}

export interface AlarmPages {
  readonly alarms: readonly MetricAlarm[];
  readonly isAll: boolean;
  readonly pages: number;
}

/** Reads all metric alarms of the account and region, up to ten pages. */
export async function alarmPages(client: CloudWatchClient, abortSignal: AbortSignal): Promise<AlarmPages> {
  const alarms: MetricAlarm[] = [];
  let NextToken: string | undefined;
  let pages = 0;
  do {
    const page = await client.send(alarmsCommand(NextToken), { abortSignal });
    pages += 1;
    alarms.push(...(page.MetricAlarms ?? []));
    ({ NextToken } = page);
  } while (NextToken !== undefined && pages < mostAlarmPages);
  return { alarms, isAll: NextToken === undefined, pages };
}

export function alarmsCommand(NextToken?: string): DescribeAlarmsCommand {
  return new DescribeAlarmsCommand({ AlarmTypes: ['MetricAlarm'], MaxRecords: 100, NextToken });
}

/** Ten pages hold a thousand alarms, after which the list is reported as incomplete. */
const mostAlarmPages = 10;

/** Converts an alarm from CloudWatch's description. */
export function listedAlarm(alarm: MetricAlarm): ListedAlarm {
  const since = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp;
  return {
    name: alarm.AlarmName ?? '',
    description: alarm.AlarmDescription ?? null,
    state: toAlarmState(alarm),
    reason: alarm.StateReason ?? null,
    since: since?.toISOString() ?? null,
    metric: toMetric(alarm),
    rule: describeRule(alarm),
    hasActions: alarm.ActionsEnabled === true && listActions(alarm).length > 0,
    onFirst: isOnFirst(alarm),
  };
}

export function toAlarmState({ StateValue }: MetricAlarm): ListedAlarm['state'] {
  return StateValue === 'OK' || StateValue === 'ALARM' ? StateValue : 'INSUFFICIENT_DATA';
}

/** An alarm over an expression has no metric of its own. */
export function toMetric({ Namespace, MetricName, Dimensions = [] }: MetricAlarm): Metric | null {
  if (Namespace === undefined || MetricName === undefined) return null;
  const dimensions = Dimensions.map(({ Name = '', Value = '' }) => [Name, Value] as const);
  return { namespace: Namespace, name: MetricName, dimensions: Object.fromEntries(dimensions) };
}

function describeRule(alarm: MetricAlarm): string | null {
  const { ComparisonOperator = '', Threshold, EvaluationPeriods: periods = 1, Period } = alarm;
  const comparison = comparisons.get(ComparisonOperator);
  if (comparison === undefined || Threshold === undefined) return null;
  const points = alarm.DatapointsToAlarm ?? periods;
  const statistic = alarm.ExtendedStatistic ?? alarm.Statistic;
  const what = statistic === undefined ? comparison : `${statistic} ${comparison}`;
  const each = Period === undefined ? '' : ` of ${Period} s`;
  return `${capitalize(what)} ${Threshold}, in ${points} of ${periods} ${periods === 1 ? 'period' : 'periods'}${each}`;
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ['GreaterThanOrEqualToThreshold', 'at least'],
  ['GreaterThanThreshold', 'greater than'],
  ['LessThanThreshold', 'less than'],
  ['LessThanOrEqualToThreshold', 'at most'],
]);

function listActions({ AlarmActions = [], OKActions = [], InsufficientDataActions = [] }: MetricAlarm) {
  return [...AlarmActions, ...OKActions, ...InsufficientDataActions];
}

function isOnFirst({ ComparisonOperator, Threshold = Infinity }: MetricAlarm): boolean {
  if (ComparisonOperator === 'GreaterThanThreshold') return Threshold < 1;
  return ComparisonOperator === 'GreaterThanOrEqualToThreshold' && Threshold <= 1;
}

const minute = 60_000;

/** Asks for the last quarter of an hour. */
export function agesAsked(queues: readonly string[], now: number): MetricsAsked {
  return {
    from: now - 15 * minute,
    to: now,
    periodSeconds: minute / 1_000,
    queries: queues.map((queue) => ({
      id: queue,
      metric: ofQueue('ApproximateAgeOfOldestMessage', queue),
      statistic: 'Maximum',
    })),
  };
}

export function newestAges({ series }: MetricsRead, now: number): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  for (const [queue, { points }] of series) {
    const newest = points.at(-1);
    if (newest !== undefined) ages.set(queue, ageByNow(newest, now));
  }
  return ages;
}

/** Makes one call per 500 metrics, and one more for each further page. */
export async function metricData(
  client: CloudWatchClient,
  asked: MetricsAsked,
  abortSignal: AbortSignal,
): Promise<{ readonly value: MetricsRead; readonly pages: number }> {
  const found = new Map<string, Found>(asked.queries.map(({ id }) => [id, { points: [], problem: null }]));
  let calls = 0;
  for (let first = 0; first < asked.queries.length; first += mostQueries) {
    const queries = asked.queries.slice(first, first + mostQueries);
    let NextToken: string | undefined;
    let pages = 0;
    do {
      const page = await client.send(commandFor(asked, queries, NextToken), { abortSignal });
      calls += 1;
      pages += 1;
      for (const result of page.MetricDataResults ?? [])
        keep(result, found.get(findQueryId(result, queries)));
      ({ NextToken } = page);
    } while (NextToken !== undefined && pages < mostMetricPages);
    if (NextToken !== undefined) for (const { id } of queries) cutOff(found.get(id));
  }
  for (const { points } of found.values()) points.sort(([one], [other]) => one - other);
  return { value: { series: found, calls }, pages: calls };
}

/** See https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const mostQueries = 500;
/** A page holds 100,800 figures; a question that needs more pages asks for too much. */
const mostMetricPages = 5;

interface Found {
  readonly points: (readonly [at: number, value: number])[];
  problem: string | null;
}

type Query = MetricsAsked['queries'][number];

function commandFor(
  { from, to, periodSeconds }: MetricsAsked,
  queries: readonly Query[],
  NextToken: string | undefined,
): GetMetricDataCommand {
  return new GetMetricDataCommand({
    StartTime: new Date(from),
    EndTime: new Date(to),
    ScanBy: 'TimestampAscending',
    NextToken,
    // CloudWatch restricts the form of this id, while ours may be any text.
    MetricDataQueries: queries.map(({ metric, statistic }, place) => ({
      Id: `q${place}`,
      MetricStat: {
        Metric: {
          Namespace: metric.namespace,
          MetricName: metric.name,
          Dimensions: Object.entries(metric.dimensions).map(([Name, Value]) => ({ Name, Value })),
        },
        Period: periodSeconds,
        Stat: statistic,
      },
    })),
  });
}

function findQueryId({ Id }: MetricDataResult, queries: readonly Query[]): string {
  return queries[Number(Id?.slice(1))]?.id ?? '';
}

function keep({ Timestamps = [], Values = [], StatusCode, Messages }: MetricDataResult, found?: Found): void {
  if (found === undefined) return;
  for (const [place, time] of Timestamps.entries()) {
    const value = Values[place];
    if (value !== undefined) found.points.push([time.getTime(), value]);
  }
  // CloudWatch sends PartialData with each page but the last.
  if (StatusCode === 'Complete') found.problem = null;
  else if (StatusCode !== 'PartialData') found.problem = Messages?.[0]?.Value ?? notAnswered;
}

function cutOff(found: Found | undefined): void {
  if (found !== undefined) found.problem ??= 'CloudWatch has more figures than were read.';
}

const notAnswered = 'CloudWatch could not answer for this one.';

/** Returns the changes of an alarm, the newest first. CloudWatch's token stays here, behind an opaque cursor. */
export function alarmHistory(
  { client, read }: CloudWatchReads,
  cursorKey: Uint8Array,
): QueueAlarms['history'] {
  const places = openPlaces<string>(cursorKey, ({ size }) => size > mostPlaces);
  return async (AlarmName, cursor) => {
    const binding = createHash('sha256').update(AlarmName).digest('hex');
    const place = cursor === undefined ? undefined : places.find(cursor, binding);
    if (place?.ok === false) return place;
    const page = await read('DescribeAlarmHistory', async (abortSignal) => {
      const command = alarmHistoryCommand(AlarmName, place?.value);
      const { AlarmHistoryItems = [], NextToken } = await client.send(command, { abortSignal });
      return { value: { items: AlarmHistoryItems, NextToken }, pages: 1 };
    });
    if (!page.ok) return page;
    const { items, NextToken } = page.value;
    const next = NextToken === undefined ? null : places.keep(NextToken, binding);
    return ok({ changes: items.flatMap(toAlarmChanges), cursor: next }, page.receipt);
  };
}

export function alarmHistoryCommand(AlarmName: string, NextToken?: string): DescribeAlarmHistoryCommand {
  return new DescribeAlarmHistoryCommand({
    AlarmName,
    AlarmTypes: ['MetricAlarm'],
    ScanBy: 'TimestampDescending',
    MaxRecords: changesAPage,
    NextToken,
  });
}

const changesAPage = 25;
const mostPlaces = 200;

const kinds: ReadonlyMap<string, AlarmChange['kind']> = new Map([
  ['StateUpdate', 'state'],
  ['ConfigurationUpdate', 'configuration'],
  ['Action', 'action'],
]);

function toAlarmChanges(item: AlarmHistoryItem): AlarmChange[] {
  const kind = kinds.get(item.HistoryItemType ?? '');
  if (kind === undefined || item.Timestamp === undefined) return [];
  const states = kind === 'state' ? parseStates(item.HistoryData) : none;
  const says = states.reason ?? item.HistorySummary ?? '';
  return [{ at: item.Timestamp.toISOString(), kind, from: states.from, to: states.to, says }];
}

interface States {
  readonly from: AlarmState | null;
  readonly to: AlarmState | null;
  readonly reason: string | null;
}

const none: States = { from: null, to: null, reason: null };

/** CloudWatch writes this as JSON without a documented shape. */
function parseStates(data: string | undefined): States {
  try {
    const { oldState, newState } = toMembers(parsedBody(data ?? ''));
    const [from, to] = [toMembers(oldState), toMembers(newState)];
    const { stateReason } = to;
    return {
      from: stateIn(from['stateValue']),
      to: stateIn(to['stateValue']),
      reason: typeof stateReason === 'string' ? stateReason : null,
    };
  } catch {
    return none;
  }
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function stateIn(value: unknown): AlarmState | null {
  return alarmStates.find((state) => state === value) ?? null;
}
