import { describe, expect, it } from 'vitest';
import { listFileSets } from '#shared/domain/download-days.ts';
import {
  describeListed,
  describeOddSets,
  formatStuck,
} from '#renderer/features/downloads/batch/batch-files.tsx';
import { aBatch, noon } from '../a-download.ts';

describe('the files that a batch counts', () => {
  it('are named if they are not among the expected ones', () => {
    const sets = listFileSets({ expected: ['a', 'b'], completed: ['a', 'x'], failed: ['a'] });
    expect(describeOddSets(sets)).toEqual([
      'Counted but not expected: 1 file, x.',
      'Counted as completed and as failed: 1 file, a.',
    ]);
    expect(describeOddSets({ unexpected: ['1', '2', '3', '4', '5', '6'], inBoth: [] })[0]).toContain(
      'and 2 more',
    );
    expect(describeOddSets(listFileSets(aBatch()))).toEqual([]);
  });

  it('are stuck in at least this number if not all were checked', () => {
    expect(formatStuck({ count: 3, isAll: true })).toBe('3 stuck');
    expect(formatStuck({ count: 1, isAll: true })).toBe('1 stuck');
    expect(formatStuck({ count: 3, isAll: false })).toBe('at least 3 stuck');
    expect(formatStuck({ count: 0, isAll: false })).toBe('');
  });

  it('are listed with the expected number', () => {
    const sets = listFileSets({ expected: ['a', 'b'], completed: ['a'], failed: [] });
    const none = {
      rows: [],
      asOf: noon,
      isRead: true,
      complete: true,
      reading: false,
      failure: undefined,
      receipts: [],
      throttled: 0,
      readOn: () => undefined,
      readAgain: () => undefined,
    };
    expect(describeListed(null, none, sets)).toBe(
      '0 of 2 expected are still in this batch. The others are under Open',
    );
    expect(describeListed('failed', { ...none, complete: false }, sets)).toContain('at least 0 files failed');
    expect(describeListed('open', none, sets)).toContain('0 neither');
    expect(describeListed('open', { ...none, complete: false }, sets)).toContain('0 of 1 neither');
  });
});
