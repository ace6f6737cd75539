import { describe, expect, it } from 'vitest';
import type { SpendRow, SpentOn } from '#shared/contract/costs.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  describeAsked,
  sumPeriod,
  listDailySpend,
  toSpendCsv,
  formatSpendMoney,
  countSpendPlaces,
  formatSpent,
  describeUnpriced,
} from '#renderer/features/costs/console/console-sums.ts';

const [book] = priceBooks;
const million = 1_000_000;

function row(screen: SpendRow['screen'], pattern: string, of: Partial<SpendRow> = {}): SpendRow {
  return { screen, pattern, index: 'GSI2', calls: 1, rru: 0, items: 0, ...of };
}

function ofDay(pattern: string, of: Partial<SpentOn> = {}): SpentOn {
  return { pattern, calls: 1, rru: 0, items: 0, ...of };
}

const spend = {
  rows: [
    row('Triage', 'extraction.batchesByStatus', { rru: million, calls: 3 }),
    row('Jobs', 'extraction.batchesByStatus', { rru: million, calls: 2 }),
    row('Dead letters', 'SQS: ReceiveMessage', { index: 'queue', calls: million }),
    row('Dead letters', 'CloudWatch: DescribeAlarms', { index: 'alarms' }),
  ],
  month: { from: '2026-11-01', rows: [row('Review', 'CloudWatch: Something')], isWhole: true },
  days: [
    { day: '2026-11-19', rows: [ofDay('DynamoDB', { rru: million })] },
    { day: '2026-11-21', rows: [ofDay('DynamoDB', { rru: 8 }), ofDay('SQS: ReceiveMessage')] },
  ],
};

describe('the spending of this console', () => {
  it('adds up a pattern over screens, and a screen over patterns, the most expensive first', () => {
    const shown = sumPeriod(spend, 'session', '2026-11-21', book);
    expect(shown.byPattern.map(({ pattern, calls, usd }) => [pattern, calls, usd])).toEqual([
      ['SQS: ReceiveMessage', million, '0.4'],
      ['extraction.batchesByStatus', 5, '0.25'],
      ['CloudWatch: DescribeAlarms', 1, '0'],
    ]);
    expect(shown.byScreen?.map(({ screen, cost }) => [screen, cost.usd])).toEqual([
      ['Dead letters', '0.4'],
      ['Triage', '0.125'],
      ['Jobs', '0.125'],
    ]);
    expect(shown.byService.map(({ pattern }) => pattern)).toContain('DynamoDB');
    expect(shown.cost.usd).toBe('0.65');
  });

  it('has no screens for a single day, and treats a day without a record as one without calls', () => {
    const today = sumPeriod(spend, 'today', '2026-11-21', book);
    expect(today.byScreen).toBeNull();
    expect(today.calls).toBe(2);
    expect(sumPeriod(spend, 'today', '2026-11-22', book).rows).toEqual([]);
  });

  it('says what has no price, and counts it as unknown and not as zero', () => {
    const month = sumPeriod(spend, 'month', '2026-11-21', book);
    expect(month.byPattern[0]?.usd).toBeNull();
    expect(formatSpent(month.cost)).toBe('at least $0.00');
    expect(describeUnpriced(month.cost)).toBe('Not included, no price: CloudWatch: Something.');
  });

  it('lists every day until today, including days without calls', () => {
    const days = listDailySpend(spend.days, '2026-11-22', book);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
    expect(days[0]).toEqual({ day: '2026-11-19', tables: '0.125', others: '0' });
    expect(days[1]).toEqual({ day: '2026-11-20', tables: '0', others: '0' });
    expect(days[2]?.others).toBe('0.0000004');
    expect(listDailySpend([], '2026-11-22', book)).toEqual([]);
  });

  it('writes millionths of a dollar so that a column stays readable', () => {
    const places = countSpendPlaces(['0.00002', null, '0.00000006']);
    expect(formatSpendMoney('0.00002', places)).toBe('$0.0000200');
    expect(formatSpendMoney('0.00000006', places)).toBe('<$0.0000001');
    expect(countSpendPlaces([])).toBe(2);
    expect(describeAsked(1, 0)).toBe('1 call');
    expect(describeAsked(1_297, 812.5)).toBe('1,297 calls, 812.5 RRU');
  });

  it('exports every count with exact dollars', () => {
    const csv = toSpendCsv('session', sumPeriod(spend, 'session', '2026-11-21', book), book);
    expect(csv).toContain('This session,Triage,extraction.batchesByStatus,GSI2,3,0,1000000,0.125,,');
  });
});
