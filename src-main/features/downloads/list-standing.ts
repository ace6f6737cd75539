import type { DownloadFile, StandingKind } from '#shared/contract/downloads/downloads.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader, ReadOptions } from '../../aws/reading.ts';
import { pageOfRows } from '../../rows/page-of-rows.ts';
import { fileRow } from '../../rows/download-rows.ts';

interface Asked {
  readonly kind: StandingKind;
  readonly minutes: number;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
}

interface StandingPage {
  rows: DownloadFile[];
  cursor: string | null;
  throttled: number;
}

/**
 * Files that have not moved for so long, by a condition on the index's key. Further pages go on from the moment of the
 * first, or each would ask another question; so the place to go on from says which that was.
 */
export async function listStanding(
  { kind, minutes, cursor, pageSize }: Asked,
  { reader, now }: { readonly reader: CatalogueReader; readonly now: number },
): Promise<Result<StandingPage>> {
  const place = cursor === undefined ? { olderThan: now - minutes * 60_000 } : placeOf(cursor);
  if (place === undefined) {
    const message = 'The list cannot go on from there. Nothing was read. Begin it again.';
    return refused({ code: 'cursor-refused', message });
  }
  const { olderThan, ...further } = place;
  const options: ReadOptions = { ...further, pageSize };
  const read =
    kind === 'stuck'
      ? await reader.run('downloads.stuckFiles', { olderThan }, options)
      : await reader.run('downloads.filesNeverPickedUp', { olderThan }, options);
  const page = pageOfRows(read, (item) => fileRow(item, now));
  if (!page.ok || page.value.cursor === null) return page;
  return ok({ ...page.value, cursor: `${olderThan}~${page.value.cursor}` }, page.receipt);
}

function placeOf(text: string): { readonly olderThan: number; readonly cursor: string } | undefined {
  const [, olderThan, cursor] = /^(\d{1,15})~(.+)$/s.exec(text) ?? [];
  return olderThan === undefined || cursor === undefined
    ? undefined
    : { olderThan: Number(olderThan), cursor };
}
