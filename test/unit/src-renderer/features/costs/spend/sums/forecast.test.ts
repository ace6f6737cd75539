import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { paceTitle, paceWords } from '#renderer/features/costs/spend/figure-words.ts';
import { monthAtThisPace } from '#renderer/features/costs/spend/sums/forecast.ts';
import { spendingOf } from '#renderer/features/costs/spend/sums/groups.ts';
import { aCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const [book] = priceBooks;

function daysOf(from: string, to: string, spentOn: readonly string[]) {
  return spendingOf(
    someCosts(
      spentOn.map((day) => aCell([aUsage()], { day })),
      { from, to },
    ),
    book,
  ).days;
}

describe('a month at this pace', () => {
  const one = Number(spendingOf(someCosts([aCell([aUsage()])]), book).all.total);

  it('is the mean of the last seven whole days, times the days of this month', () => {
    const days = daysOf('2026-10-24', '2026-11-22', ['2026-11-01', '2026-11-15', '2026-11-21', '2026-11-22']);
    const pace = monthAtThisPace(days);
    // Today is not over, and the first is too long ago.
    expect(Number(pace?.usd)).toBeCloseTo((2 * one * 30) / 7, 8);
    expect(pace).toMatchObject({ from: '2026-11-15', to: '2026-11-21', wholeDays: 7, month: 'November' });
    expect(paceWords(pace)).toBe('mean of 7 whole days × 30');
    expect(paceTitle(pace)).toContain('15 Nov to 21 Nov');
  });

  it('takes what whole days there are, and says how many', () => {
    const pace = monthAtThisPace(daysOf('2026-11-21', '2026-11-22', ['2026-11-21']));
    expect(Number(pace?.usd)).toBeCloseTo(30 * one, 8);
    expect(paceWords(pace)).toBe('the last whole day × 30');
  });

  it('is not made of a part of a day', () => {
    const pace = monthAtThisPace(daysOf('2026-11-22', '2026-11-22', ['2026-11-22']));
    expect(pace).toBeNull();
    expect(paceWords(pace)).toBe('needs a whole day: choose 7 days');
  });

  it('knows how long a month is', () => {
    expect(monthAtThisPace(daysOf('2028-02-01', '2028-02-03', []))?.daysOfMonth).toBe(29);
    expect(monthAtThisPace(daysOf('2026-12-30', '2026-12-31', []))?.daysOfMonth).toBe(31);
    // The first of a month belongs to the new one, whatever the whole days were of.
    expect(monthAtThisPace(daysOf('2027-01-30', '2027-02-01', []))).toMatchObject({
      month: 'February',
      daysOfMonth: 28,
      usd: '0',
    });
  });
});
