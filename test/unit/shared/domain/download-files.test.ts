import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { downloadFileStatuses, timeToLiveSchema } from '#shared/contract/downloads.ts';
import {
  isDefect,
  isOver,
  isWithinItsTime,
  mayBeRequeued,
  requeueVerdict,
  standsStill,
  timeToLiveBy,
  parseTimeToLive,
  whyOpen,
} from '#shared/domain/download-files.ts';
import { aDownloadFile } from '#test/builders/a-download.ts';

const since = Date.parse('2026-11-20T12:47:00.000Z');
const minute = 60_000;

describe('a file', () => {
  it('is stuck when it has waited, or was being fetched, for longer than the given minutes', () => {
    for (const status of ['available', 'downloading'] as const) {
      const file = aDownloadFile({ status });
      expect(standsStill(file, since + 30 * minute)).toBe(false);
      expect(standsStill(file, since + 30 * minute + 1)).toBe(true);
      expect(standsStill(file, since + 6 * minute, 5)).toBe(true);
      expect(standsStill({ ...file, statusSince: null }, since + 99 * minute)).toBe(false);
    }
    expect(standsStill(aDownloadFile(), since + 99 * minute)).toBe(false);
  });

  it('may be requeued if it has failed or is stuck, until it expires', () => {
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

  it('was taken over, is moving, is stuck, has ended since, or is missing', () => {
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

const now = Date.parse('2026-11-20T15:00:00.000Z');
const seconds = (time: string): string => String(Date.parse(time) / 1_000);

describe('a time to live', () => {
  it('is valid until its second, and expired from then on', () => {
    const at = '2026-11-20T15:00:01.000Z';
    expect(parseTimeToLive(seconds(at), now)).toEqual({ kind: 'until', at });
    expect(parseTimeToLive(seconds(at), now + 999)).toEqual({ kind: 'until', at });
    expect(parseTimeToLive(seconds(at), now + 1_000)).toEqual({ kind: 'over', since: at });
  });

  it('in milliseconds is a defect, even if that moment has passed', () => {
    const meant = '2026-12-20T12:45:00.000Z';
    expect(parseTimeToLive(String(Date.parse(meant)), now)).toEqual({ kind: 'in-milliseconds', meant });
    const passed = '2026-10-20T12:45:00.000Z';
    expect(parseTimeToLive(String(Date.parse(passed)), now)).toEqual({
      kind: 'in-milliseconds',
      meant: passed,
    });
  });

  it('of more than five years ago is ignored by DynamoDB', () => {
    expect(parseTimeToLive(String(30 * 86_400), now)).toEqual({
      kind: 'too-old',
      at: '1970-01-31T00:00:00.000Z',
    });
    expect(parseTimeToLive('-1e30', now)).toEqual({ kind: 'too-old', at: '-1e30' });
    expect(parseTimeToLive(seconds('2021-11-21T15:00:00.000Z'), now)).toMatchObject({ kind: 'over' });
    expect(parseTimeToLive(seconds('2021-11-19T15:00:00.000Z'), now)).toMatchObject({ kind: 'too-old' });
  });

  it.each([undefined, '', ' ', 'soon', 'NaN', 'Infinity', '9e125'])(
    'does not exist if the value is %j',
    (digits) => {
      expect(parseTimeToLive(digits, now)).toEqual({ kind: 'none' });
    },
  );

  it('property: is one of the contract’s states, whatever the number', () => {
    const digits = fc.oneof(
      fc.double().map(String),
      fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }).map(String),
      fc.integer().map(String),
      fc.string(),
    );
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 4e12 }), (text, at) => {
        const told = parseTimeToLive(text, at);
        expect(timeToLiveSchema.safeParse(told).error).toBeUndefined();
        expect([isOver(told), isDefect(told)].filter(Boolean).length + Number(told.kind === 'until')).toBe(1);
      }),
    );
  });

  it('that was read a while ago may have expired by now', () => {
    const at = '2026-11-20T15:01:00.000Z';
    const read = parseTimeToLive(seconds(at), now);
    expect(timeToLiveBy(read, now + 59_999)).toBe(read);
    expect(timeToLiveBy(read, now + 60_000)).toEqual({ kind: 'over', since: at });
    const defect = parseTimeToLive(String(now), now);
    expect(timeToLiveBy(defect, now * 2)).toBe(defect);
  });
});

