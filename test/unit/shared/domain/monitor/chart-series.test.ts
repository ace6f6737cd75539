import { assert, constantFrom, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartGroups, chartRanges } from '#shared/contract/monitor.ts';
import {
  ageByNow,
  gapFilled,
  rangeOf,
  seriesOfGroup,
  shownValue,
  toWindow,
  type SeriesWanted,
} from '#shared/domain/monitor/chart-series.ts';
import { chartsOfGroups } from '#shared/domain/monitor/charts-of-group.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const names = { ...namesByConvention('staging'), stateMachineArn: 'arn:of:the:machine' };
const all = chartGroups.flatMap((group) => seriesOfGroup(group, names));

function found(id: string): SeriesWanted {
  const one = all.find((series) => series.id === id);
  if (one === undefined) throw new Error(`There is no ${id}.`);
  return one;
}

describe('the series of the charts', () => {
  it('each have their own id, and a chart of their group', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { chart, group, unit } of all) {
      expect(chartsOfGroups.find(({ id }) => id === chart)).toMatchObject({ group, unit });
    }
    expect(new Set(all.map(({ chart }) => chart)).size).toBe(chartsOfGroups.length);
  });

  it('fit in one call to CloudWatch', () => {
    expect(all.length).toBeLessThanOrEqual(500);
  });

  it('request the metric of their subject', () => {
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

  it('show units a second, and workers by their busy time', () => {
    expect(shownValue(found('writes/Table'), 600, 60)).toBe(10);
    expect(shownValue(found('workers/Busy workers'), 300_000, 60)).toBe(5);
    expect(shownValue(found('errors/Document processor'), 7, 300)).toBe(7);
  });
});

const from = Date.parse('2026-11-20T14:00:00.000Z');
const minute = 60_000;
const window = { from, to: from + 4 * minute, periodSeconds: 60 };

describe('figures with gaps', () => {
  it('have one place for each period, and null if nothing was reported', () => {
    const points = [
      [from, 0],
      [from + 2 * minute, 7],
    ] as const;
    expect(gapFilled(points, window)).toEqual([0, null, 7, null]);
    expect(gapFilled([], window)).toEqual([null, null, null, null]);
  });

  it('leave out what is outside the window', () => {
    const points = [
      [from - 1, 1],
      [from + 4 * minute, 2],
    ] as const;
    expect(gapFilled(points, window)).toEqual([null, null, null, null]);
    expect(gapFilled([[from, 1]], { ...window, to: from })).toEqual([]);
  });

  it('lose nothing and invent nothing, whatever is missing', () => {
    assert(
      property(
        constantFrom(...chartRanges),
        uniqueArray(integer({ min: 0, max: 59 })),
        integer({ min: 0, max: 10 ** 12 }),
        (range, places, now) => {
          const { periodSeconds } = rangeOf[range];
          const of = { ...toWindow(range, now), periodSeconds };
          const values = gapFilled(
            places.map((place) => [of.from + place * periodSeconds * 1_000, place]),
            of,
          );
          expect(values).toHaveLength(rangeOf[range].ms / (periodSeconds * 1_000));
          for (const [place, value] of values.entries()) {
            expect(value).toBe(places.includes(place) ? place : null);
          }
        },
      ),
    );
  });
});

describe('the window of a range', () => {
  it.each([
    ['1h', 60, '14:17:00', '13:17:00'],
    ['3h', 60, '14:17:00', '11:17:00'],
    ['12h', 300, '14:15:00', '02:15:00'],
  ] as const)('%s consists of whole periods of %d s, all of them over', (range, periodSeconds, to, since) => {
    const span = toWindow(range, Date.parse('2026-11-20T14:17:59.999Z'));
    expect(rangeOf[range].periodSeconds).toBe(periodSeconds);
    expect(new Date(span.to).toISOString()).toBe(`2026-11-20T${to}.000Z`);
    expect(new Date(span.from).toISOString()).toBe(`2026-11-20T${since}.000Z`);
  });

  it.each(chartRanges)('%s is aligned to its periods', (range) => {
    const { from: begin, to } = toWindow(range, Date.parse('2026-11-20T14:17:59.999Z'));
    const period = rangeOf[range].periodSeconds * 1_000;
    expect([begin % period, to % period, to - begin]).toEqual([0, 0, rangeOf[range].ms]);
  });
});

const at = Date.parse('2026-11-20T14:36:00.000Z');

it.each([
  [30, 480],
  [60, 480],
  [90, 510],
  [600, 1_020],
])('%d s after its minute began, an age of 480 s is at least %d s', (later, age) => {
  expect(ageByNow([at, 480], at + later * 1_000)).toBe(age);
});
