import { describe, expect, test } from 'vitest';
import {
  formatAxis,
  toCharts,
  formatFigure,
  readSpan,
  computeAxisTop,
  estimateWorkersLimit,
} from '#renderer/features/monitor/charts/drawn-charts.ts';
import {
  countAlarms,
  describeAlarms,
  describeFailed,
  describeMissingSum,
  describeStarted,
  sumDepths,
  sumInBuckets,
  findNewestFigure,
  sumFigure,
} from '#renderer/features/monitor/monitor-figures.ts';
import { anAlarm, aSeries, someCharts } from '#test/builders/monitor.ts';

const queue = (depth: number | null, oldestSeconds: number | null = null) => ({
  queue: 'q',
  place: { desk: 'dead-letters', queue: 'q' } as const,
  depth,
  oldestSeconds,
  at: null,
});

describe('figures', () => {
  test('of alarms', () => {
    const alarms = [anAlarm({ state: 'ALARM' }), anAlarm({ state: 'INSUFFICIENT_DATA' }), anAlarm()];
    expect(countAlarms(alarms)).toEqual({
      firing: 1,
      all: 3,
      silent: 1,
      newest: Date.parse('2026-11-20T12:00:00.000Z'),
    });
    expect(countAlarms([]).newest).toBeNull();
  });

  test('of alarms say that none fires only if that is known', () => {
    const now = Date.parse('2026-11-20T12:03:00.000Z');
    const words = (alarms: Parameters<typeof countAlarms>[0], isAll = true) =>
      describeAlarms(countAlarms(alarms), isAll, now);
    expect(words([anAlarm({ state: 'ALARM' }), anAlarm({ state: 'INSUFFICIENT_DATA' })])).toBe(
      'newest 3 min ago, 1 lacks data',
    );
    expect(words([anAlarm({ state: 'ALARM', since: null })])).toBe('start unknown');
    expect(words([anAlarm()])).toBe('none firing');
    expect(words([anAlarm()], false)).toBe('none listed as firing');
  });

  test('of queues show a missing report as unknown, not as 0', () => {
    expect(sumDepths([queue(null), queue(null)])).toEqual({
      depth: null,
      full: 0,
      unknown: 2,
      oldestSeconds: null,
    });
    expect(sumDepths([queue(46, 90), queue(0, 7_000), queue(null)])).toEqual({
      depth: 46,
      full: 1,
      unknown: 1,
      oldestSeconds: 90,
    });
  });

  test('of charts are undefined if not read, and null if not reported', () => {
    const charts = someCharts([
      aSeries({ group: 'executions', chart: 'executions', label: 'Failed', values: [null, 2, null, 1] }),
      aSeries({
        group: 'executions',
        chart: 'executions',
        label: 'Timed out',
        values: [null, null, null, null],
      }),
    ]);
    expect(sumFigure(charts, 'executions', () => true)).toEqual({
      sum: 3,
      hasProblem: false,
      spark: [null, 2, null, 1],
    });
    expect(sumFigure(charts, 'executions', (label) => label === 'Timed out')?.sum).toBeNull();
    expect(sumFigure(charts, 'documents', () => true)).toBeUndefined();
    expect(sumFigure(undefined, 'executions', () => true)).toBeUndefined();
    expect(findNewestFigure(charts, 'executions')?.sum).toBe(1);
  });

  test('of charts are a lower bound if CloudWatch did not return a line', () => {
    const line = { group: 'throughput', chart: 'documents' } as const;
    const silent = [null, null, null, null];
    const charts = someCharts([
      aSeries({ ...line, label: 'Succeeded', values: [5, 7, null, null] }),
      aSeries({ ...line, label: 'Failed', values: silent, problem: 'CloudWatch could not answer.' }),
      aSeries({ ...line, label: 'Needs review', values: silent }),
    ]);
    const sum = (wanted: string) => sumFigure(charts, 'documents', (label) => label === wanted);
    expect(sumFigure(charts, 'documents', () => true)).toMatchObject({ sum: 12, hasProblem: true });
    expect(sum('Succeeded')).toMatchObject({ sum: 12, hasProblem: false });
    expect(sum('Failed')).toMatchObject({ sum: null, hasProblem: true });
    expect(sum('Needs review')).toMatchObject({ sum: null, hasProblem: false });
    expect(findNewestFigure(charts, 'documents')?.hasProblem).toBe(false);
  });

  test('of charts do not say that nothing was reported if it was not read', () => {
    const figure = (sum: number | null, hasProblem: boolean) => ({ sum, hasProblem, spark: [] });
    expect(describeFailed(undefined)).toBe('no failures reported');
    expect(describeFailed(figure(null, false))).toBe('no failures reported');
    expect(describeFailed(figure(null, true))).toBe('failures were not read');
    expect(describeFailed(figure(1_204, false))).toBe('1,204 failed');
    expect(describeFailed(figure(1_204, true))).toBe('at least 1,204 failed');
    expect(describeStarted(figure(null, true))).toBeUndefined();
    expect(describeStarted(figure(9, false))).toBe('of 9 started');
    expect(describeStarted(figure(9, true))).toBe('of at least 9 started');
    expect(describeMissingSum(figure(null, false), 'not read')).toEqual({
      value: 'no data',
      sub: 'nothing reported in this range',
    });
    expect(describeMissingSum(figure(null, true), 'not read')).toEqual({ value: 'unknown', sub: 'not read' });
  });

  test('of a chart say when they were measured, and whether that is current', () => {
    const line = aSeries({ chart: 'workers', values: [2, 3, ...Array.from({ length: 20 }, () => null)] });
    const to = '2026-11-22T09:22:00.000Z';
    expect(findNewestFigure(someCharts([line], { to }), 'workers')).toMatchObject({
      sum: 3,
      until: Date.parse('2026-11-22T09:02:00.000Z'),
      isOfNow: false,
    });
    const late = aSeries({ chart: 'workers', values: [2, 3, null, null] });
    expect(findNewestFigure(someCharts([late]), 'workers')?.isOfNow).toBe(true);
    const silent = aSeries({ chart: 'workers', values: [null, null] });
    expect(findNewestFigure(someCharts([silent]), 'workers')).toMatchObject({ sum: null, until: null });
  });

  test('leave a gap in the spark for a stretch without data', () => {
    expect(sumInBuckets([1, 2, null, null, 5, 1], 3)).toEqual([3, null, 6]);
    // The newest stretch is complete, because a short one would look like a fall.
    expect(sumInBuckets([1, 1, 1, 1, 1], 3)).toEqual([1, 2, 2]);
  });
});

