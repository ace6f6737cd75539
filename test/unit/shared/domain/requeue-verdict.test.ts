import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadFileStatuses } from '#shared/contract/downloads/downloads.ts';
import { mayBeRequeued } from '#shared/domain/downloads/file-standing.ts';
import { requeueVerdict } from '#shared/domain/requeue-verdict.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const minute = 60_000;

function aFile(change: Partial<NonNullable<Parameters<typeof requeueVerdict>[0]>> = {}) {
  const since = now - 31 * minute;
  return {
    status: 'downloading' as const,
    statusSince: new Date(since).toISOString(),
    version: String(since),
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
      'downloading for less than 30 minutes: it may still move by itself.',
    ],
    [{ status: null }, 'blocked', 'It has no status that the pipeline knows.'],
  ] as const)('%j: %s, %s', (change, verdict, why) => {
    expect(requeueVerdict(aFile(change), now)).toEqual({ verdict, why });
  });

  test('not where there is none, nor where nobody could see that it has changed, nor past its time', () => {
    expect(requeueVerdict(null, now).verdict).toBe('skip');
    expect(requeueVerdict(aFile({ version: null }), now).verdict).toBe('blocked');
    const over = aFile({ status: 'failed', timeToLive: { kind: 'over', since: '2026-11-20T00:00:00.000Z' } });
    expect(requeueVerdict(over, now)).toMatchObject({ verdict: 'blocked' });
    expect(requeueVerdict(over, now).why).toMatch(/^Expired, awaiting deletion/);
  });

  test('goes exactly where the page offers it', () => {
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
            statusSince: new Date(now - minutes * minute).toISOString(),
            timeToLive,
          });
          expect(requeueVerdict(file, now).verdict === 'go').toBe(mayBeRequeued(file, now));
        },
      ),
    );
  });
});
