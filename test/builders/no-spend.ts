import type { Spend } from '#shared/contract/costs.ts';

/** This is the spend of a console that has not requested anything yet. */
export const noSpend: Spend = {
  calls: 0,
  rru: 0,
  byPattern: [],
  rows: [],
  since: '2026-11-22T09:00:00.000Z',
  month: { from: '2026-11-01', rows: [], isWhole: true },
  days: [],
};