describe('the action on an item', () => {
  it('is none if it has expired, deleted or not', () => {
    const kinds = ['1795200000', '1795100000', '1', '1795200000000', ''].map((digits) => {
      const told = parseTimeToLive(digits, now);
      return [told.kind, isWithinItsTime(told)];
    });
    expect(kinds).toEqual([
      ['until', true],
      ['over', false],
      ['too-old', false],
      ['in-milliseconds', true],
      ['none', true],
    ]);
  });
});

const noon = Date.parse('2026-11-22T12:00:00.000Z');

function aFile(change: Partial<NonNullable<Parameters<typeof requeueVerdict>[0]>> = {}) {
  const standing = noon - 31 * minute;
  return {
    status: 'downloading' as const,
    statusSince: new Date(standing).toISOString(),
    version: String(standing),
    error: null,
    timeToLive: { kind: 'until' as const, at: '2026-12-20T00:00:00.000Z' },
    ...change,
  };
}

describe('whether a file may be requeued', () => {
  test.each([
    [{}, 'go', 'downloading for 31 min'],
    [{ status: 'available', statusSince: '2026-11-22T09:25:00.000Z' }, 'go', 'available for 2 h 35 min'],
    [{ status: 'available', statusSince: '2026-11-19T09:25:00.000Z' }, 'go', 'available for 3 days'],
    [{ status: 'failed', error: 'The provider answered 503.' }, 'go', 'failed: The provider answered 503.'],
    [{ status: 'error' }, 'go', 'error'],
    [{ status: 'completed' }, 'skip', 'Already completed, 2026-11-22 11:29 UTC.'],
    [
      { statusSince: '2026-11-22T11:30:00.000Z' },
      'skip',
      'downloading for less than 30 minutes. It may still complete.',
    ],
    [{ status: null }, 'blocked', 'Unknown status.'],
  ] as const)('%j: %s, %s', (change, verdict, why) => {
    expect(requeueVerdict(aFile(change), noon)).toEqual({ verdict, why });
  });

  test('is refused if it does not exist, if a change could not be noticed, or if it has expired', () => {
    expect(requeueVerdict(null, noon).verdict).toBe('skip');
    expect(requeueVerdict(aFile({ version: null }), noon).verdict).toBe('blocked');
    const over = aFile({ status: 'failed', timeToLive: { kind: 'over', since: '2026-11-20T00:00:00.000Z' } });
    expect(requeueVerdict(over, noon)).toMatchObject({ verdict: 'blocked' });
    expect(requeueVerdict(over, noon).why).toMatch(/^Expired, awaiting deletion/);
  });

  test('is allowed exactly if the page offers it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...downloadFileStatuses, null),
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom(
          { kind: 'until', at: '2026-12-20T00:00:00.000Z' } as const,
          { kind: 'over', since: '2026-11-20T00:00:00.000Z' } as const,
          { kind: 'too-old', at: '1970-01-31T00:00:00.000Z' } as const,
          { kind: 'in-milliseconds', meant: '2026-12-20T00:00:00.000Z' } as const,
          { kind: 'none' } as const,
        ),
        (status, minutes, timeToLive) => {
          const file = aFile({
            status,
            statusSince: new Date(noon - minutes * minute).toISOString(),
            timeToLive,
          });
          expect(requeueVerdict(file, noon).verdict === 'go').toBe(mayBeRequeued(file, noon));
        },
      ),
    );
  });
});
