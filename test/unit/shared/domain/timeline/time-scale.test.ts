import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { niceTicks, timeScale } from '#shared/domain/timeline/time-scale.ts';

const hour = 3_600_000;
const seconds = (...times: readonly number[]) => times.map((time) => time * 1_000);

describe('the scale of a timeline', () => {
  test('is as long as the time if something happens all the time', () => {
    const scale = timeScale(seconds(0, 15, 30, 60, 100));
    expect(scale.pieces).toEqual([{ from: 0, to: 100_000, start: 0, end: 1 }]);
    expect([scale.place(0), scale.place(25_000), scale.place(100_000)]).toEqual([0, 0.25, 1]);
  });

  test('cuts out the day that it waited for a redrive', () => {
    const scale = timeScale([...seconds(0, 10, 20), 24 * hour, 24 * hour + 20_000]);
    expect(scale.pieces.map(({ from, to }) => [from, to])).toEqual([
      [0, 20_000],
      [24 * hour, 24 * hour + 20_000],
    ]);
    expect(scale.place(20_000)).toBeCloseTo(0.475);
    expect(scale.place(24 * hour)).toBeCloseTo(0.525);
    expect(scale.place(12 * hour)).toBeCloseTo(0.5, 2);
  });

  test('cuts out no short pause, and never everything', () => {
    expect(timeScale(seconds(0, 200, 400, 600, 1_000, 1_180, 1_300)).pieces).toHaveLength(1);
    expect(timeScale([0, hour]).pieces).toHaveLength(1);
  });

  test.each([[[]], [[5]], [[5, 5]]])('exists for %j, too', (moments) => {
    const scale = timeScale(moments);
    expect(scale.place(5)).toBeGreaterThanOrEqual(0);
    expect(scale.pieces).toHaveLength(1);
  });

  test('never goes back, stays within its width, and can be inverted', () => {
    const moments = fc.array(fc.oneof(fc.nat(600_000), fc.nat(90 * 24 * hour)), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(moments, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (times, shares) => {
        const scale = timeScale(times);
        const [first, last] = [Math.min(...times), Math.max(...times)];
        const asked = shares.map((share) => first + share * (last - first)).toSorted((a, b) => a - b);
        let before = 0;
        for (const time of asked) {
          const place = scale.place(time);
          expect(place).toBeGreaterThanOrEqual(before - 1e-9);
          expect(place).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.abs(scale.time(place) - time)).toBeLessThan(1 + (last - first) * 1e-6);
          before = place;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('its ticks', () => {
  const labels = (scale: ReturnType<typeof timeScale>, least: number) =>
    niceTicks(scale, least).map(({ label }) => label);

  test.each([
    [40, 0.2, ['0', '10 s', '20 s', '30 s', '40 s']],
    [1.4, 0.2, ['0', '0.5 s', '1 s']],
    [300, 0.2, ['0', '60 s', '2 min', '3 min', '4 min', '5 min']],
    [
      400,
      0.05,
      [
        '0',
        '30 s',
        '60 s',
        '90 s',
        '2:00 min',
        '2:30 min',
        '3:00 min',
        '3:30 min',
        '4:00 min',
        '4:30 min',
        '5:00 min',
        '5:30 min',
        '6:00 min',
        '6:30 min',
      ],
    ],
    [86_400, 0.2, ['0', '6 h', '12 h', '18 h', '24 h']],
  ])('of %d s', (length, least, expected) => {
    expect(labels(timeScale([0, length * 1_000]), least)).toEqual(expected);
  });

  test('start again after a cut', () => {
    const scale = timeScale([...seconds(0, 10, 20), 24 * hour, 24 * hour + 20_000]);
    expect(labels(scale, 0.2)).toEqual(['0', '10 s', '20 s', '+10 s', '+20 s']);
  });

  test('are made only for the visible part', () => {
    const all = niceTicks(timeScale([0, 100_000]), 0.01);
    const some = niceTicks(timeScale([0, 100_000]), 0.01, 0.4, 0.5);
    expect(some).toEqual(all.filter(({ place }) => place >= 0.4 && place <= 0.5));
  });
});
