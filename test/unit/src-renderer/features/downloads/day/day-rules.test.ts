import { describe, expect, it } from 'vitest';
import { openBatchOf, statusWords, whyNotRunAgain } from '#renderer/features/downloads/day/day-rules.ts';
import { aBatch } from '../a-download.ts';

const early = aBatch({ batchId: 'early', startedAt: '2026-11-20T06:00:00.000Z', status: 'timeout' });
const late = aBatch({ batchId: 'late', startedAt: '2026-11-20T09:00:00.000Z' });

describe('a day', () => {
  it('opens its newest batch, or the one of a link', () => {
    expect(openBatchOf([early, late], null)).toBe(late);
    expect(openBatchOf([early, late], 'early')).toBe(early);
    expect(openBatchOf([early, late], 'elsewhere')).toBeUndefined();
    expect(openBatchOf([], null)).toBeUndefined();
  });

  it('says how its batches stand', () => {
    expect(statusWords({ batches: [late], isAll: true })).toBe('1 batch, completed');
    expect(statusWords({ batches: [early, late], isAll: true })).toBe('1 timeout, 1 completed');
    expect(statusWords({ batches: [aBatch({ status: null })], isAll: true })).toContain('of no known status');
    expect(statusWords({ batches: [late], isAll: false })).toBe('at least 1 batch, completed');
  });

  it('is run again while its files are kept', () => {
    expect(whyNotRunAgain('2026-11-20', '2026-11-20')).toBeUndefined();
    expect(whyNotRunAgain('2026-10-22', '2026-11-20')).toBeUndefined();
    expect(whyNotRunAgain('2026-10-21', '2026-11-20')).toContain('the days from Thu 22 October on');
    expect(whyNotRunAgain('2026-11-21', '2026-11-20')).toContain('not begun');
  });
});
