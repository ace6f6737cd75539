import { ok, type Result } from '#shared/contract/result.ts';
import type { PageRead, StoredItem } from '../../aws/reading.ts';

/** A page as it goes out: each item a row, none of them dropped. */
export function pageOfRows<R>(
  read: Result<PageRead>,
  row: (item: StoredItem) => R,
): Result<{ rows: R[]; cursor: string | null; throttled: number }> {
  if (!read.ok) return read;
  const { items, cursor, throttled, receipt } = read.value;
  return ok({ rows: items.map(row), cursor, throttled }, receipt);
}
