import { describe, expect, it } from 'vitest';
import { followBatch } from '#local/world/past/batch-course.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { tellSpendOfDays } from '#local/world/past/spend.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { readFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { findUnusualCost } from '#shared/pricing/unusual-cost.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';

describe('the told past', () => {
  it.each(['1', '2', '3'])(
    'has exactly one workflow whose documents cost more than usual, with seed %s',
    (seed) => {
      const anchor = Date.UTC(2026, 10, 20, 18);
      const courses = planPast({ seed, anchor }).batches.map((batch) => followBatch(batch, anchor));
      const byWorkflow = new Map<string, { day: string; documents: number; usd: number }[]>();
      for (const item of tellSpendOfDays(courses)) {
        const { SK } = item as { SK: string };
        const found = /^BY#(\d{4}-\d\d-\d\d)#(?!CAUSE#)(.+)$/.exec(SK);
        if (!found) continue;
        const [, day = '', workflow = ''] = found;
        const { usage, repeated } = readFigures((item as { usage: SpendFigures }).usage);
        const usd = Number(totalsCost(usage, priceBooks[0]).total);
        const days = byWorkflow.get(workflow) ?? [];
        byWorkflow.set(workflow, [...days, { day, documents: usage.documents + repeated, usd }]);
      }
      const unusual = [...byWorkflow].flatMap(([workflow, days]) => {
        const found = findUnusualCost(days.toSorted((a, b) => (a.day < b.day ? -1 : 1)));
        return found === null ? [] : [{ workflow, since: found.since, isDearer: found.isDearer }];
      });
      expect(unusual).toEqual([
        { workflow: expect.stringContaining('contractor-invoices'), since: '2026-11-17', isDearer: true },
      ]);
    },
  );
});
