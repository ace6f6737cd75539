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
