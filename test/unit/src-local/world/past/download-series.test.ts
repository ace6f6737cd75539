import { describe, expect, test } from 'vitest';
import type { PastRun } from '#local/aws/cloudwatch/past-metrics.ts';
import { tellDays } from '#local/world/past/download-days.ts';
import { downloadSeries } from '#local/world/past/download-series.ts';
import { tableLines } from '#shared/domain/monitor/chart-series.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const facts = { seed: '1', anchor: startOfTime, account: '000000000000', region: 'local' } as const;
const names = namesByConvention('sandbox');
const { fileQueue, fileDeadLetterQueue, jobsTable } = names.downloads;
const begin = startOfTime - 14 * 86_400_000;
const days = tellDays(facts);
const series = downloadSeries(facts, () => days, 14);

function listRuns(name: string, dimensions: Readonly<Record<string, string>>): readonly PastRun[] {
  const found = series.find(
    (one) => one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions),
  );
  return found?.runs(300_000, begin, startOfTime) ?? [];
}
const sumOf = (runs: readonly PastRun[]): number => runs.reduce((sum, run) => sum + run[1] * run[3], 0);
const mostOf = (runs: readonly PastRun[]): number => Math.max(...runs.map((run) => run[5]));

describe('the seeded figures of downloads', () => {
  test('cover the charts of Monitor', () => {
    const drawn = tableLines({ ...names, stateMachineArn: 'arn' }).map(({ metric }) =>
      JSON.stringify(metric),
    );
    for (const { namespace, name, dimensions } of series) {
      if (namespace !== 'AWS/DynamoDB') continue;
      expect(drawn, name).toContain(JSON.stringify({ namespace, name, dimensions }));
    }
  });

  test('have an empty file queue except for stuck files, and messages in its dead-letter queue', () => {
    const depth = 'ApproximateNumberOfMessagesVisible';
    const waiting = listRuns(depth, { QueueName: fileQueue });
    expect(waiting.reduce((sum, run) => sum + run[1], 0)).toBe(14 * 24 * 12);
    expect(Math.min(...waiting.map((run) => run[4]))).toBe(0);
    expect(mostOf(waiting)).toBeGreaterThan(0);
    expect(mostOf(listRuns(depth, { QueueName: fileDeadLetterQueue }))).toBe(0);
    expect(listRuns('ApproximateAgeOfOldestMessage', { QueueName: fileDeadLetterQueue })).toEqual([]);
    // A waiting file is given up together with its batch.
    expect(mostOf(listRuns('ApproximateAgeOfOldestMessage', { QueueName: fileQueue }))).toBeLessThan(
      4 * 3_600,
    );
  });

  test('have units written for each file that came, and more of them in the indexes of its status', () => {
    const written = sumOf(listRuns('ConsumedWriteCapacityUnits', { TableName: jobsTable }));
    const came = days.flatMap(({ files }) => files).filter(({ issuedAt }) => issuedAt >= begin);
    expect(written).toBeGreaterThanOrEqual(2 * came.length);
    const index = { TableName: jobsTable, GlobalSecondaryIndexName: 'StatusIndex' };
    expect(sumOf(listRuns('ConsumedWriteCapacityUnits', index))).toBeGreaterThan(written);
  });

  test('contain no throttles, and no reader of an index that only the console reads', () => {
    expect(series.filter(({ name }) => name.includes('Throttle'))).toEqual([]);
    const index = { TableName: jobsTable, GlobalSecondaryIndexName: 'StatusIndex' };
    expect(listRuns('ConsumedReadCapacityUnits', index)).toEqual([]);
  });
});
