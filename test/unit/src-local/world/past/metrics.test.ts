import { GetMetricDataCommand, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { beforeAll, describe, expect, test } from 'vitest';
import { pipelineMetrics } from '#pipelines/extraction/metrics.ts';
import { computeLifetime } from '#local/world/past/document-dead-letters.ts';
import { stateMachineArn } from '#local/world/past/metrics.ts';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { openFortnight, theWeeks, type Fortnight } from '#test/builders/a-fortnight.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const { extraction, extractionFunctions } = namesByConvention('sandbox');
const day = 24 * 3_600_000;
const begin = startOfTime - 14 * day;

interface Asked {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  readonly period?: number;
  readonly statistic?: string;
  readonly from?: number;
  readonly to?: number;
}

let fortnight: Fortnight;
beforeAll(async () => {
  fortnight = await openFortnight();
  return () => fortnight.aws.close();
});

/** Reads the two weeks unless other times are given. Returns the oldest first. */
async function read({
  namespace: Namespace,
  name: MetricName,
  dimensions = {},
  period: Period = 3_600,
  statistic: Stat = 'Sum',
  from = begin,
  to = startOfTime,
}: Asked): Promise<number[]> {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const { MetricDataResults: [result] = [] } = await fortnight.clients.cloudwatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(from),
      EndTime: new Date(to),
      ScanBy: 'TimestampAscending',
      MetricDataQueries: [
        { Id: 'm', MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period, Stat } },
      ],
    }),
  );
  return result?.Values ?? [];
}

async function total(asked: Asked): Promise<number> {
  return (await read(asked)).reduce((sum, value) => sum + value, 0);
}

const documentsEnded = (Outcome: string): Asked => ({
  namespace: pipelineMetrics.namespace,
  name: pipelineMetrics.documentsEnded,
  dimensions: { Outcome },
});
const machine = { StateMachineArn: stateMachineArn({ region: 'local', account: '000000000000' }) };
const processor = { FunctionName: extractionFunctions.processDocument };

