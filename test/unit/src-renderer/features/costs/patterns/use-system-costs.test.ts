import { expect, it } from 'vitest';
import { measuredUnits } from '#renderer/features/costs/patterns/use-system-costs.ts';

const read = (pattern: string, calls: number, rru: number) => ({
  pattern,
  calls,
  rru,
  index: 'GSI1',
  items: 1,
});

it('adds up the receipts of a pattern, and takes no other system for this one', () => {
  expect(
    measuredUnits(
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

it('a pattern may be called like something every object has', () => {
  expect(Object.entries(measuredUnits([read('own.constructor', 1, 2)], 'own'))).toEqual([
    ['constructor', { calls: 1, rru: 2 }],
  ]);
});