describe('charts', () => {
  test('do not stack started executions on ended ones', () => {
    const labels = ['Started', 'Succeeded', 'Failed'];
    const charts = someCharts(
      labels.map((label) => aSeries({ id: label, group: 'executions', chart: 'executions', label })),
    );
    expect(
      toCharts('executions', charts).map(({ title, kind, lines }) => [
        title,
        kind,
        lines.map((line) => line.title),
      ]),
    ).toEqual([
      ['Executions ended', 'bars', ['Succeeded', 'Failed']],
      ['Executions started', 'bars', ['Started']],
    ]);
    expect(toCharts('tables', charts)).toEqual([]);
  });

  test('are shown even if no list names them', () => {
    const charts = someCharts([aSeries({ chart: 'something-new', unit: 'seconds' })]);
    expect(toCharts('queues', charts)).toMatchObject([
      { id: 'something-new', unit: 'seconds', kind: 'lines' },
    ]);
    expect(readSpan(charts)).toEqual({ from: Date.parse(charts.from), periodMs: 60_000, count: 4 });
  });

  test('compare workers with the limit of the running batches', () => {
    const limit = (running: number | null, isAtLeast = false) =>
      estimateWorkersLimit({ maxConcurrency: 10, running, isAtLeast });
    expect(limit(3).limit).toEqual({ value: 30, label: 'could be busy' });
    expect(limit(1, true)).toEqual({
      limit: { value: 10, label: 'could be busy, at least' },
      note: 'At least 1 batch running now, 10 documents at once planned per batch.',
    });
    expect(limit(0).limit).toBeUndefined();
    expect(limit(null).note).toContain('unknown');
  });
});

test('formats figures in their unit', () => {
  expect(formatFigure('count', 1_204)).toBe('1,204');
  expect(formatFigure('count', 2.25)).toBe('2.25');
  expect(formatFigure('seconds', 200)).toBe('3 min');
  expect(formatFigure('milliseconds', 840)).toBe('840 ms');
  expect(formatFigure('milliseconds', 1_234)).toBe('1.2 s');
  expect(formatFigure('milliseconds', 90_000)).toBe('1.5 min');
  expect(formatFigure('units', 0.4167)).toBe('0.42 a second');
  expect(formatFigure('units', 0.003_333)).toBe('0.0033 a second');
  expect(formatFigure('units', 12.345)).toBe('12.35 a second');
  expect(formatFigure('workers', 3.14)).toBe('3.1');
  expect([0, 60, 1_200, 14_400, 1_209_600].map((value) => formatAxis('seconds', value))).toEqual([
    '0',
    '60 s',
    '20 min',
    '4 h',
    '14 d',
  ]);
  expect(formatAxis('count', 12_500)).toBe('12.5K');
  expect(formatAxis('units', 0.075)).toBe('0.075');
  expect(formatAxis('milliseconds', 0)).toBe('0');
});

test('an axis ends where half of it is a round number', () => {
  expect(computeAxisTop('count', 3)).toBe(4);
  expect(computeAxisTop('count', 0)).toBe(2);
  expect(computeAxisTop('count', 212)).toBe(250);
  expect(computeAxisTop('seconds', 13 * 86_400 + 5)).toBe(14 * 86_400);
  expect(computeAxisTop('seconds', 40 * 86_400)).toBe(40 * 86_400);
  expect(computeAxisTop('milliseconds', 1_234)).toBe(1_500);
});
