import { expect, it } from 'vitest';
import { openSpendTally } from '#main/features/spend/spend-tally.ts';

const receipt = {
  pattern: 'batchById',
  index: 'GSI3',
  pages: 1,
  items: 1,
  rru: 0.5,
  bytes: 900,
  ms: 3,
  asOf: '2026-11-20T14:00:00Z',
};

it('adds receipts up by pattern and index, dearest first, and tells its listeners', () => {
  const tally = openSpendTally();
  const totals: number[] = [];
  tally.onChange(({ rru }) => totals.push(rru));
  tally.add(receipt);
  tally.add({ ...receipt, pattern: 'documentsByStatus', index: 'GSI2', pages: 3, items: 35, rru: 4.5 });
  tally.add(receipt);
  expect(totals).toEqual([0.5, 5, 5.5]);
  expect(tally.current()).toEqual({
    calls: 5,
    rru: 5.5,
    byPattern: [
      { pattern: 'documentsByStatus', index: 'GSI2', calls: 3, rru: 4.5, items: 35 },
      { pattern: 'batchById', index: 'GSI3', calls: 2, rru: 1, items: 2 },
    ],
  });
});
