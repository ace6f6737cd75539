import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dueBuckets,
  knownBefore,
  sampled,
  takeInOrder,
  unopened,
  withPage,
  type Placed,
  type Stream,
} from '#shared/domain/review/review-queue.ts';

interface Told {
  readonly key: string;
  readonly times: readonly number[];
  readonly early: number;
  readonly pageSize: number;
  /** Is the number of the page that cannot be read, counted from 0. */
  readonly failsAt: number;
}

/** There are few different times, so that many are equal. */
const told = fc.record({
  times: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }),
  early: fc.integer({ min: 0, max: 10 }),
  pageSize: fc.integer({ min: 1, max: 6 }),
  failsAt: fc.integer({ min: 0, max: 40 }),
});
const anyStreams = fc.array(told, { maxLength: 7 }).map((all) =>
  all.map((one, at): Told => ({
    ...one,
    key: `b${at}`,
    times: one.times.toSorted((a, b) => a - b),
  })),
);
const anyCounts = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));

function findBegin({ times, early }: Told): number {
  return (times[0] ?? 0) - early;
}

/** Reads the pages that the merge asks for, and records them. */
function merged(all: readonly Told[], counts: Iterable<number>, mayFail: boolean) {
  const asked = new Map<string, number>();
  const failed = new Map<string, number>();
  const given: Placed<string>[] = [];
  let streams: ReadonlyMap<string, Stream<string>> = new Map(
    all.map((one) => [one.key, unopened<string>(one.key, findBegin(one))]),
  );
  const sizes = counts[Symbol.iterator]();
  while (streams.size > 0) {
    const count = sizes.next().value as number;
    let rows = 0;
    for (;;) {
      const taken = takeInOrder(streams, count - rows);
      given.push(...taken.rows);
      rows += taken.rows.length;
      const next = new Map(taken.rest);
      streams = next;
      // A call may not read everything at once, so only the first two are read each time.
      const due = taken.unread.slice(0, 2);
      if (due.length === 0) break;
      for (const key of due) {
        const stream = streams.get(key);
        const one = all.find((each) => each.key === key);
        if (stream === undefined || one === undefined) throw new Error(`Asked for ${key}, which has ended.`);
        const page = asked.get(key) ?? 0;
        asked.set(key, page + 1);
        if (mayFail && page === one.failsAt) {
          failed.set(key, page);
          next.delete(key);
          continue;
        }
        const from = page * one.pageSize;
        const times = one.times.slice(from, from + one.pageSize);
        const read = times.map((at, place) => ({ at, row: `${key}/${from + place}` }));
        next.set(key, withPage(stream, { rows: read, hasMore: from + one.pageSize < one.times.length }));
      }
    }
    if (rows === 0 && streams.size > 0) throw new Error('It stands still.');
  }
  return { given, asked, failed };
}

/** Sorts by time, then by stream, then by the order within the stream. */
function sortedAll(all: readonly Told[], readable: (one: Told) => number): Placed<string>[] {
  return all
    .flatMap((one) => one.times.slice(0, readable(one)).map((at, place) => ({ at, key: one.key, place })))
    .toSorted(
      (a, b) => a.at - b.at || (a.key < b.key ? -1 : 1) * Number(a.key !== b.key) || a.place - b.place,
    )
    .map(({ at, key, place }) => ({ at, row: `${key}/${place}` }));
}

describe('rows of several streams', () => {
  it('come in the common order, each of them once', () => {
    fc.assert(
      fc.property(anyStreams, anyCounts, (all, counts) => {
        expect(merged(all, counts, false).given).toEqual(sortedAll(all, ({ times }) => times.length));
      }),
    );
  });

  it('come in order even if some streams break off, with everything that was read of these', () => {
    fc.assert(
      fc.property(anyStreams, anyCounts, (all, counts) => {
        const { given, failed } = merged(all, counts, true);
        const readable = ({ key, pageSize, times }: Told): number =>
          failed.has(key) ? (failed.get(key) ?? 0) * pageSize : times.length;
        expect(given).toEqual(sortedAll(all, readable));
      }),
    );
  });

  it('are read a page at a time, and none twice', () => {
    fc.assert(
      fc.property(anyStreams, anyCounts, (all, counts) => {
        const { asked } = merged(all, counts, false);
        for (const { key, times, pageSize } of all) {
          expect(asked.get(key)).toBe(Math.max(1, Math.ceil(times.length / pageSize)));
        }
      }),
    );
  });
});

