import { describe, expect, it } from 'vitest';
import {
  asRead,
  isLongInWork,
  describeRun,
  shortBatchId,
  startedBy,
  utcTime,
  whyNotClose,
} from '#renderer/features/downloads/batch/batch-text.ts';
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
    expect(describeRun(aBatch(), noon)).toBe('started 06:00:00 UTC, took 5 min');
    expect(describeRun(aBatch({ status: 'queued' }), noon)).toBe('started 06:00:00 UTC, for 6 h');
    expect(describeRun(aBatch({ startedAt: null }), noon)).toBe('when it started is unknown');
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
