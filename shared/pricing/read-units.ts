const kilobytes4 = 4_096;
const pageLimit = 1_048_576;

interface EventualRead {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly items: number;
  /** Of one item. */
  readonly bytes: number;
  readonly pageSize?: number | undefined;
}

/**
 * Read units of a call, eventually consistent: half a unit for 4 KB. A query is charged on the sum of what it
 * reads, rounded up once a page; items that are asked for by key are rounded up one by one.
 */
export function readUnits({ operation, items, bytes, pageSize }: EventualRead): number {
  if (operation !== 'Query') return Math.max(items, 1) * unitsOf(bytes);
  const fits = Math.max(1, Math.floor(pageLimit / Math.max(bytes, 1)));
  const perPage = Math.min(pageSize ?? fits, fits);
  const fullPages = Math.floor(items / perPage);
  const left = items % perPage;
  const last = left > 0 || fullPages === 0 ? unitsOf(left * bytes) : 0;
  return fullPages * unitsOf(perPage * bytes) + last;
}

/** Finding nothing is charged as the smallest read. */
function unitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / kilobytes4)) / 2;
}
