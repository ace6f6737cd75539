import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareSortValues,
  dueAtPlace,
  findMergeOrder,
  leastDueAtPlace,
  leastPlace,
  placeInOrder,
  priorities,
} from '#shared/domain/review/review-order.ts';

const hour = 3_600_000;
const since = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 });
const order = fc.record({
  dueHours: fc.integer({ min: 1, max: 720 }),
  priority: fc.constantFrom(...priorities),
});
const merged = fc.constantFrom('waiting' as const, 'due' as const, 'priority' as const);

describe('the place of a document in the queue', () => {
  test('leads back to when it is due', () => {
    fc.assert(
      fc.property(merged, since, order, (by, at, of) => {
        expect(dueAtPlace(by, placeInOrder(by, at, of), of)).toBe(at + of.dueHours * hour);
      }),
    );
  });

  test('is never before the least place of an unknown workflow, nor due before its least due time', () => {
    fc.assert(
      fc.property(merged, since, order, (by, at, of) => {
        expect(placeInOrder(by, at, of)).toBeGreaterThanOrEqual(leastPlace(by, at));
        expect(at + of.dueHours * hour).toBeGreaterThanOrEqual(leastDueAtPlace(by, leastPlace(by, at)));
      }),
    );
  });

  test('counts the priority before the due time', () => {
    const late = { dueHours: 720, priority: 'high' } as const;
    const soon = { dueHours: 1, priority: 'normal' } as const;
    expect(placeInOrder('priority', 1.9e12, late)).toBeLessThan(placeInOrder('priority', 1.7e12, soon));
    expect(placeInOrder('due', 1.7e12, soon)).toBeLessThan(placeInOrder('due', 1.9e12, late));
  });
});

test('the queue is merged where its batches have the order, and read and sorted otherwise', () => {
  expect(findMergeOrder(undefined)).toBe('waiting');
  expect(findMergeOrder({ by: 'due', direction: 'asc' })).toBe('due');
  expect(findMergeOrder({ by: 'due', direction: 'desc' })).toBeNull();
  expect(findMergeOrder({ by: 'amount', direction: 'asc' })).toBeNull();
});

test('a missing value comes last in both directions', () => {
  const sorted = (direction: 'asc' | 'desc') =>
    [2, null, 10, 1].toSorted((left, right) => compareSortValues(direction, left, right));
  expect(sorted('asc')).toEqual([1, 2, 10, null]);
  expect(sorted('desc')).toEqual([10, 2, 1, null]);
  expect(['b', 'a10', 'a9'].toSorted((left, right) => compareSortValues('asc', left, right))).toEqual([
    'a9',
    'a10',
    'b',
  ]);
});
