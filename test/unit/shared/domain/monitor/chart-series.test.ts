import { describe, expect, it } from 'vitest';
import { chartGroups } from '#shared/contract/monitor/charts.ts';
import { seriesOfGroup, shownValue, type SeriesWanted } from '#shared/domain/monitor/chart-series.ts';
import { chartsOfGroups } from '#shared/domain/monitor/charts-of-group.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';

const names = { ...namesByConvention('staging'), stateMachineArn: 'arn:of:the:machine' };
const all = chartGroups.flatMap((group) => seriesOfGroup(group, names));

function found(id: string): SeriesWanted {
  const one = all.find((series) => series.id === id);
  if (one === undefined) throw new Error(`There is no ${id}.`);
  return one;
}

describe('the series of the charts', () => {
  it('have each an id of their own, and a chart of their group', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { chart, group, unit } of all) {
      expect(chartsOfGroups.find(({ id }) => id === chart)).toMatchObject({ group, unit });
    }
    expect(new Set(all.map(({ chart }) => chart)).size).toBe(chartsOfGroups.length);
  });

  it('fit in one call to CloudWatch, all of them', () => {
    expect(all.length).toBeLessThanOrEqual(500);
  });

  it('ask for what each is about', () => {
    expect(found('dead-letters/Dead documents')).toMatchObject({
      metric: {
        name: 'ApproximateNumberOfMessagesVisible',
        dimensions: { QueueName: 'autowired-documents-dlq-staging' },
      },
      statistic: 'Maximum',
      unit: 'count',
    });
    expect(found('age/Documents')).toMatchObject({ statistic: 'Maximum', unit: 'seconds' });
    expect(found('executions/Failed').metric.dimensions).toEqual({ StateMachineArn: 'arn:of:the:machine' });
    expect(found('duration-p95/Document processor')).toMatchObject({
      statistic: 'p95',
      unit: 'milliseconds',
    });
    expect(found('write-throttles/GSI2').metric).toEqual({
      namespace: 'AWS/DynamoDB',
      name: 'WriteThrottleEvents',
      dimensions: { TableName: 'autowired-staging', GlobalSecondaryIndexName: 'GSI2' },
    });
    expect(found('download-reads/StatusIndex').metric.dimensions).toEqual({
      TableName: 'data-download-jobs',
      GlobalSecondaryIndexName: 'StatusIndex',
    });
    expect(found('documents/For review').metric.dimensions).toEqual({ Outcome: 'REVIEW_REQUIRED' });
  });

  it('show units a second, and workers by the time that they were busy', () => {
    expect(shownValue(found('writes/Table'), 600, 60)).toBe(10);
    expect(shownValue(found('workers/Busy workers'), 300_000, 60)).toBe(5);
    expect(shownValue(found('errors/Document processor'), 7, 300)).toBe(7);
  });
});
