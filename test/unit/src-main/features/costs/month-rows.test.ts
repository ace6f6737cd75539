import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBudgetsFile, type SetBudget } from '#main/features/costs/budgets-file.ts';
import { listFindings } from '#main/features/costs/cost-findings.ts';
import { makeMonthRow, pricedDays } from '#main/features/costs/month-rows.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const none: SetBudget = { usd: null, months: {}, version: 0, setBy: null };
const of = {
  tenantId: 'northwind',
  name: 'Northwind',
  projectId: 'freight',
  workflowId: 'carrier',
  workflowName: 'Carrier invoices',
};

/** Each of 40 days has 50 documents of one page. */
function makeRow(set: Partial<SetBudget> = {}) {
  const days = new Map(
    Array.from({ length: 40 }, (_, at) => {
      const day = new Date(now - (39 - at) * 86_400_000).toISOString().slice(0, 10);
      return [
        day,
        { documents: 50, processed: 50, pageDocuments: 50, pages: 50, 'mix#expense#[]': 50 },
      ] as const;
    }),
  );
  return makeMonthRow({ of, days: pricedDays(days, priceBooks[0]), set: { ...none, ...set }, now });
}

describe('a row of the month', () => {
  it('uses the budget of this month before that of every month, and says what is left', () => {
    expect(makeRow().budget).toBeNull();
    expect(makeRow({ usd: '1000' }).budget).toMatchObject({ standing: 'within', usedUpOn: null });
    const own = makeRow({ usd: '1000', months: { '2026-11': '5' } });
    expect(own.budget).toMatchObject({ usd: '5', isOfMonth: true, standing: 'over', usedUpOn: '2026-11-10' });
    expect(own.budget?.left).toMatch(/^-\d/);
    expect(makeRow({ usd: '12' }).budget).toMatchObject({ standing: 'at-risk', usedUpOn: '2026-11-24' });
  });

  it('has a forecast from its whole days, and nothing unusual while days are alike', () => {
    const { forecast, unusual, used, documents } = makeRow();
    expect(documents).toBe(1_000);
    expect(forecast?.days).toBe(39);
    expect(Number(forecast?.usd)).toBeGreaterThan(Number(used));
    expect(unusual).toBeNull();
  });

  it('is told once under the same name for as long as the same budget is used up', () => {
    const month = (usd: string) =>
      listFindings({ month: '2026-11', today: '2026-11-20', rows: [makeRow({ usd })] } as never);
    expect(month('1000')).toEqual([]);
    expect(month('5')).toMatchObject([
      { kind: 'over-budget', title: 'Budget used up: Carrier invoices of Northwind', since: '2026-11-10' },
    ]);
    expect(month('5')[0]?.id).toBe(month('5')[0]?.id);
    expect(month('5')[0]?.id).not.toBe(month('6')[0]?.id);
  });
});

describe('budgets on this machine', () => {
  it('are kept over a restart, and a lost race changes nothing', () => {
    const home = mkdtempSync(join(tmpdir(), 'budgets-'));
    const warned: unknown[] = [];
    const log = { warn: (fields: object) => void warned.push(fields) };
    const place = { tenantId: 'northwind', workflow: '' };
    const set = { ...none, usd: '5', version: 1 };
    expect(openBudgetsFile({ home, log, now: Date.now }).put('staging', place, () => set)).toEqual(set);
    const again = openBudgetsFile({ home, log, now: Date.now });
    expect(again.put('staging', place, () => undefined)).toBeUndefined();
    expect(again.of('staging')('northwind').get('')).toEqual(set);
    expect(again.of('another')('northwind').size).toBe(0);
    writeFileSync(join(home, 'budgets.json'), '{"budgets": [');
    expect(again.of('staging')('northwind').size).toBe(0);
    expect(warned).toHaveLength(1);
  });
});
