import type { QueuePage } from '../../contract/review.ts';

/** Rows that are read page by page, in their order: the documents of one batch that wait. */
export interface Stream<Row> {
  /** Breaks ties, so that every reading of the same rows has the same order. */
  readonly key: string;
  /** Nothing that is still to be read of it comes before this. */
  readonly from: number;
  /** Read, and not handed out yet. */
  readonly rows: readonly Placed<Row>[];
  readonly hasMore: boolean;
}

export interface Placed<Row> {
  readonly at: number;
  readonly row: Row;
}

export type Streams<Row> = ReadonlyMap<string, Stream<Row>>;

export interface ReadPage<Row> {
  /** All that was read. Without a place of its own a row stands with the one before it; undefined is not wanted. */
  readonly rows: readonly { readonly at: number | null; readonly row: Row | undefined }[];
  readonly hasMore: boolean;
}

interface Taken<Row> {
  readonly rows: readonly Placed<Row>[];
  readonly rest: Streams<Row>;
  /** What has to be read before the next row can be handed out, in the order in which it may come. */
  readonly unread: readonly string[];
}

/** Nothing of it is read yet. `from`: nothing of it comes before that. */
export function unopened<Row>(key: string, from: number): Stream<Row> {
  return { key, from, rows: [], hasMore: true };
}

/** A row never goes before one that its stream has in front of it. Beyond `until` nothing is wanted. */
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
 * As many rows as can be handed out in the order of all streams: none of what is unread may come before them. A stream
 * that is unread and may come next stops it; those that cannot are left alone, so that nothing is read for nothing.
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

/** All rows before it are read. */
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

/** A stream that has ended is forgotten. */
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
/** The first that fits, by the time that is left. */
const ends = [
  ['overdue', 0],
  ['under1h', hour],
  ['under4h', 4 * hour],
  ['under24h', 24 * hour],
  ['later', Number.POSITIVE_INFINITY],
] as const satisfies readonly (readonly [keyof Buckets, number])[];

/**
 * How many of those that wait are due when. `since`: of all that are known. A bucket is counted whole once nothing
 * unknown can fall into it or before it.
 */
export function dueBuckets(
  since: readonly number[],
  before: number,
  { dueHours, now }: { readonly dueHours: number; readonly now: number },
): Buckets {
  const leftOf = (at: number): number => at + dueHours * hour - now;
  const counts = new Map<keyof Buckets, number>();
  for (const at of since) {
    const left = leftOf(at);
    const [name] = ends.find(([, end]) => left < end) ?? ['later'];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = leftOf(before);
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
 * Whether a document is one of so many in a hundred. By its id alone: the same documents each time, and a larger share
 * holds all of a smaller one.
 */
export function sampled(documentId: string, percent: number): boolean {
  return placeOf(documentId) * 100 < percent;
}

/** 0 ≤ n < 1. FNV-1a, and MurmurHash's last step: ids that differ in their last letter alone lie far apart. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
