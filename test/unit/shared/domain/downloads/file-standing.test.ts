import { describe, expect, it } from 'vitest';
import { mayBeRequeued, standsStill, whyOpen } from '#shared/domain/downloads/file-standing.ts';
import { aDownloadFile } from '#test/builders/a-download.ts';

const since = Date.parse('2026-11-20T12:47:00.000Z');
const minute = 60_000;

describe('a file', () => {
  it('stands still when it has waited, or was fetched, for longer than so many minutes', () => {
    for (const status of ['available', 'downloading'] as const) {
      const file = aDownloadFile({ status });
      expect(standsStill(file, since + 30 * minute)).toBe(false);
      expect(standsStill(file, since + 30 * minute + 1)).toBe(true);
      expect(standsStill(file, since + 6 * minute, 5)).toBe(true);
      expect(standsStill({ ...file, statusSince: null }, since + 99 * minute)).toBe(false);
    }
    expect(standsStill(aDownloadFile(), since + 99 * minute)).toBe(false);
  });

  it('may be requeued where it has failed or stands still, as long as its time is not over', () => {
    const later = since + 31 * minute;
    expect(mayBeRequeued(aDownloadFile({ status: 'failed' }), since)).toBe(true);
    expect(mayBeRequeued(aDownloadFile({ status: 'error' }), since)).toBe(true);
    expect(mayBeRequeued(aDownloadFile({ status: 'downloading' }), since)).toBe(false);
    expect(mayBeRequeued(aDownloadFile({ status: 'downloading' }), later)).toBe(true);
    expect(mayBeRequeued(aDownloadFile(), later)).toBe(false);
    expect(mayBeRequeued(aDownloadFile({ status: null }), later)).toBe(false);
    for (const timeToLive of [
      { kind: 'over', since: '2026-11-20T12:00:00.000Z' },
      { kind: 'too-old', at: '1970-01-31T00:00:00.000Z' },
    ] as const) {
      expect(mayBeRequeued(aDownloadFile({ status: 'failed', timeToLive }), later)).toBe(false);
    }
    const timeToLive = { kind: 'in-milliseconds', meant: '2026-12-20T12:45:00.000Z' } as const;
    expect(mayBeRequeued(aDownloadFile({ status: 'failed', timeToLive }), since)).toBe(true);
  });
});

describe('a file that a batch expects and does not count', () => {
  const { batchId } = aDownloadFile();
  const why = (change: Parameters<typeof aDownloadFile>[0] | null, now = since + minute): string => {
    const file = change === null ? null : aDownloadFile(change);
    return whyOpen({ fileId: 'accounts-2026-11-20', file }, batchId ?? '', now);
  };

  it('was taken over, moves, stands still, has ended since, or is not there', () => {
    expect(why(null)).toBe('not there');
    expect(why({ timeToLive: { kind: 'over', since: '2026-11-20T12:00:00.000Z' } })).toBe('not there');
    expect(why({ batchId: 'batch-2026-11-20-again' })).toBe('taken over');
    expect(why({ status: 'downloading' })).toBe('still moving');
    expect(why({ status: 'available' }, since + 31 * minute)).toBe('standing still');
    expect(why({ status: 'error' })).toBe('ended since');
    expect(why({})).toBe('ended since');
    expect(why({ status: null })).toBe('unknown');
    expect(why({ status: 'downloading', batchId: null })).toBe('still moving');
  });
});