describe('the next row', () => {
  const at = (key: string, from: number, ...times: number[]): [string, Stream<string>] => [
    key,
    withPage(unopened(key, from), {
      rows: times.map((one) => ({ at: one, row: `${key}${one}` })),
      hasMore: true,
    }),
  ];

  it('does not read streams that cannot come before it', () => {
    const streams = new Map([
      at('a', 1, 3, 5),
      ['b', unopened<string>('b', 4)],
      ['c', unopened<string>('c', 9)],
    ]);
    const { rows, unread } = takeInOrder(streams, 10);
    expect(rows).toEqual([{ at: 3, row: 'a3' }]);
    expect(unread).toEqual(['b']);
  });

  it('reads nothing when there are enough', () => {
    const streams = new Map([at('a', 1, 3, 5), ['b', unopened<string>('b', 4)]]);
    expect(takeInOrder(streams, 1)).toMatchObject({ rows: [{ at: 3 }], unread: [] });
  });

  it('never comes before one that is ahead of it in its own stream', () => {
    const odd = withPage<string>(unopened('a', 4), {
      rows: [
        { at: null, row: 'nowhere' },
        { at: 8, row: 'eight' },
        { at: 2, row: 'two' },
      ],
      hasMore: false,
    });
    expect(odd.rows.map((row) => row.at)).toEqual([4, 8, 8]);
  });

  it('is none beyond the wanted number, and no more is read for it', () => {
    const { rows, hasMore } = withPage<string>(
      unopened('a', 0),
      { rows: [1, 6, 9].map((one) => ({ at: one, row: String(one) })), hasMore: true },
      6,
    );
    expect([rows.length, hasMore]).toEqual([2, false]);
  });

  it('is known up to the first unread row', () => {
    expect(knownBefore(new Map([at('a', 1, 3, 5), ['b', unopened<string>('b', 4)]]))).toBe(4);
    expect(knownBefore(new Map())).toBe(Number.POSITIVE_INFINITY);
  });
});

const hour = 3_600_000;
const now = 1_000 * hour;
/** Returns the time at which a document is due that has this many hours left. */
const left = (hours: number): number => now + hours * hour;

it('counts by remaining time', () => {
  const dueAt = [
    left(-3),
    left(-0.001),
    left(0),
    left(0.9),
    left(1),
    left(3.9),
    left(4),
    left(23.9),
    left(24),
  ];
  expect(dueBuckets(dueAt, Number.POSITIVE_INFINITY, now)).toEqual({
    overdue: { count: 2, exact: true },
    under1h: { count: 2, exact: true },
    under4h: { count: 2, exact: true },
    under24h: { count: 2, exact: true },
    later: { count: 1, exact: true },
  });
});

it('is exact for the buckets that no unknown row can fall into', () => {
  const exact = (known: number): boolean[] =>
    Object.values(dueBuckets([], known, now)).map((bucket) => bucket.exact);
  expect(exact(Number.NEGATIVE_INFINITY)).toEqual([false, false, false, false, false]);
  expect(exact(left(-1))).toEqual([false, false, false, false, false]);
  expect(exact(left(0))).toEqual([true, false, false, false, false]);
  expect(exact(left(2))).toEqual([true, true, false, false, false]);
  expect(exact(left(300))).toEqual([true, true, true, true, false]);
});

it('does not change an exact count with later rows', () => {
  const times = fc.array(fc.integer({ min: -60, max: 40 }).map(left), { maxLength: 30 });
  fc.assert(
    fc.property(times, fc.integer({ min: -60, max: 40 }).map(left), (all, known) => {
      const before = dueBuckets(
        all.filter((at) => at < known),
        known,
        now,
      );
      const after = dueBuckets(all, Number.POSITIVE_INFINITY, now);
      for (const name of ['overdue', 'under1h', 'under4h', 'under24h', 'later'] as const) {
        if (before[name].exact) expect(before[name].count).toBe(after[name].count);
        else expect(before[name].count).toBeLessThanOrEqual(after[name].count);
      }
    }),
  );
});

const share = fc.double({ min: 0.1, max: 100, noNaN: true });

it('picks the same documents each time, and a larger share includes a smaller one', () => {
  fc.assert(
    fc.property(fc.string(), share, share, (documentId, one, other) => {
      expect(sampled(documentId, one)).toBe(sampled(documentId, one));
      if (sampled(documentId, Math.min(one, other))) {
        expect(sampled(documentId, Math.max(one, other))).toBe(true);
      }
      expect(sampled(documentId, 100)).toBe(true);
      expect(sampled(documentId, 0)).toBe(false);
    }),
  );
});

it.each([1, 2, 10, 50])('picks about %d in a hundred, also from consecutive ids', (percent) => {
  const count = 50_000;
  const picked = Array.from(
    { length: count },
    (_, at) => `doc-01M7SJ8EE${at.toString(36).padStart(4, '0')}`,
  ).filter((documentId) => sampled(documentId, percent)).length;
  const expected = (count * percent) / 100;
  const spread = 4 * Math.sqrt(expected * (1 - percent / 100));
  expect(Math.abs(picked - expected)).toBeLessThan(spread);
});
