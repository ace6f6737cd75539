import { describe, expect, it } from 'vitest';
import {
  getReadTime,
  isLongInProgress,
  describeRun,
  shortenBatchId,
  describeStarter,
  formatUtcTime,
  whyNotClose,
} from '#renderer/features/downloads/batch/batch-text.ts';
import { messages } from '#renderer/features/downloads/messages.ts';
import { aBatch, noon } from '../a-download.ts';

describe('an old reading', () => {
  it('is judged at the time it was read, never at a later one', () => {
    expect(getReadTime('2026-11-20T09:00:00.000Z', noon)).toBe(noon - 3 * 3_600_000);
    expect(getReadTime(noon - 1, noon)).toBe(noon - 1);
    expect(getReadTime('2026-11-20T12:00:05.000Z', noon)).toBe(noon);
    expect([getReadTime(undefined, noon), getReadTime(null, noon), getReadTime('no moment', noon)]).toEqual([
      noon,
      noon,
      noon,
    ]);
  });
});

describe('a batch', () => {
  it('is named by the beginning of its uuid, or by the whole id of another format', () => {
    expect(shortenBatchId(aBatch().batchId)).toBe('batch-2026-11-20-f47ac10b');
    expect(shortenBatchId('batch-of-another-kind')).toBe('batch-of-another-kind');
  });

  it('shows its start in UTC and its duration', () => {
    expect(formatUtcTime('2026-11-20T06:00:04.123Z')).toBe('06:00:04');
    expect(formatUtcTime('soon')).toBeNull();
    expect(describeRun(aBatch(), noon)).toBe('started 06:00:00 UTC, took 5 min');
    expect(describeRun(aBatch({ status: 'queued' }), noon)).toBe('started 06:00:00 UTC, for 6 h');
    expect(describeRun(aBatch({ startedAt: null }), noon)).toBe(messages.batch.startUnknown);
    expect(describeStarter(aBatch())).toBe(messages.day.schedule);
    expect(describeStarter(aBatch({ triggeredBy: 'support' }))).toBe('support');
  });

  it('can be closed while it is running', () => {
    expect(whyNotClose(aBatch({ status: 'queued' }))).toBeUndefined();
    expect(whyNotClose(aBatch({ status: 'initiated' }))).toBeUndefined();
    expect(whyNotClose(aBatch())).toContain('Already ended: completed');
    expect(whyNotClose(aBatch({ status: null }))).toContain('Status unknown');
    expect(
      whyNotClose(
        aBatch({ status: 'queued', timeToLive: { kind: 'over', since: '2026-11-19T00:00:00.000Z' } }),
      ),
    ).toContain('awaiting deletion');
  });

  it('does not end automatically after hours', () => {
    expect(isLongInProgress(aBatch({ status: 'queued' }), noon)).toBe(true);
    expect(isLongInProgress(aBatch({ status: 'queued', startedAt: '2026-11-20T10:30:00.000Z' }), noon)).toBe(
      false,
    );
    expect(isLongInProgress(aBatch(), noon)).toBe(false);
  });
});
