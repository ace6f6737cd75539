import { describe, expect, it } from 'vitest';
import {
  describeEndOfTenants,
  describeFleet,
  findChange,
  formatChange,
  nameChange,
  summarizeFleet,
} from '#renderer/features/costs/spend/fleet-spending.ts';
import { describePace, explainPace } from '#renderer/features/costs/spend/spend-messages.ts';
import { forecastMonth } from '#renderer/features/costs/spend/spending.ts';
import { toFleetCsv } from '#renderer/features/costs/spend/spend-export.tsx';
import type { FleetCosts } from '#shared/contract/costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { addSpends, emptySpend, sumRunSpend, type Spend } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';

const [book] = priceBooks;

function aSpend(documents: number): Spend {
  const usage = { textract: { pages: 2, ms: 900, analysis: 'expense' } } as const;
  const all = Array.from({ length: documents }, () => ({ run: 1, status: 'SUCCEEDED', usage }));
  return documents === 0 ? emptySpend : sumRunSpend(1, all).spend;
}

function aFleet(change: Partial<FleetCosts> = {}): FleetCosts {
  const tenants = [
    { tenantId: 'birch', name: null, spend: aSpend(2), before: aSpend(4) },
    { tenantId: 'alder', name: 'The alder', spend: aSpend(6), before: aSpend(0) },
  ];
  return {
    upTo: '2026-11-20T14:58:00.000Z',
    wholeFrom: '2026-11-01',
    from: '2026-11-18',
    to: '2026-11-20',
    days: [{ day: '2026-11-19', tenants: 3, spend: aSpend(10) }],
    all: aSpend(10),
    before: aSpend(8),
    tenants,
    others: aSpend(2),
    ranked: { rows: 3, since: '2026-11-18', isWhole: true, tenants: 3 },
    trouble: null,
    readAt: '2026-11-20T15:00:00.000Z',
    ...change,
  };
}

const usd = (documents: number): string => totalsCost(aSpend(documents).usage, book).total;

describe('the spend of all tenants', () => {
  it('is priced by the book, the most expensive tenant first, with every day of the period', () => {
    const { all, rows, days, others, before } = summarizeFleet(aFleet(), book);
    expect(all).toMatchObject({ total: usd(10), documents: 10, estimatedTotal: '0', unread: 0 });
    expect(rows.map(({ name, before: was }) => [name, was])).toEqual([
      ['The alder', '0'],
      ['birch', usd(4)],
    ]);
    expect(days.map(({ day, isPartial, spend }) => [day, isPartial, spend.documents])).toEqual([
      ['2026-11-18', false, 0],
      ['2026-11-19', false, 10],
      ['2026-11-20', true, 0],
    ]);
    expect([others.total, before]).toEqual([usd(2), usd(8)]);
  });

  it('is compared with the period before, which may be empty or not kept', () => {
    expect(['12', '8', '10', '10.01'].map((now) => formatChange(now, '10'))).toEqual([
      '+20 %',
      '−20 %',
      '0 %',
      '0 %',
    ]);
    expect([formatChange('1', '0'), formatChange('0', '0'), formatChange('1', null)]).toEqual([
      'new',
      '—',
      'not kept',
    ]);
    expect(findChange('1', '0')).toBeNull();
  });

  it('is named by the days of the answer, which may be the one before while another period is read', () => {
    const nameOf = (from: string, to: string) => nameChange(summarizeFleet(aFleet({ from, to }), book));
    expect(nameOf('2026-11-14', '2026-11-20')).toBe('Total against 7 days before');
    expect(nameOf('2026-10-22', '2026-11-20')).toBe('Total against 30 days before');
    expect(nameOf('2026-11-20', '2026-11-20')).toBe('Total against yesterday');
  });

  it('says what is missing, what counts twice and how tenants were ranked', () => {
    const partly = {
      wholeFrom: '2026-11-19',
      all: addSpends(aSpend(10), { ...emptySpend, repeated: 1 }),
      ranked: { rows: 40_000, since: '2026-11-19', isWhole: false, tenants: 9_812 },
    };
    const fleet = aFleet(partly);
    const notes = describeFleet(fleet, summarizeFleet(fleet, book));
    expect(notes.slice(1)).toEqual([
      'At least: runs that ended before 19 Nov are missing.',
      '1 document was processed again by a later run. Each time is included.',
      'Tenants are ranked by the days since 19 Nov, the most that is read at once. Their figures are of all days.',
    ]);
    expect(describeFleet(aFleet(), summarizeFleet(aFleet(), book))).toHaveLength(1);
  });

  it('forecasts the month from days that are whole in the sums alone', () => {
    const days = ['2026-11-27', '2026-11-28'].map((day) => ({ day, tenants: 3, spend: aSpend(10) }));
    const young = {
      wholeFrom: '2026-11-27',
      from: '2026-11-23',
      to: '2026-11-29',
      readAt: '2026-11-29T15:00:00.000Z',
      days,
    };
    const forecast = (change: Partial<FleetCosts>) =>
      forecastMonth(summarizeFleet(aFleet({ ...young, ...change }), book));
    const pace = forecast({});
    expect(pace).toMatchObject({ from: '2026-11-27', to: '2026-11-28', wholeDays: 2, month: 'November' });
    expect(Number(pace?.usd)).toBeCloseTo(Number(usd(10)) * 30, 8);
    // A day without runs counts once the sums are kept, also if they are older than the period.
    expect(forecast({ wholeFrom: '2026-11-26' })?.wholeDays).toBe(3);
    expect(forecast({ wholeFrom: '2026-09-01' })?.wholeDays).toBe(6);
    for (const wholeFrom of ['2026-11-29', '2026-11-30', null]) {
      expect(forecast({ wholeFrom })).toBeNull();
    }
    expect(describePace(null, 7)).toBe('no whole day summed yet');
    expect(explainPace(null, 7)).toBe('The sums of these days are not whole yet.');
  });

  it('says how many tenants are not in the list, and what they spent', () => {
    const { others } = summarizeFleet(aFleet(), book);
    const { ranked } = aFleet();
    expect(describeEndOfTenants({ ranked, others }, 2)).toBe(
      `2 of 3 tenants; the others spent ${moneyText(usd(2))} together`,
    );
    expect(describeEndOfTenants({ ranked: { ...ranked, isWhole: false }, others }, 2)).toContain(
      '2 of at least 3 tenants',
    );
    expect(describeEndOfTenants({ ranked, others }, 3)).toBe('All 3 tenants');
  });

  it('is exported with all digits and its facts', () => {
    const fleet = aFleet();
    const [head, first] = toFleetCsv(summarizeFleet(fleet, book).rows, { costs: fleet, book }).split('\r\n');
    expect(head).toContain('Spend USD,Spend USD before,Price book,From,To,Read at');
    expect(first).toContain(`The alder,alder,1,6,0,0,0,`);
    expect(first).toContain(`,${usd(6)},0,`);
  });
});
