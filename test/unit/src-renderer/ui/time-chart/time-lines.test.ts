import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  measuredStretches,
  formatMoment,
  findMost,
  findNewest,
  oldNewest,
  periodAt,
  findPeriod,
  silentStretches,
  sumLine,
  timeTicks,
} from '#renderer/ui/time-chart/time-lines.ts';
import { describeLines } from '#renderer/ui/time-chart/time-chart.tsx';

const line = (values: readonly (number | null)[], title = 'Documents') =>
  ({ id: title, title, tone: 'data-1', values }) as const;
const span = (count: number, periodMs = 60_000, from = Date.parse('2026-11-22T09:00:00Z')) => ({
  from,
  periodMs,
  count,
});

describe('a gap', () => {
  test('splits a line in two, and is never a zero', () => {
    expect(measuredStretches([1, 0, null, null, 3])).toEqual([
      { first: 0, last: 1 },
      { first: 4, last: 4 },
    ]);
  });

  test('is shown where no line has data, and only there', () => {
    const lines = [line([1, null, null, 4]), line([null, null, 0, null], 'Webhooks')];
    expect(silentStretches(lines, span(4))).toEqual([{ first: 1, last: 1 }]);
    expect(silentStretches([], span(3))).toEqual([{ first: 0, last: 2 }]);
  });

  test('every measurement is in exactly one stretch, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat())), (values) => {
        const covered = measuredStretches(values).flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        expect(covered).toEqual(values.flatMap((value, index) => (value === null ? [] : [index])));
      }),
    );
  });

  test('is described in words', () => {
    const words = describeLines([line([2, null, 5]), line([null, null, null], 'Webhooks')], String);
    expect(words).toBe('Documents: newest 5, highest 5, no data in 1 of 3 periods. Webhooks: no data.');
    expect(describeLines([], String)).toBe('No data.');
  });
});

test('no measurements have no sum and no newest one', () => {
  expect(sumLine(line([null, null]))).toBeNull();
  expect(sumLine(line([null, 0, 2]))).toBe(2);
  expect(findNewest(line([3, null]))).toBe(3);
  expect(findNewest(line([]))).toBeNull();
});

test('bars are stacked, lines are not', () => {
  const lines = [line([3, 1]), line([2, 0], 'Webhooks')];
  expect(findMost(lines, 'bars', span(2))).toBe(5);
  expect(findMost(lines, 'lines', span(2))).toBe(3);
  expect(findMost(lines, 'lines', span(2), 30)).toBe(30);
});

test('the pointer is always over one of the periods', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 400 }), (place, count) => {
      const period = periodAt(place, 360, span(count));
      expect(period).toBeGreaterThanOrEqual(0);
      expect(period).toBeLessThan(count);
    }),
  );
  expect(periodAt(10, 0, span(3))).toBe(0);
});

describe('the axis of time', () => {
  test('has round times in UTC, and days at midnight', () => {
    expect(timeTicks(span(180), 6).map(({ label }) => label)).toEqual([
      '09:00',
      '09:30',
      '10:00',
      '10:30',
      '11:00',
      '11:30',
    ]);
    const days = timeTicks(span(72, 3_600_000), 4).map(({ label }) => label);
    expect(days).toEqual(['23 Nov', '24 Nov', '25 Nov']);
  });

  test('has no more ticks than there is room for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 20 }), (count, most) => {
        expect(timeTicks(span(count, 3_600_000), most).length).toBeLessThanOrEqual(most + 1);
      }),
    );
    expect(timeTicks(span(0), 5)).toEqual([]);
  });

  test('shows the day if more than one is shown', () => {
    const at = Date.parse('2026-11-22T09:05:00Z');
    expect(formatMoment(at, span(60))).toBe('09:05');
    expect(formatMoment(at, span(72, 3_600_000))).toBe('22 Nov, 09:05');
  });
});

test('the selected period stays the same when the window moves on', () => {
  const before = span(60);
  const at = before.from + 30 * 60_000;
  expect(findPeriod(at, before)).toBe(30);
  expect(findPeriod(at, span(60, 60_000, before.from + 60_000))).toBe(29);
  expect(findPeriod(at, span(12, 300_000, before.from))).toBe(6);
  expect(findPeriod(at, span(60, 60_000, at + 60_000))).toBeNull();
  expect(findPeriod(at, span(30))).toBeNull();
});

test('the newest figure shows its time, if that is not now', () => {
  const silent = (count: number) => line([1, 2, ...Array.from({ length: count }, () => null)]);
  expect(oldNewest(silent(15), span(17))).toBeNull();
  expect(oldNewest(silent(16), span(18))).toBe(1);
  expect(oldNewest(silent(1), span(3, 3_600_000))).toBeNull();
  expect(oldNewest(line([null, null]), span(2))).toBeNull();
});
