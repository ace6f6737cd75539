import {
  GetMetricDataCommand,
  PutMetricDataCommand,
  type GetMetricDataCommandInput,
  type MetricDataQuery,
  type MetricDatum,
} from '@aws-sdk/client-cloudwatch';
import type { Clients, Tools } from '#scripts/conformance/assertion.ts';

export const minute = 60_000;

/** Creates a namespace for one assertion, with the calls that assertions make on it. */
export function aNamespace(aws: Clients, tools: Tools) {
  const Namespace = tools.name('Conformance');
  // The base is a whole minute that is over, so that periods are the same wherever the endpoint is.
  const base = Math.floor(tools.now() / minute) * minute - 30 * minute;
  const at = (minutes: number, seconds = 0): Date => new Date(base + minutes * minute + seconds * 1_000);
  return {
    name: Namespace,
    at,
    put: (...MetricData: MetricDatum[]) =>
      aws.cloudwatch.send(new PutMetricDataCommand({ Namespace, MetricData })),
    /** Puts one value at a minute. */
    value: (
      MetricName: string,
      Value: number,
      minutes: number,
      more: Partial<MetricDatum> = {},
    ): MetricDatum => ({
      MetricName,
      Value,
      Timestamp: at(minutes, 5),
      ...more,
    }),
    metric: (
      Id: string,
      MetricName: string,
      Stat: string,
      more: Partial<MetricDataQuery> = {},
    ): MetricDataQuery => ({
      Id,
      MetricStat: { Metric: { Namespace, MetricName }, Period: 60, Stat },
      ...more,
    }),
    data: async (queries: MetricDataQuery[], more: Partial<GetMetricDataCommandInput> = {}) => {
      const answer = await aws.cloudwatch.send(
        new GetMetricDataCommand({
          MetricDataQueries: queries,
          StartTime: at(0),
          EndTime: at(20),
          ScanBy: 'TimestampAscending',
          ...more,
        }),
      );
      return answer.MetricDataResults ?? [];
    },
  };
}
