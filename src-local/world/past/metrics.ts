import { documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { series, namePastPointsCollection, type StoredSeries } from '../../aws/cloudwatch/past-metrics.ts';
import type { Told } from '../../journal/told.ts';
import { stages } from '#pipelines/extraction/readers.ts';
import { pipelineMetrics } from '#pipelines/extraction/metrics.ts';
import { tellDays } from './download-days.ts';
import { once } from './lazy-telling.ts';
import { findWebhookFate } from './webhooks.ts';
import { downloadSeries } from './download-series.ts';
import { deadLetterQueueSeries, workQueueSeries, type Moved, type Sent } from './queue-series.ts';
import { tableSeries } from './table-series.ts';
import { happening, type MetricSeries, type Moment } from './metric-series.ts';
import { queueArn, type Weeks, type WeeksFacts, type RunTraffic } from './weeks.ts';
import type { Passage } from './run-course.ts';

const hour = 3_600_000;
/** The metrics go back so far. */
export const weeksTold = 14 * 24 * hour;
/** The last day is told by the minute, what lies before by five. */
const byMinute = 24 * hour;

/** Tells two weeks of metrics up to the anchor. `weeks` is called when a metric is first read. */
export function tellMetrics(facts: WeeksFacts, weeks: () => Weeks): Told {
  const { anchor } = facts;
  const days = once(() => tellDays(facts));
  const named = [...listSeries(facts, weeks), ...downloadSeries(facts, days, weeksTold / (24 * hour))];
  const entries: [string, () => Iterable<readonly [string, unknown]>][] = [
    [series, () => named.map((one, index) => [String(index + 1), toStoredSeries(one, anchor)])],
    ...named.map((one, index): [string, () => Iterable<readonly [string, unknown]>] => [
      namePastPointsCollection(String(index + 1)),
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

/** Lists the series in the same order each time, because their ids are their places. */
export function listSeries(facts: WeeksFacts, weeks: () => Weeks): MetricSeries[] {
  const { extraction } = namesByConvention('sandbox');
  const runs = once(() => weeks().runs.filter(({ endedAt }) => endedAt >= facts.anchor - weeksTold));
  return [
    ...workQueueSeries(
      extraction.documentQueue,
      () => listFileEvents(weeks()),
      () => weeks().documentLetters,
      documentReceives,
    ),
    ...workQueueSeries(
      extraction.webhookQueue,
      () => listWebhookMessages(weeks(), facts.anchor),
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
    ...createStateMachineSeries(stateMachineArn(facts), runs),
    ...createLambdaSeries(runs),
    ...tableSeries(extraction.table, runs, () => listFileEvents(weeks())),
    ...createPipelineSeries(runs),
  ];
}

export function toStoredSeries(
  { namespace, name, dimensions, unit }: MetricSeries,
  anchor: number,
): StoredSeries {
  return {
    Namespace: namespace,
    MetricName: name,
    Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    unit,
    toldUntil: anchor - 60_000,
  };
}

/** S3 sends a kilobyte for each file. */
function listFileEvents({ batches }: Weeks): Sent[] {
  return batches.map(({ submittedAt, size, story }) => ({
    at: submittedAt,
    // Missing files have become dead letters, and are counted as such.
    count: size - (story.missing ?? 0),
    bytes: 940,
    withinMs: 60_000,
  }));
}

function listWebhookMessages({ runs }: Weeks, anchor: number): Sent[] {
  return runs
    .filter(({ batch, status }) => {
      const fate = findWebhookFate(batch, anchor);
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

/** Lambda reports these series for the functions that the state machine calls. */
function createLambdaSeries(runs: () => readonly RunTraffic[]): MetricSeries[] {
  const names = namesByConvention('sandbox').extractionFunctions;
  return [
    ...createFunctionSeries(names.processDocument, runs, listStageCalls),
    ...createFunctionSeries(names.listDocuments, runs, listingCalls),
    ...createFunctionSeries(names.markDocumentFailed, runs, markCalls),
    ...createFunctionSeries(names.finaliseBatch, runs, finaliseCalls),
  ];
}

interface Call {
  /** The time at which it ended. */
  readonly at: number;
  readonly ms: number;
  readonly failed: boolean;
}

function createFunctionSeries(
  FunctionName: string,
  runs: () => readonly RunTraffic[],
  callsOf: (run: RunTraffic) => Iterable<Call>,
): MetricSeries[] {
  const calls = once(() => {
    const all: Call[] = [];
    for (const run of runs()) for (const call of callsOf(run)) all.push(call);
    return all;
  });
  const perCall = (name: string, unit: string, readValue: (call: Call) => number): MetricSeries =>
    happening({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName }, unit }, () =>
      calls().map((call) => [call.at, readValue(call)]),
    );
  return [
    perCall('Invocations', 'Count', () => 1),
    perCall('Errors', 'Count', ({ failed }) => Number(failed)),
    perCall('Throttles', 'Count', () => 0),
    perCall('Duration', 'Milliseconds', ({ ms }) => ms),
  ];
}

function listingCalls({ startedAt }: RunTraffic): Call[] {
  return [{ at: startedAt + 240, ms: 85, failed: false }];
}

/** Lists each attempt at each stage, except for one that its execution did not wait for. */
function* listStageCalls({ passages }: RunTraffic): Generator<Call> {
  for (const { begunAt, reading, waits, interrupted } of passages) {
    let at = begunAt;
    for (const [place, ms] of reading.stageMs.entries()) {
      if (interrupted && stages[place] === interrupted.stage) break;
      const failed = !reading.ok && place === reading.stageMs.length - 1;
      at += ms;
      yield { at, ms, failed };
      if (!failed) continue;
      for (const wait of waits) {
        at += wait + ms;
        yield { at, ms, failed };
      }
    }
  }
}

function* markCalls({ passages }: RunTraffic): Generator<Call> {
  for (const { reading, interrupted, endedAt } of passages) {
    if (!reading.ok && !interrupted) yield { at: endedAt, ms: 45, failed: false };
  }
}

/** One that fails is called again, after 1, 2, 4 and 8 seconds. */
function finaliseCalls({ endedAt, batch, run, status }: RunTraffic): Call[] {
  if (status === 'SUCCEEDED') return [{ at: endedAt, ms: 120, failed: false }];
  if (batch.execution !== 'failed in finalise' || run > 1) return [];
  return [15_000, 14_000, 12_000, 8_000, 0].map((before) => ({
    at: endedAt - before,
    ms: 120,
    failed: true,
  }));
}

const endings = {
  SUCCEEDED: 'ExecutionsSucceeded',
  FAILED: 'ExecutionsFailed',
  TIMED_OUT: 'ExecutionsTimedOut',
} as const;

/** Step Functions reports these series for the executions. */
function createStateMachineSeries(
  StateMachineArn: string,
  runs: () => readonly RunTraffic[],
): MetricSeries[] {
  const perRun = (name: string, unit: string, moments: () => readonly Moment[]): MetricSeries =>
    happening({ namespace: 'AWS/States', name, dimensions: { StateMachineArn }, unit }, moments);
  return [
    perRun('ExecutionsStarted', 'Count', () => runs().map(({ startedAt }) => [startedAt, 1])),
    ...Object.entries(endings).map(([status, name]) =>
      perRun(name, 'Count', () =>
        runs()
          .filter((run) => run.status === status)
          .map(({ endedAt }) => [endedAt, 1]),
      ),
    ),
    perRun('ExecutionTime', 'Milliseconds', () =>
      runs().map(({ startedAt, endedAt }) => [endedAt, endedAt - startedAt]),
    ),
  ];
}

/** The pipeline reports these series itself. */
function createPipelineSeries(runs: () => readonly RunTraffic[]): MetricSeries[] {
  const passages = (): Passage[] => runs().flatMap((run) => run.passages);
  return [
    ...(['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const).map((Outcome) =>
      buildSeries(pipelineMetrics.documentsEnded, 'Count', { Outcome }, () =>
        passages()
          .filter(({ outcome }) => outcome === Outcome)
          .map(({ endedAt }) => [endedAt, 1]),
      ),
    ),
    buildSeries(pipelineMetrics.documentScore, 'None', {}, () =>
      passages().flatMap(({ reading, endedAt, interrupted }): Moment[] =>
        reading.ok && !interrupted ? [[endedAt, reading.score]] : [],
      ),
    ),
    buildSeries(pipelineMetrics.batchSeconds, 'Seconds', {}, () =>
      runs()
        .filter(({ status }) => status === 'SUCCEEDED')
        .map(({ startedAt, endedAt }) => [endedAt, (endedAt - startedAt) / 1_000]),
    ),
  ];
}

function buildSeries(
  name: string,
  unit: string,
  dimensions: Readonly<Record<string, string>>,
  moments: () => readonly Moment[],
): MetricSeries {
  return happening({ namespace: pipelineMetrics.namespace, name, dimensions, unit }, moments);
}
