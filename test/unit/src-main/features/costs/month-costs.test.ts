import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { openBudgetsFile } from '#main/features/costs/budgets-file.ts';
import { exportFocus } from '#main/features/costs/book-and-focus.ts';
import { readFindings } from '#main/features/costs/cost-findings.ts';
import { readMonthCosts, type MonthParts } from '#main/features/costs/month-costs.ts';
import type { PipelineAnswer } from '#main/pipeline/pipeline-api.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSession } from '#test/builders/a-session.ts';
import { refusedWith } from './a-cost-world.ts';
import { aBudgetOfTenant, aSpendReader, aSumOfDay, aSumOfTenant, aSumOfWorkflow } from './a-spend-reader.ts';

const now = (): number => Date.parse('2026-03-20T12:00:00.000Z');
const day = '2026-03-19';
const book = priceBooks[0].id;

type Answer = Parameters<typeof aSpendReader>[0];

const northwind: Answer = ({ name }) => {
  if (name === 'extraction.spendByDays') return [[aSumOfDay(day, 1)]];
  if (name === 'extraction.tenantsBySpendDay') return [[aSumOfTenant(day, 'northwind', 10)]];
  if (name === 'extraction.spendInDetail') {
    return [[aSumOfWorkflow(day, 'northwind'), aBudgetOfTenant('northwind', '40')]];
  }
  return [[]];
};

function aMonth(answer: Answer, described: PipelineAnswer<'describeApi'>) {
  const budgets = openBudgetsFile({ home: aHome(), log: { warn: () => undefined }, now });
  const { reader } = aSpendReader(answer);
  const session = aSession();
  const parts: MonthParts = {
    doors: () => ({
      ...refusingDoors('of a test'),
      reader,
      pipeline: { call: () => Promise.resolve(described as never) },
    }),
    session: () => session,
    kept: { of: () => [] },
    budgets,
    now,
  };
  return {
    budgets,
    session,
    parts,
    read: (tenantId: string | null = null) => readMonthCosts({ tenantId, book }, parts),
  };
}

const unreachable = {
  kind: 'not-sent',
  why: 'The pipeline API could not be reached (ECONNREFUSED).',
} as const;

describe('the month', () => {
  it('keeps the budgets of the deployment while its API cannot be reached', async () => {
    const { read, budgets, session } = aMonth(northwind, unreachable);
    budgets.put(session.connection.id, { tenantId: 'northwind', workflow: '' }, () => ({
      usd: '1',
      months: {},
      version: 1,
      setBy: null,
    }));
    expect(await read()).toMatchObject({
      ok: true,
      value: {
        month: { budgetsKeptBy: 'deployment', whyHere: null, rows: [{ set: { usd: '40', version: 1 } }, {}] },
      },
    });
  });

  it.each(['throttled', 'aws-refused', 'read-denied'] as const)(
    'of all tenants whose days are %s fails, and does not say that no sums are kept',
    async (code) => {
      const { read, parts } = aMonth(
        (asked) => (asked.name === 'extraction.spendByDays' ? refusedWith(code) : northwind(asked)),
        unreachable,
      );
      expect(await read()).toMatchObject({ ok: false, failure: { code } });
      expect(await exportFocus({ tenantId: null, days: 7, book }, parts)).toMatchObject({
        ok: false,
        failure: { code },
      });
    },
  );

  it('of a tenant that could not be read fails, and does not say that no sums are kept', async () => {
    const { read } = aMonth(
      (asked) => (asked.name === 'extraction.spendInDetail' ? refusedWith('throttled') : northwind(asked)),
      unreachable,
    );
    expect(await read('northwind')).toMatchObject({ ok: false, failure: { code: 'throttled' } });
  });

  it('has no forecast of a tenant whose newest days are missing, nor of all tenants together with it', async () => {
    const days = Array.from({ length: 20 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
    const { read } = aMonth((asked) => {
      const { name, params } = asked;
      if (name === 'extraction.tenantsBySpendDay') {
        return [[aSumOfTenant(day, 'northwind', 10), aSumOfTenant(day, 'alder', 5)]];
      }
      if (name !== 'extraction.spendInDetail') return northwind(asked);
      const tenantId = String(params['tenantId']);
      if (String(params['fromDay']) > day) return [[aBudgetOfTenant(tenantId, '40')]];
      const items = days.map((one) => aSumOfWorkflow(one, tenantId));
      return tenantId === 'alder' ? [items] : items.map((item) => [item]);
    }, unreachable);
    const answer = await read();
    if (!answer.ok) throw new Error(answer.failure.message);
    const rows = answer.value.month?.rows ?? [];
    expect(
      rows.map(({ tenantId, workflowId, forecast }) => [tenantId, workflowId, forecast !== null]),
    ).toEqual([
      [null, null, false],
      ['alder', null, true],
      ['alder', 'carrier', true],
      ['northwind', null, false],
      ['northwind', 'carrier', false],
    ]);
    expect(rows.find(({ tenantId }) => tenantId === 'northwind')?.set).toMatchObject({
      usd: '40',
      version: 1,
    });
    expect(answer.value.month?.trouble).toBe(
      'The newest days of one tenant may be missing, so at least what is shown was spent. No forecast is made without them.',
    );
  });

  it('says that no sums are kept where none are', async () => {
    const { read } = aMonth(() => [[]], unreachable);
    expect(await read()).toMatchObject({
      ok: true,
      value: { month: null, whyNot: expect.stringContaining('keeps no sums') as string },
    });
  });
});

describe('the findings of the month', () => {
  it('say that a tenant was not read, beside those that were found', async () => {
    const { parts } = aMonth((asked) => {
      const { name, params } = asked;
      if (name === 'extraction.tenantsBySpendDay') {
        return [[aSumOfTenant(day, 'northwind', 10), aSumOfTenant(day, 'alder', 5)]];
      }
      if (name !== 'extraction.spendInDetail') return northwind(asked);
      if (params['tenantId'] === 'alder') return refusedWith('throttled');
      return [[aSumOfWorkflow(day, 'northwind'), aBudgetOfTenant('northwind', '0.01')]];
    }, unreachable);
    expect(await readFindings({ tenantId: null }, parts)).toMatchObject({
      ok: true,
      value: {
        findings: [{ kind: 'over-budget', tenantId: 'northwind' }],
        whyNot: 'One tenant was not read. It was throttled.',
      },
    });
  });

  it('say nothing where the deployment keeps no sums, because there is nothing to find', async () => {
    const { parts } = aMonth(() => [[]], unreachable);
    expect(await readFindings({ tenantId: null }, parts)).toMatchObject({
      ok: true,
      value: { findings: [], whyNot: null },
    });
  });
});