describe('the seeded metrics', () => {
  test('count the outcomes of documents over two weeks', async () => {
    const passages = theWeeks().runs.flatMap((run) => run.passages);
    for (const outcome of ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED']) {
      const ended = passages.filter((one) => one.outcome === outcome && one.endedAt >= begin);
      expect(ended.length).toBeGreaterThan(100);
      expect(await total(documentsEnded(outcome)), outcome).toBe(ended.length);
    }
  });

  test('count the executions, and those that failed or timed out', async () => {
    const ended = theWeeks().runs.filter(({ endedAt }) => endedAt >= begin);
    const count = (status: string): number => ended.filter((run) => run.status === status).length;
    const of = (name: string): Promise<number> =>
      total({ namespace: 'AWS/States', name, dimensions: machine });
    expect(await of('ExecutionsSucceeded')).toBe(count('SUCCEEDED'));
    expect([await of('ExecutionsFailed'), await of('ExecutionsTimedOut')]).toEqual([2, 1]);
    expect([count('FAILED'), count('TIMED_OUT')]).toEqual([2, 1]);
  });

  test('have an error for each attempt at a stage that failed', async () => {
    const errors = await total({ namespace: 'AWS/Lambda', name: 'Errors', dimensions: processor });
    const calls = await total({ namespace: 'AWS/Lambda', name: 'Invocations', dimensions: processor });
    const failed = theWeeks().runs.flatMap(({ passages }) =>
      passages.flatMap(({ reading, waits, endedAt, interrupted }) =>
        reading.ok || interrupted || endedAt < begin ? [] : [1 + waits.length],
      ),
    );
    expect(errors).toBe(failed.reduce((sum, attempts) => sum + attempts, 0));
    expect(calls).toBeGreaterThan(10 * errors);
  });

  test('have the dead letters come in one by one, up to as many as there are', async () => {
    const depth = { namespace: 'AWS/SQS', name: 'ApproximateNumberOfMessagesVisible', statistic: 'Maximum' };
    const levels = await read({ ...depth, dimensions: { QueueName: extraction.webhookDeadLetterQueue } });
    expect(levels).toHaveLength(14 * 24);
    expect(levels[0]).toBe(0);
    expect(levels.at(-1)).toBe(212);
    const documents = await read({ ...depth, dimensions: { QueueName: extraction.documentDeadLetterQueue } });
    expect([documents[0], Math.min(...documents), documents.at(-1)]).toEqual([22, 0, 46]);
  });

  test('take the age of the oldest dead letter from its arrival, until it is moved', async () => {
    const age = { namespace: 'AWS/SQS', name: 'ApproximateAgeOfOldestMessage', statistic: 'Maximum' };
    const { documentLetters, moveTasks } = theWeeks();
    const dimensions = { QueueName: extraction.documentDeadLetterQueue };
    const moved = moveTasks.find(
      ({ moved: count, sourceArn }) => count > 0 && sourceArn.endsWith(extraction.documentDeadLetterQueue),
    );
    const movedAt = moved?.startedAt ?? 0;
    const around = { ...age, dimensions, period: 300 };
    const before = await read({ ...around, from: movedAt - 1_800_000, to: movedAt });
    expect(before.at(-1)).toBeGreaterThan(43 * 3_600);
    const after = await read({ ...around, from: movedAt + 600_000, to: movedAt + 1_800_000 });
    for (const seconds of after) expect(seconds).toBeLessThan(43 * 3_600);

    const [oldest = 0] = documentLetters
      .map((letter) => computeLifetime(letter, documentReceives).arrivedAt)
      .toSorted((one, other) => one - other);
    const last = await read({ ...age, dimensions, period: 60, from: startOfTime - 60_000 });
    expect(last).toEqual([Math.floor((startOfTime - oldest) / 1_000)]);
  });

  test('throttle writes in an evening with many uploads, most of them of GSI2', async () => {
    const throttles = (more: Record<string, string>): Promise<number> =>
      total({
        namespace: 'AWS/DynamoDB',
        name: 'WriteThrottleEvents',
        dimensions: { TableName: extraction.table, ...more },
      });
    const [table, index] = [await throttles({}), await throttles({ GlobalSecondaryIndexName: 'GSI2' })];
    expect(table).toBeGreaterThan(20);
    expect(index).toBe(3 * table);
  });

  test.each([300, 900, 86_400])('add up to the same in periods of %i seconds', async (period) => {
    const asked = documentsEnded('SUCCEEDED');
    expect(await total({ ...asked, period })).toBe(await total(asked));
  });

  test('have the last day by the minute', async () => {
    const asked = { ...documentsEnded('SUCCEEDED'), from: startOfTime - day };
    const minutes = await read({ ...asked, period: 60 });
    expect(minutes.length).toBeGreaterThan(10);
    expect(minutes.reduce((sum, value) => sum + value, 0)).toBe(await total(asked));
  });

  test('can be listed without being read', async () => {
    const { Metrics = [] } = await fortnight.clients.cloudwatch.send(
      new ListMetricsCommand({ Namespace: pipelineMetrics.namespace }),
    );
    expect(Metrics.map(({ MetricName = '' }) => MetricName).toSorted(ordered)).toEqual([
      pipelineMetrics.batchSeconds,
      pipelineMetrics.documentScore,
      ...['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED'].map(() => pipelineMetrics.documentsEnded),
    ]);
  });

  // This test comes last because it moves the clock on which the others depend.
  test('continue where they end', async () => {
    await fortnight.aws.advance(3 * 60_000);
    const depths = await read({
      namespace: 'AWS/SQS',
      name: 'ApproximateNumberOfMessagesVisible',
      dimensions: { QueueName: extraction.webhookDeadLetterQueue },
      statistic: 'Maximum',
      period: 60,
      from: startOfTime - 120_000,
      to: startOfTime + 180_000,
    });
    expect(depths).toEqual([212, 212, 212, 212, 212]);
  });
});

function ordered(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
