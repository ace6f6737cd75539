import { describe, expect, it } from 'vitest';
import { asRead } from '#renderer/features/downloads/batch/as-read.ts';
import {
  isLongInWork,
  ranWords,
  shortBatchId,
  startedBy,
  utcTime,
  whyNotClose,
} from '#renderer/features/downloads/batch/batch-words.ts';
import { listedWords } from '#renderer/features/downloads/batch/files-head.tsx';
import { oddWords, stuckWords } from '#renderer/features/downloads/batch/file-sets.tsx';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { aBatch, noon } from '../a-download.ts';

describe('what was read a while ago', () => {
  it('is judged by the moment it was read at, and never by one ahead', () => {
    expect(asRead('2026-11-20T09:00:00.000Z', noon)).toBe(noon - 3 * 3_600_000);
    expect(asRead(noon - 1, noon)).toBe(noon - 1);
    expect(asRead('2026-11-20T12:00:05.000Z', noon)).toBe(noon);
    expect([asRead(undefined, noon), asRead(null, noon), asRead('no moment', noon)]).toEqual([
      noon,
      noon,
      noon,
    ]);
  });
});

describe('a batch', () => {
  it('is called by the beginning of its uuid, and by all of an id of another shape', () => {
    expect(shortBatchId(aBatch().batchId)).toBe('batch-2026-11-20-f47ac10b');
    expect(shortBatchId('batch-of-somebody-else')).toBe('batch-of-somebody-else');
  });

  it('says when it started, in UTC, and for how long', () => {
    expect(utcTime('2026-11-20T06:00:04.123Z')).toBe('06:00:04');
    expect(utcTime('soon')).toBeNull();
    expect(ranWords(aBatch(), noon)).toBe('started 06:00:00 UTC, took 5 min');
    expect(ranWords(aBatch({ status: 'queued' }), noon)).toBe('started 06:00:00 UTC, for 6 h');
    expect(ranWords(aBatch({ startedAt: null }), noon)).toBe('when it started is unknown');
    expect(startedBy(aBatch())).toBe('the daily schedule');
    expect(startedBy(aBatch({ triggeredBy: 'support' }))).toBe('support');
  });

  it('can be closed while it is in work', () => {
    expect(whyNotClose(aBatch({ status: 'queued' }))).toBeUndefined();
    expect(whyNotClose(aBatch({ status: 'initiated' }))).toBeUndefined();
    expect(whyNotClose(aBatch())).toContain('has ended: completed');
    expect(whyNotClose(aBatch({ status: null }))).toContain('not known');
    expect(
      whyNotClose(
        aBatch({ status: 'queued', timeToLive: { kind: 'over', since: '2026-11-19T00:00:00.000Z' } }),
      ),
    ).toContain('awaits deletion');
  });

  it('does not end by itself after hours', () => {
    expect(isLongInWork(aBatch({ status: 'queued' }), noon)).toBe(true);
    expect(isLongInWork(aBatch({ status: 'queued', startedAt: '2026-11-20T10:30:00.000Z' }), noon)).toBe(
      false,
    );
    expect(isLongInWork(aBatch(), noon)).toBe(false);
  });
});

describe('the files a batch counts', () => {
  it('that do not fit into what it expects are named', () => {
    const sets = fileSetsOf({ expected: ['a', 'b'], completed: ['a', 'x'], failed: ['a'] });
    expect(oddWords(sets)).toEqual([
      'Counted and not expected, (completed ∪ failed) − expected: 1 file, x.',
      'Counted as completed and as failed: 1 file, a.',
    ]);
    expect(oddWords({ unexpected: ['1', '2', '3', '4', '5', '6'], inBoth: [] })[0]).toContain('and 2 more');
    expect(oddWords(fileSetsOf(aBatch()))).toEqual([]);
  });

  it('that stand still are at least so many where not all were looked at', () => {
    expect(stuckWords({ count: 3, isAll: true })).toBe('3 stand still');
    expect(stuckWords({ count: 1, isAll: true })).toBe('1 stands still');
    expect(stuckWords({ count: 3, isAll: false })).toBe('at least 3 stand still');
    expect(stuckWords({ count: 0, isAll: false })).toBe('');
  });

  it('are listed with how many there should be', () => {
    const sets = fileSetsOf({ expected: ['a', 'b'], completed: ['a'], failed: [] });
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
    expect(listedWords(null, none, sets)).toBe(
      "0 of 2 expected are still this batch's; the others are under Open",
    );
    expect(listedWords('failed', { ...none, complete: false }, sets)).toContain('at least 0 files failed');
    expect(listedWords('open', none, sets)).toContain('0 that are neither');
    expect(listedWords('open', { ...none, complete: false }, sets)).toContain('0 of 1 that are neither');
  });
});
