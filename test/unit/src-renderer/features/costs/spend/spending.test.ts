import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainPace, describePace } from '#renderer/features/costs/spend/spend-messages.ts';
import { isAtLeast, forecastMonth, summarizeSpending } from '#renderer/features/costs/spend/spending.ts';
import type { CostCell } from '#shared/contract/costs.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost, sumOfCosts } from '#shared/pricing/document-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const [book, older] = [priceBooks[0], priceBooks.at(-1) ?? priceBooks[0]];

describe('the spending', () => {
  it('is the sum of all document costs, to the last digit', () => {
    const usages = [aUsage(), aUsage({ verify: null }), aUsage({ textract: { pages: 7, ms: 9_000 } })];
    const { all } = summarizeSpending(someCosts([aCell(usages.slice(0, 2)), aCell(usages.slice(2))]), book);
    const each = sumOfCosts(usages.map((usage) => documentCost(usage, book)));
    expect(all.total).toBe(each.total);
    expect(all.metered.textract).toBe(each.textract);
    expect(all.metered.verify).toBe(each.verify);
    expect(all.metered.infrastructure).toBe(each.infrastructure);
    expect(all.estimatedTotal).toBe('0');
  });

  it('has every day of the period, also days without documents, and the last day is partial', () => {
    const { days } = summarizeSpending(
      someCosts([aCell([aUsage()], { day: '2026-11-17' }), aCell([aUsage(), aUsage()])]),
      book,
    );
    expect(days.map(({ day, spend }) => [day, spend.documents])).toEqual([
      ['2026-11-16', 0],
      ['2026-11-17', 1],
      ['2026-11-18', 0],
      ['2026-11-19', 0],
      ['2026-11-20', 0],
      ['2026-11-21', 2],
      ['2026-11-22', 0],
    ]);
    expect(days.filter(({ isPartial }) => isPartial).map(({ day }) => day)).toEqual(['2026-11-22']);
    expect(days[0]?.spend.total).toBe('0');
  });

  it('counts undated documents in the sums, and on no day', () => {
    const { all, days, undated } = summarizeSpending(someCosts([aCell([aUsage()], { day: null })]), book);
    expect(undated).toBe(1);
    expect(all.documents).toBe(1);
    expect(days.every(({ spend }) => spend.documents === 0)).toBe(true);
  });

  it('sorts tenants and workflows by cost, and puts tenants without spending last', () => {
    const costs = someCosts(
      [
        aCell([aUsage()]),
        aCell([aUsage(), aUsage()], { tenantId: 'kestrel', workflowId: 'notes' }),
        aCell([aUsage()], { workflowId: null }),
      ],
      {
        tenants: [
          { tenantId: 'alder', name: 'Alder & Finch' },
          { tenantId: 'northwind', name: 'Northwind Logistics' },
          { tenantId: 'kestrel', name: null },
        ],
      },
    );
    const { tenants, workflows } = summarizeSpending(costs, book);
    expect(tenants.map(({ name }) => name).at(-1)).toBe('Alder & Finch');
    expect(tenants.find(({ tenantId }) => tenantId === 'kestrel')?.name).toBe('kestrel');
    expect(workflows[0]?.key).toBe('kestrel/claims/notes');
    expect(workflows.map(({ name }) => name)).toContain('Carrier invoices');
    expect(workflows.map(({ name }) => name)).toContain('no workflow');
  });

  it('says that something is missing where a document ran more than once, or has no price', () => {
    const unpriced = aUsage({ verify: { model: 'new', inputTokens: 1, outputTokens: 1, ms: 1 } });
    const whole = summarizeSpending(someCosts([aCell([aUsage()])]), book).all;
    const repeated = summarizeSpending(someCosts([aCell([aUsage()], { repeated: 1 })]), book).all;
    const without = summarizeSpending(someCosts([aCell([aUsage(), unpriced])]), book).all;
    expect([whole, repeated, without].map(isAtLeast)).toEqual([false, true, true]);
    expect(without.unpriced).toBe(1);
    expect(summarizeSpending(someCosts([aCell([unpriced])]), book).all.metered.verify).toBeNull();
  });

  it('differs by book for the same units', () => {
    const costs = someCosts([aCell([aUsage(), aUsage()])]);
    const [now, before] = [summarizeSpending(costs, book).all, summarizeSpending(costs, older).all];
    expect(now.usage).toEqual(before.usage);
    expect(now.ai).toBe(before.ai);
    expect(Number(before.parts.infrastructure)).toBeGreaterThan(Number(now.parts.infrastructure));
  });
});

