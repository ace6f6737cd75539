import { expect, it } from 'vitest';
import { openBudgetsFile } from '#main/features/costs/budgets-file.ts';
import { readMonthCosts } from '#main/features/costs/month-costs.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aCostsDesk } from './a-costs-desk.ts';

it('the month names its workflows, and what was lost in them, and reads their names by key', async () => {
  const desk = await aCostsDesk();
  desk.sent();
  const now = (): number => desk.world.clock.now();
  const read = await readMonthCosts(
    { tenantId: 'northwind', book: priceBooks[0].id },
    {
      doors: () => desk.doors,
      session: () => aSession(),
      kept: { of: () => [] },
      now,
      budgets: openBudgetsFile({ home: desk.home, log: { warn: () => undefined } } as never),
    },
  );
  if (!read.ok) throw new Error(read.failure.message);
  const { rows = [], losses = [] } = read.value.month ?? {};
  const names = new Map(rows.map((row) => [row.workflowId, row.workflowName]));
  expect(names.get('carrier-invoices')).toBe('Carrier invoices');
  expect(names.get(null)).toBeNull();
  expect([...names].filter(([id, name]) => id !== null && name === null)).toEqual([]);
  expect(losses.length).toBeGreaterThan(0);
  for (const { workflowId, workflowName } of losses) expect(workflowName).toBe(names.get(workflowId));
  expect(desk.sent().map(({ operation }) => operation)).not.toContain('Scan');
});
