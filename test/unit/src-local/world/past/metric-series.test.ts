import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PastRun } from '#local/aws/cloudwatch/past-metrics.ts';
import {
  listLevelRuns,
  happening,
  listSpellRuns,
  type LevelChange,
} from '#local/world/past/metric-series.ts';

const minute = 60_000;
const from = 1_000 * 300_000;
const until = from + 12 * 300_000;
const time = fc.integer({ min: from, max: until - 1 });
const step = fc.constantFrom(minute, 5 * minute);

const countOf = (runs: readonly PastRun[]): number =>
  runs.reduce((sum, [, steps, count]) => sum + steps * count, 0);
const sumOf = (runs: readonly PastRun[]): number => runs.reduce((sum, run) => sum + run[1] * run[3], 0);

test('a spell has its whole sum at every resolution', () => {
  const spell = fc
    .record({
      from: time,
      length: fc.integer({ min: 1, max: 900_000 }),
      times: fc.integer({ min: 1, max: 50 }),
    })
    .filter((one) => one.from + one.length <= until);
  fc.assert(
    fc.property(fc.array(spell), step, (spells, by) => {
      const told = spells.map((one) => ({
        from: one.from,
        until: one.from + one.length,
        values: [[2, one.times]] as const,
      }));
      const runs = listSpellRuns(told, by, from, until);
      expect(countOf(runs)).toBe(spells.reduce((sum, { times }) => sum + times, 0));
      expect(sumOf(runs)).toBe(2 * countOf(runs));
    }),
  );
});

test('moments are in the step in which they came', () => {
  expect(
    happening({ namespace: 'Test', name: 'Values', dimensions: {}, unit: 'None' }, () => [
      [from + 10, 4],
      [from + minute - 1, 6],
      [from + minute, 5],
      [until, 9],
    ]).runs(minute, from, until),
  ).toEqual([
    [
      from,
      1,
      2,
      10,
      4,
      6,
      [
        [4, 1],
        [6, 1],
      ],
    ],
    [from + minute, 1, 1, 5, 5, 5],
  ]);
});

test('a level has its value at the end of each minute', () => {
  const change = fc.tuple(time, fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }));
  fc.assert(
    fc.property(fc.array(change), step, (found, by) => {
      const changes: LevelChange[] = [[0, 1], ...found.toSorted(([one], [other]) => one - other)];
      const expected = new Map<number, number[]>();
      for (let end = from + minute; end <= until; end += minute) {
        const level = changes.findLast(([since]) => since <= end)?.[1];
        const start = Math.floor((end - minute) / by) * by;
        if (level !== undefined) expected.set(start, [...(expected.get(start) ?? []), level]);
      }
      const told = new Map<number, { count: number; sum: number; least: number; most: number }>();
      for (const [start, steps, count, sum, least, most] of listLevelRuns(changes, by, from, until)) {
        for (let place = 0; place < steps; place += 1)
          told.set(start + place * by, { count, sum, least, most });
      }
      expect([...told.keys()]).toEqual([...expected.keys()]);
      for (const [start, levels] of expected) {
        expect(told.get(start)).toEqual({
          count: levels.length,
          sum: levels.reduce((sum, level) => sum + level, 0),
          least: Math.min(...levels),
          most: Math.max(...levels),
        });
      }
    }),
  );
});

test('a constant level is one run', () => {
  expect(listLevelRuns([[0, 7]], minute, from, until)).toEqual([[from, 60, 1, 7, 7, 7]]);
});
