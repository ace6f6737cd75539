import type { QueuePage } from '../../contract/review.ts';

/** A stream of rows that is read page by page, in order: the waiting documents of one batch. */
export interface Stream<Row> {
  /** Breaks ties, so that reading the same rows again gives the same order. */
  readonly key: string;
  /** No unread row of the stream comes before this. */
  readonly from: number;
  /** Rows that were read but not returned yet. */
  readonly rows: readonly Placed<Row>[];
  readonly hasMore: boolean;
}

export interface Placed<Row> {
  readonly at: number;
  readonly row: Row;
}

export type Streams<Row> = ReadonlyMap<string, Stream<Row>>;

export interface ReadPage<Row> {
  /**
   * All rows of the page. A row without a place keeps the place of the previous one, and undefined marks an unwanted
   * row.
   */
  readonly rows: readonly { readonly at: number | null; readonly row: Row | undefined }[];
  readonly hasMore: boolean;
}

interface Taken<Row> {
  readonly rows: readonly Placed<Row>[];
  readonly rest: Streams<Row>;
  /** The streams that must be read before the next row can be returned, in the order in which their rows may come. */
  readonly unread: readonly string[];
}

/** A stream of which nothing is read yet. No row of it comes before `from`. */
export function unopened<Row>(key: string, from: number): Stream<Row> {
  return { key, from, rows: [], hasMore: true };
}

/** A row never moves ahead of an earlier row of its stream. Rows beyond `until` are dropped. */
export function withPage<Row>(
  stream: Stream<Row>,
  page: ReadPage<Row>,
  until = Number.POSITIVE_INFINITY,
): Stream<Row> {
  const rows = [...stream.rows];
  let { from } = stream;
  for (const { at, row } of page.rows) {
    from = Math.max(from, at ?? from);
    if (row !== undefined && from <= until) rows.push({ at: from, row });
  }
  return { ...stream, from, rows, hasMore: page.hasMore && from <= until };
}

/**
 * Returns as many rows as the order of all streams allows: no unread row may come before them. An unread stream that
 * may come next stops it. Other unread streams are left alone, to avoid needless reads.
 */
export function takeInOrder<Row>(streams: Streams<Row>, most: number): Taken<Row> {
  const left = new Map([...streams].map(([key, stream]) => [key, { stream, taken: 0 }]));
  const rows: Placed<Row>[] = [];
  const headOf = ({ stream, taken }: { stream: Stream<Row>; taken: number }): Head | undefined => {
    const at = stream.rows[taken]?.at;
    return at === undefined ? undefined : { at, key: stream.key };
  };
  const waiting = (): readonly Head[] =>
    [...left.values()]
      .filter(({ stream, taken }) => stream.hasMore && taken === stream.rows.length)
      .map(({ stream: { from, key } }) => ({ at: from, key }))
      .toSorted(byPlace);

  let unread = waiting();
  let next: Head | undefined;
  for (;;) {
    const heads = [...left.values()].flatMap((one) => headOf(one) ?? []);
    next = heads.reduce<Head | undefined>(
      (a, b) => (a !== undefined && byPlace(a, b) <= 0 ? a : b),
      undefined,
    );
    const [first] = unread;
    if (next === undefined || rows.length >= most || (first && byPlace(first, next) < 0)) break;
    const from = left.get(next.key);
    const row = from?.stream.rows[from.taken];
    if (from === undefined || row === undefined) break;
    rows.push(row);
    from.taken += 1;
    if (from.taken === from.stream.rows.length) unread = waiting();
  }
  const stop = next;
  return {
    rows,
    rest: restOf(left.values()),
    unread:
      rows.length >= most
        ? []
        : unread.filter((one) => stop === undefined || byPlace(one, stop) < 0).map(({ key }) => key),
  };
}

/** Returns the time before which all rows are read. */
export function knownBefore<Row>(streams: Streams<Row>): number {
  return [...streams.values()].reduce(
    (least, { hasMore, from }) => (hasMore ? Math.min(least, from) : least),
    Number.POSITIVE_INFINITY,
  );
}

interface Head {
  readonly at: number;
  readonly key: string;
}

function byPlace(a: Head, b: Head): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/** Drops streams that have ended. */
function restOf<Row>(left: Iterable<{ readonly stream: Stream<Row>; readonly taken: number }>): Streams<Row> {
  const rest = new Map<string, Stream<Row>>();
  for (const { stream, taken } of left) {
    if (!stream.hasMore && taken === stream.rows.length) continue;
    rest.set(stream.key, taken === 0 ? stream : { ...stream, rows: stream.rows.slice(taken) });
  }
  return rest;
}

type Buckets = QueuePage['buckets'];

const hour = 3_600_000;
/** The first bucket that fits the remaining time is used. */
const ends = [
  ['overdue', 0],
  ['under1h', hour],
  ['under4h', 4 * hour],
  ['under24h', 24 * hour],
  ['later', Number.POSITIVE_INFINITY],
] as const satisfies readonly (readonly [keyof Buckets, number])[];

/**
 * Counts waiting documents by when they are due. `dueAt` has the known ones, and all that are due before `before` are
 * among them. A count is exact once no unknown document can fall into the bucket or before it.
 */
export function dueBuckets(dueAt: readonly number[], before: number, now: number): Buckets {
  const counts = new Map<keyof Buckets, number>();
  for (const at of dueAt) {
    const left = at - now;
    const [name] = ends.find(([, end]) => left < end) ?? ['later'];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = before - now;
  const [overdue, under1h, under4h, under24h, later] = ends.map(([name, end]) => ({
    count: counts.get(name) ?? 0,
    exact: known >= end,
  }));
  const none = { count: 0, exact: false };
  return {
    overdue: overdue ?? none,
    under1h: under1h ?? none,
    under4h: under4h ?? none,
    under24h: under24h ?? none,
    later: later ?? none,
  };
}

/**
 * Tells whether a document belongs to a sample of that percentage. It depends on the id alone, so the sample is always
 * the same, and a larger one contains every smaller one.
 */
export function sampled(documentId: string, percent: number): boolean {
  return hashToPlace(documentId) * 100 < percent;
}

/**
 * Returns 0 ≤ n < 1 by FNV-1a and MurmurHash's final step, so that ids which differ only in the last letter lie far
 * apart.
 */
function hashToPlace(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
