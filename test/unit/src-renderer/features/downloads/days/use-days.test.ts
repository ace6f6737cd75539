import { describe, expect, it } from 'vitest';
import { compareClocks, getStanding } from '#renderer/features/downloads/days/use-days.ts';
import { aBatch, noon } from '../a-download.ts';

const read = (...batches: ReturnType<typeof aBatch>[]) => ({
  date: '2026-11-20',
  batches,
  isAll: true,
  asOf: '2026-11-20T12:00:00.000Z',
});

describe('the standing of a day and the time of the pipeline', () => {
  it('distinguishes a running batch from one that is stuck for hours', () => {
    const batch = aBatch({ status: 'initiated', startedAt: '2026-11-20T11:30:00.000Z' });
    const then = { ...read(batch), asOf: '2026-11-20T14:00:00.000Z' };
    // Only the time of the reading counts, not the time since then.
    expect(getStanding({ read: read(batch), failure: undefined })).toBe('in progress');
    expect(getStanding({ read: then, failure: undefined })).toBe('not ended');
    expect(getStanding({ read: undefined, failure: undefined })).toBe('not read');
  });

  it('follows another clock, but ignores the latency of an answer', () => {
    expect(compareClocks('2026-11-20T12:00:00.000Z', noon + 900)).toBe(0);
    expect(compareClocks('2026-11-21T12:00:00.000Z', noon)).toBe(86_400_000);
    expect(compareClocks('no moment', noon)).toBe(0);
  });
});
