import { assert, constantFrom, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartRanges } from '#shared/contract/monitor/charts.ts';
import { gapFilled } from '#shared/domain/monitor/gap-filled.ts';
import { rangeOf, windowOf } from '#shared/domain/monitor/periods.ts';

const from = Date.parse('2026-11-20T14:00:00.000Z');
const minute = 60_000;
const window = { from, to: from + 4 * minute, periodSeconds: 60 };

describe('figures with their gaps', () => {
  it('have one place for each period, and null where nothing was reported', () => {
    const points = [
      [from, 0],
      [from + 2 * minute, 7],
    ] as const;
    expect(gapFilled(points, window)).toEqual([0, null, 7, null]);
    expect(gapFilled([], window)).toEqual([null, null, null, null]);
  });

  it('leave out what lies outside', () => {
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
          const of = { ...windowOf(range, now), periodSeconds };
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
  ] as const)('%s is of whole periods of %d s, the last one over', (range, periodSeconds, to, since) => {
    const found = windowOf(range, Date.parse('2026-11-20T14:17:59.999Z'));
    expect(rangeOf[range].periodSeconds).toBe(periodSeconds);
    expect(new Date(found.to).toISOString()).toBe(`2026-11-20T${to}.000Z`);
    expect(new Date(found.from).toISOString()).toBe(`2026-11-20T${since}.000Z`);
  });

  it.each(chartRanges)('%s lies on the borders of its periods', (range) => {
    const { from: begin, to } = windowOf(range, Date.parse('2026-11-20T14:17:59.999Z'));
    const period = rangeOf[range].periodSeconds * 1_000;
    expect([begin % period, to % period, to - begin]).toEqual([0, 0, rangeOf[range].ms]);
  });
});
