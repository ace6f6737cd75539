import { expect, it } from 'vitest';
import { findMeasuredUnits } from '#renderer/features/costs/patterns/use-system-costs.ts';

const read = (pattern: string, calls: number, rru: number) => ({
  pattern,
  calls,
  rru,
  index: 'GSI1',
  items: 1,
});

it('adds up the receipts of a pattern, and ignores other systems', () => {
  expect(
    findMeasuredUnits(
      [
        read('hr.openJobs', 2, 1),
        read('hr.openJobs', 1, 0.5),
        read('hr2.openJobs', 9, 9),
        read('hr.orgById', 1, 0.5),
      ],
      'hr',
    ),
  ).toEqual({ openJobs: { calls: 3, rru: 1.5 }, orgById: { calls: 1, rru: 0.5 } });
});

it('allows a pattern with the name of an object property', () => {
  expect(Object.entries(findMeasuredUnits([read('own.constructor', 1, 2)], 'own'))).toEqual([
    ['constructor', { calls: 1, rru: 2 }],
  ]);
});
