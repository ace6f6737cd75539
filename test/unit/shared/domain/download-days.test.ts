import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  dayBounds,
  daysBetween,
  daysOfFiles,
  daysUpTo,
  daysWithinReach,
  listFileSets,
  newestFirst,
  oldestRunAgain,
  reachOfDay,
  standingOfBatch,
  standingOfDay,
  formatUtcDay,
} from '#shared/domain/download-days.ts';
import { aDownloadBatch } from '#test/builders/a-download.ts';

describe('a batch', () => {
  const [a, b] = ['accounts-2026-11-20', 'rates-2026-11-20'];
  it.each([
    ['complete', {}],
    ['complete', { expected: [], completed: [] }],
    ['in progress', { status: 'initiated', expected: [], completed: [] }],
    ['in progress', { status: 'queued', completed: [a], failed: [b] }],
    ['timed out', { status: 'timeout', completed: [a] }],
    ['some failed', { status: 'failed', completed: [a], failed: [b] }],
    ['some failed', { status: 'completed', completed: [a], failed: [b] }],
    // The batch was closed by hand while files were open.
    ['missing', { status: 'failed', completed: [a] }],
    ['missing', { completed: [a] }],
    ['failed', { status: 'failed', expected: [], completed: [] }],
    ['failed', { status: 'failed', completed: [], failed: [a, b] }],
    ['unknown', { status: null }],
  ] as const)('is %s', (standing, { ...change }) => {
    expect(standingOfBatch({ ...aDownloadBatch(), ...copied(change) })).toBe(standing);
  });
});

describe('a day', () => {
  it('without a batch has no status', () => {
    expect(standingOfDay([])).toBe('no batch');
  });

  it('has the status of its last batch, in any order', () => {
    const first = aDownloadBatch({ batchId: 'first', status: 'timeout', completed: [] });
    const again = aDownloadBatch({ batchId: 'again', startedAt: '2026-11-20T15:00:00.000Z' });
    expect([standingOfDay([first, again]), standingOfDay([again, first])]).toEqual(['complete', 'complete']);
  });

  it('prefers a batch with a start time as the last, and orders simultaneous ones by id', () => {
    const batches = [
      aDownloadBatch({ batchId: 'never', startedAt: null }),
      aDownloadBatch({ batchId: 'b' }),
      aDownloadBatch({ batchId: 'odd', startedAt: 'soon' }),
      aDownloadBatch({ batchId: 'a' }),
    ];
    expect(newestFirst(batches).map(({ batchId }) => batchId)).toEqual(['a', 'b', 'never', 'odd']);
  });
});

function copied(change: object): object {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? [...(value as readonly string[])] : value,
    ]),
  );
}

it('files that are expected, and neither completed nor failed, are open', () => {
  expect(
    listFileSets(aDownloadBatch({ expected: ['d', 'a', 'b', 'c'], completed: ['a'], failed: ['b'] })),
  ).toEqual({
    expected: ['a', 'b', 'c', 'd'],
    completed: ['a'],
    failed: ['b'],
    open: ['c', 'd'],
    unexpected: [],
    inBoth: [],
  });
});

it('reports unexpected files, and files in two sets', () => {
  expect(
    listFileSets(aDownloadBatch({ expected: ['a'], completed: ['a', 'x'], failed: ['a', 'y'] })),
  ).toMatchObject({ open: [], unexpected: ['x', 'y'], inBoth: ['a'] });
});

it('property: the sets add up, whatever they contain', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', ''), { maxLength: 9 });
  fc.assert(
    fc.property(ids, ids, ids, (expected, completed, failed) => {
      const sets = listFileSets({ expected, completed, failed });
      const ended = new Set([...sets.completed, ...sets.failed]);
      expect(ended.size).toBe(sets.completed.length + sets.failed.length - sets.inBoth.length);
      // Removing E − (C ∪ F) from E and (C ∪ F) − E from C ∪ F leaves the same intersection.
      expect(sets.expected.length - sets.open.length).toBe(ended.size - sets.unexpected.length);
      for (const set of Object.values(sets)) {
        expect(set).toEqual([...new Set<string>(set)].toSorted());
      }
    }),
  );
});

