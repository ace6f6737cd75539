import {
  GetMetricDataCommand,
  type CloudWatchClient,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch';
import type { MetricsAsked, MetricsRead } from './alarms.ts';

/** One call for 500 metrics, and one more for each page that CloudWatch leaves out. */
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
      for (const result of page.MetricDataResults ?? []) keep(result, found.get(idOf(result, queries)));
      ({ NextToken } = page);
    } while (NextToken !== undefined && pages < mostPages);
    if (NextToken !== undefined) for (const { id } of queries) cutOff(found.get(id));
  }
  for (const { points } of found.values()) points.sort(([one], [other]) => one - other);
  return { value: { series: found, calls }, pages: calls };
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const mostQueries = 500;
/** A page holds 100,800 figures: what needs more of them asks for too much. */
const mostPages = 5;

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
    // An id of CloudWatch's own form: ours may be any text.
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

function idOf({ Id }: MetricDataResult, queries: readonly Query[]): string {
  return queries[Number(Id?.slice(1))]?.id ?? '';
}

function keep({ Timestamps = [], Values = [], StatusCode, Messages }: MetricDataResult, found?: Found): void {
  if (found === undefined) return;
  for (const [place, time] of Timestamps.entries()) {
    const value = Values[place];
    if (value !== undefined) found.points.push([time.getTime(), value]);
  }
  // Said of each page but the last of those that go on.
  if (StatusCode === 'Complete') found.problem = null;
  else if (StatusCode !== 'PartialData') found.problem = Messages?.[0]?.Value ?? notAnswered;
}

function cutOff(found: Found | undefined): void {
  if (found !== undefined) found.problem ??= 'CloudWatch has more figures of this than were read.';
}

const notAnswered = 'CloudWatch could not answer for this one.';
