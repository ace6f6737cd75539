import { describe, expect, it } from 'vitest';
import { daysBetween, longDay, shortDay, formatSpan } from '#renderer/features/costs/spend/days.ts';

describe('the days of a span', () => {
  it('are all of them, over the end of a month and of a year', () => {
    expect(daysBetween('2026-12-30', '2027-01-02')).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
    expect(daysBetween('2026-11-22', '2026-11-22')).toEqual(['2026-11-22']);
    expect(daysBetween('2026-10-24', '2026-11-22')).toHaveLength(30);
  });

  it('are said with no more than is needed', () => {
    expect(formatSpan('2026-11-22', '2026-11-22')).toBe('22 November 2026');
    expect(formatSpan('2026-11-01', '2026-11-22')).toBe('1 to 22 November 2026');
    expect(formatSpan('2026-10-24', '2026-11-22')).toBe('24 October to 22 November 2026');
    expect(formatSpan('2026-12-30', '2027-01-02')).toBe('30 December 2026 to 2 January 2027');
    expect(shortDay('2026-11-22')).toBe('22 Nov');
    expect(longDay('2026-11-22')).toBe('Sunday 22 November');
  });
});