const hour = 3_600_000;
const aMoment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('the day of a moment', () => {
  it.each([
    // Midnight comes fourteen hours before UTC in Kiritimati, and one or two hours before it in Berlin.
    ['2026-03-28T23:59:59.999Z', '2026-03-28'],
    ['2026-03-29T00:00:00.000Z', '2026-03-29'],
    ['2026-03-29T01:30:00.000Z', '2026-03-29'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25'],
    ['2026-10-25T23:59:59.999Z', '2026-10-25'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31'],
  ])('%s is %s', (at, day) => {
    expect(formatUtcDay(Date.parse(at))).toBe(day);
  });

  it('property: contains the moment', () => {
    fc.assert(
      fc.property(aMoment, (at) => {
        const { from, until } = dayBounds(formatUtcDay(at));
        expect(from <= at && at < until).toBe(true);
        expect(until - from).toBe(24 * hour);
      }),
    );
  });

  it.each(['Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Pago_Pago'])(
    'is the same for a person in %s, also on the days on which clocks change',
    (zone) => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-11-01']) {
          const { from, until } = dayBounds(day);
          expect([from, until - from]).toEqual([Date.parse(`${day}T00:00:00Z`), 24 * hour]);
          expect([formatUtcDay(from), formatUtcDay(until - 1)]).toEqual([day, day]);
          expect(new Set(daysUpTo(day, 42)).size).toBe(42);
          expect(dayAfter(dayAfter(day, 1), -1)).toBe(day);
        }
      } finally {
        if (before === undefined) delete process.env['TZ'];
        else process.env['TZ'] = before;
      }
    },
  );
});

describe('consecutive days', () => {
  it('end with the given day, the oldest first, across the ends of months and years', () => {
    expect(daysUpTo('2027-01-02', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
    expect(daysUpTo('2028-03-01', 2)).toEqual(['2028-02-29', '2028-03-01']);
    expect(daysUpTo('2026-11-20', 0)).toEqual([]);
  });

  it('property: each follows the previous one', () => {
    fc.assert(
      fc.property(aMoment, fc.integer({ min: 1, max: 60 }), (at, n) => {
        const days = daysUpTo(formatUtcDay(at), n);
        expect(days).toHaveLength(n);
        expect(days.at(-1)).toBe(formatUtcDay(at));
        for (const [index, day] of days.slice(1).entries()) expect(day).toBe(dayAfter(days[index] ?? '', 1));
        expect(daysBetween(days[0] ?? '', formatUtcDay(at))).toBe(n - 1);
      }),
    );
  });

  it('are refused for an invalid day', () => {
    expect(() => dayBounds('2026-13-01')).toThrow(RangeError);
    expect(() => dayBounds('yesterday')).toThrow('"yesterday" is no day');
  });
});

describe('the data kept of a day', () => {
  const today = '2026-11-20';
  it.each([
    [-1, 'ahead'],
    [0, 'files and batches'],
    [30, 'files and batches'],
    [31, 'batches alone'],
    [90, 'batches alone'],
    [91, 'nothing'],
  ] as const)('%d days ago is %s', (ago, reach) => {
    expect(reachOfDay(dayAfter(today, -ago), today)).toBe(reach);
  });

  it('allows a new run for thirty days, including today', () => {
    expect(daysUpTo(today, daysOfFiles)[0]).toBe(oldestRunAgain(today));
  });

  it('ends after ninety days', () => {
    const { oldest, newest } = daysWithinReach(today);
    expect([reachOfDay(oldest, today), reachOfDay(dayAfter(oldest, -1), today), newest]).toEqual([
      'batches alone',
      'nothing',
      today,
    ]);
  });
});