describe('unread documents', () => {
  it('are estimated by the mean of their workflow, else of all, else by planning figures', () => {
    const short = aUsage({ textract: { pages: 1, ms: 1_000 }, gapFill: null, verify: null });
    const { workflows } = summarizeSpending(
      someCosts([
        aCell([short, short]),
        anUnreadCell(3),
        aCell([aUsage()], { workflowId: 'notes' }),
        anUnreadCell(3, { workflowId: 'never read' }),
      ]),
      book,
    );
    const of = (id: string) => workflows.find(({ workflowId }) => workflowId === id)?.spend;
    expect([...(of('invoices')?.bases ?? [])]).toEqual(['workflow']);
    expect(Number(of('invoices')?.estimatedTotal)).toBeCloseTo(
      3 * Number(documentCost(short, book).total),
      10,
    );
    expect([...(of('never read')?.bases ?? [])]).toEqual(['all']);
    const nothing = summarizeSpending(someCosts([anUnreadCell(3)]), book).all;
    expect([...nothing.bases]).toEqual(['planning']);
    expect(Number(nothing.estimatedTotal)).toBeGreaterThan(0);
    expect(nothing.each).toBeNull();
  });

  it('count in the total, and never in the metered cost', () => {
    const { all } = summarizeSpending(someCosts([aCell([aUsage()]), anUnreadCell(1)]), book);
    expect(Number(all.total)).toBeCloseTo(2 * Number(all.meteredTotal), 10);
    expect(all.usage.documents).toBe(1);
    expect(all.unread).toBe(1);
  });
});

describe('any grouping', () => {
  it('adds up to the same total', () => {
    fc.assert(
      fc.property(fc.array(someCell(), { maxLength: 12 }), (cells) => {
        const { all, days, tenants, workflows } = summarizeSpending(someCosts(cells), book);
        const sum = (groups: readonly { readonly spend: { readonly total: string } }[]): string =>
          decimalText(sumDecimals(groups.map(({ spend }) => decimal(spend.total))));
        expect(sum(days)).toBe(all.total);
        expect(sum(tenants)).toBe(all.total);
        expect(sum(workflows)).toBe(all.total);
      }),
      { numRuns: 30 },
    );
  });
});

function someCell(): fc.Arbitrary<CostCell> {
  return fc
    .record({
      tenantId: fc.constantFrom('northwind', 'kestrel'),
      workflowId: fc.constantFrom('invoices', 'notes'),
      day: fc.constantFrom('2026-11-16', '2026-11-20', '2026-11-22'),
      unread: fc.nat(2_000),
      pages: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    })
    .map(({ pages, ...rest }) =>
      aCell(
        pages.map((count) => aUsage({ textract: { pages: count, ms: count * 900 } })),
        rest,
      ),
    );
}

function spendOn(from: string, to: string, spentOn: readonly string[]) {
  return summarizeSpending(
    someCosts(
      spentOn.map((day) => aCell([aUsage()], { day })),
      { from, to },
    ),
    book,
  );
}

describe('a month at this pace', () => {
  const one = Number(summarizeSpending(someCosts([aCell([aUsage()])]), book).all.total);

  it('multiplies the mean of the last seven whole days by the days of this month', () => {
    const spending = spendOn('2026-10-24', '2026-11-22', [
      '2026-11-01',
      '2026-11-15',
      '2026-11-21',
      '2026-11-22',
    ]);
    const pace = forecastMonth(spending);
    // Today is not over, and the first day is too long ago.
    expect(Number(pace?.usd)).toBeCloseTo((2 * one * 30) / 7, 8);
    expect(pace).toMatchObject({ from: '2026-11-15', to: '2026-11-21', wholeDays: 7, month: 'November' });
    expect(describePace(pace, 30)).toBe('mean of 7 whole days × 30');
    expect(explainPace(pace, 30)).toContain('15 Nov to 21 Nov');
  });

  it('uses the whole days there are, and says how many', () => {
    const pace = forecastMonth(spendOn('2026-11-21', '2026-11-22', ['2026-11-21']));
    expect(Number(pace?.usd)).toBeCloseTo(30 * one, 8);
    expect(describePace(pace, 2)).toBe('the last whole day × 30');
  });

  it('needs at least one whole day', () => {
    const pace = forecastMonth(spendOn('2026-11-22', '2026-11-22', ['2026-11-22']));
    expect(pace).toBeNull();
    expect(describePace(pace, 1)).toBe('needs a whole day; choose 7 days');
  });

  it('knows the length of each month', () => {
    expect(forecastMonth(spendOn('2028-02-01', '2028-02-03', []))?.daysOfMonth).toBe(29);
    expect(forecastMonth(spendOn('2026-12-30', '2026-12-31', []))?.daysOfMonth).toBe(31);
    // On the first of a month the forecast is for the new month, although the whole days belong to the old one.
    expect(forecastMonth(spendOn('2027-01-30', '2027-02-01', []))).toMatchObject({
      month: 'February',
      daysOfMonth: 28,
      usd: '0',
    });
  });
});
