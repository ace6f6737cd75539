import { describe, expect, it } from 'vitest';
import type { SpendRow, SpentOn } from '#shared/contract/costs.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  describeAsked,
  periodSpend,
  spendByDay,
  spendCsv,
  spendMoney,
  spendPlaces,
  spentText,
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

describe('what this console has spent', () => {
  it('adds up a question over screens, and a screen over questions, the dearest first', () => {
    const shown = periodSpend(spend, 'session', '2026-11-21', book);
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

  it('keeps no screens of a day, and takes a day without a record for one without a question', () => {
    const today = periodSpend(spend, 'today', '2026-11-21', book);
    expect(today.byScreen).toBeNull();
    expect(today.calls).toBe(2);
    expect(periodSpend(spend, 'today', '2026-11-22', book).rows).toEqual([]);
  });

  it('says what has no price, and counts it as unknown and not as nothing', () => {
    const month = periodSpend(spend, 'month', '2026-11-21', book);
    expect(month.byPattern[0]?.usd).toBeNull();
    expect(spentText(month.cost)).toBe('at least $0.00');
    expect(describeUnpriced(month.cost)).toBe('Without a price, and in no sum: CloudWatch: Something.');
  });

  it('goes day by day until today, with those on which nothing was asked', () => {
    const days = spendByDay(spend.days, '2026-11-22', book);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
    expect(days[0]).toEqual({ day: '2026-11-19', tables: '0.125', others: '0' });
    expect(days[1]).toEqual({ day: '2026-11-20', tables: '0', others: '0' });
    expect(days[2]?.others).toBe('0.0000004');
    expect(spendByDay([], '2026-11-22', book)).toEqual([]);
  });

  it('writes millionths so that a column can be read', () => {
    const places = spendPlaces(['0.00002', null, '0.00000006']);
    expect(spendMoney('0.00002', places)).toBe('$0.0000200');
    expect(spendMoney('0.00000006', places)).toBe('<$0.0000001');
    expect(spendPlaces([])).toBe(2);
    expect(describeAsked(1, 0)).toBe('1 call');
    expect(describeAsked(1_297, 812.5)).toBe('1,297 calls, 812.5 RRU');
  });

  it('exports what was counted with exact dollars', () => {
    const csv = spendCsv('session', periodSpend(spend, 'session', '2026-11-21', book), book);
    expect(csv).toContain('This session,Triage,extraction.batchesByStatus,GSI2,3,0,1000000,0.125,,');
  });
});
