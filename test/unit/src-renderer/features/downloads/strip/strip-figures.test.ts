import { describe, expect, it } from 'vitest';
import { stripFigures } from '#renderer/features/downloads/strip/strip-figures.ts';
import { clockAhead } from '#renderer/features/downloads/strip/use-pipeline-now.ts';
import { standingOf } from '#renderer/features/downloads/strip/use-days.ts';
import { aBatch, noon } from '../a-download.ts';

const read = (...batches: ReturnType<typeof aBatch>[]) => ({
  date: '2026-11-20',
  batches,
  isAll: true,
  asOf: '2026-11-20T12:00:00.000Z',
});

describe('what the days in sight come to', () => {
  it('counts complete days of those that ended, runs by hand, and the median of daily batches', () => {
    const figures = stripFigures([
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:05:10.000Z' })) },
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:15:10.000Z' })) },
      {
        standing: 'timed out',
        read: read(aBatch({ status: 'timeout' }), aBatch({ triggeredBy: 'support' })),
      },
      { standing: 'in work', read: read(aBatch({ status: 'queued' })) },
      { standing: 'not read', read: undefined },
    ]);
    expect(figures).toMatchObject({ complete: 2, ended: 3, medianFinish: '06:05', runsAgain: 1 });
    expect(figures.standings).toEqual([
      ['complete', 2],
      ['timed out', 1],
      ['in work', 1],
      ['not read', 1],
    ]);
  });

  it('takes what ended after midnight as later than the rest of its day', () => {
    const finish = (...ends: string[]) =>
      stripFigures(
        ends.map((updatedAt) => ({ standing: 'complete' as const, read: read(aBatch({ updatedAt })) })),
      ).medianFinish;
    expect(finish('2026-11-20T06:05:10.000Z', '2026-11-20T06:20:00.000Z', '2026-11-21T00:10:00.000Z')).toBe(
      '06:20',
    );
    expect(finish('2026-11-21T00:10:00.000Z')).toBe('00:10 +1 d');
  });

  it('knows nothing of what nobody has read', () => {
    expect(stripFigures([{ standing: 'not read', read: undefined }])).toMatchObject({
      complete: 0,
      ended: 0,
      medianFinish: null,
    });
  });

  it('tells a batch in work from one that has not ended for hours', () => {
    const batch = aBatch({ status: 'initiated', startedAt: '2026-11-20T11:30:00.000Z' });
    const then = { ...read(batch), asOf: '2026-11-20T14:00:00.000Z' };
    // By the moment of the reading: the time since then says nothing.
    expect(standingOf({ read: read(batch), failure: undefined })).toBe('in work');
    expect(standingOf({ read: then, failure: undefined })).toBe('not ended');
    expect(standingOf({ read: undefined, failure: undefined })).toBe('not read');
  });

  it('follows another clock, and not what an answer takes on its way', () => {
    expect(clockAhead('2026-11-20T12:00:00.000Z', noon + 900)).toBe(0);
    expect(clockAhead('2026-11-21T12:00:00.000Z', noon)).toBe(86_400_000);
    expect(clockAhead('no moment', noon)).toBe(0);
  });
});
