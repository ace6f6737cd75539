import { documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { series, toldPointsOf, type KeptSeries } from '../../aws/cloudwatch/told-metrics.ts';
import type { Told } from '../../journal/told.ts';
import { toldDays } from './downloads/days.ts';
import { once } from './once.ts';
import { webhookFateOf } from './told-dead-letters/webhook-fates.ts';
import { downloadSeries } from './told-metrics/download-series.ts';
import { lambdaSeries } from './told-metrics/lambda-series.ts';
import { pipelineSeries } from './told-metrics/pipeline-series.ts';
import {
  deadLetterQueueSeries,
  workQueueSeries,
  type Moved,
  type Sent,
} from './told-metrics/queue-series.ts';
import { stateMachineSeries } from './told-metrics/state-machine-series.ts';
import { tableSeries } from './told-metrics/table-series.ts';
import type { ToldSeries } from './told-metrics/told-series.ts';
import { queueArn, type Weeks, type WeeksFacts } from './weeks.ts';

const hour = 3_600_000;
/** As far back as the metrics go. */
export const weeksTold = 14 * 24 * hour;
/** The last day is told by the minute, what lies before by five. */
const byMinute = 24 * hour;

/** Two weeks of metrics up to the anchor. `weeks` is asked for when somebody first reads one. */
export function toldMetrics(facts: WeeksFacts, weeks: () => Weeks): Told {
  const { anchor } = facts;
  const days = once(() => toldDays(facts));
  const named = [...seriesOfWeeks(facts, weeks), ...downloadSeries(facts, days, weeksTold / (24 * hour))];
  const entries: [string, () => Iterable<readonly [string, unknown]>][] = [
    [series, () => named.map((one, index) => [String(index + 1), keptSeries(one, anchor)])],
    ...named.map((one, index): [string, () => Iterable<readonly [string, unknown]>] => [
      toldPointsOf(String(index + 1)),
      () => [
        ['60000', one.runs(60_000, anchor - byMinute, anchor)],
        ['300000', one.runs(300_000, anchor - weeksTold, anchor - byMinute)],
      ],
    ]),
  ];
  return new Map(entries);
}

export function stateMachineArn({ region, account }: Pick<WeeksFacts, 'region' | 'account'>): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${namesByConvention('sandbox').extraction.stateMachine}`;
}

/** In the same order each time: their ids are their places. */
export function seriesOfWeeks(facts: WeeksFacts, weeks: () => Weeks): ToldSeries[] {
  const { extraction } = namesByConvention('sandbox');
  const runs = once(() => weeks().runs.filter(({ endedAt }) => endedAt >= facts.anchor - weeksTold));
  return [
    ...workQueueSeries(
      extraction.documentQueue,
      () => filesOf(weeks()),
      () => weeks().documentLetters,
      documentReceives,
    ),
    ...workQueueSeries(
      extraction.webhookQueue,
      () => webhooksOf(weeks(), facts.anchor),
      () => weeks().webhookLetters,
      webhookReceives,
    ),
    ...deadLetterQueueSeries(
      extraction.documentDeadLetterQueue,
      () => weeks().documentLetters,
      documentReceives,
      () => movedFrom(weeks(), queueArn(facts, extraction.documentDeadLetterQueue)),
    ),
    ...deadLetterQueueSeries(
      extraction.webhookDeadLetterQueue,
      () => weeks().webhookLetters,
      webhookReceives,
      () => movedFrom(weeks(), queueArn(facts, extraction.webhookDeadLetterQueue)),
    ),
    ...stateMachineSeries(stateMachineArn(facts), runs),
    ...lambdaSeries(runs),
    ...tableSeries(extraction.table, runs, () => filesOf(weeks())),
    ...pipelineSeries(runs),
  ];
}

function keptSeries({ namespace, name, dimensions, unit }: ToldSeries, anchor: number): KeptSeries {
  return {
    Namespace: namespace,
    MetricName: name,
    Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    unit,
    toldUntil: anchor - 60_000,
  };
}

/** S3 sends a kilobyte for each file. */
function filesOf({ batches }: Weeks): Sent[] {
  return batches.map(({ submittedAt, size, story }) => ({
    at: submittedAt,
    // Those that are dead letters are counted as such.
    count: size - (story.missing ?? 0),
    bytes: 940,
    withinMs: 60_000,
  }));
}

function webhooksOf({ runs }: Weeks, anchor: number): Sent[] {
  return runs
    .filter(({ batch, status }) => {
      const fate = webhookFateOf(batch, anchor);
      return status === 'SUCCEEDED' && fate?.outcome === 'delivered';
    })
    .map(({ endedAt }) => ({ at: endedAt, count: 1, bytes: 260, withinMs: 1 }));
}

/** They had come within the two days before. */
function movedFrom({ moveTasks }: Weeks, arn: string): Moved[] {
  return moveTasks
    .filter(({ sourceArn, moved }) => sourceArn === arn && moved > 0)
    .map(({ startedAt, moved }) => ({ cameAt: startedAt - 44 * hour, at: startedAt, count: moved }));
}
