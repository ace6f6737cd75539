import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader, PageRead, StoredItem } from '../../aws/reading.ts';

interface Parts {
  readonly reader: CatalogueReader;
  /** Whoever has to say what it cost. */
  readonly paid: (result: Result<PageRead>) => Result<PageRead>;
}

/** As the table has them, by the ids that were asked for: a row may show less of its own. What is not there is left out. */
export async function filesById(
  ids: readonly string[],
  { reader, paid }: Parts,
): Promise<Result<ReadonlyMap<string, StoredItem>>> {
  if (ids.length === 0) return ok(new Map());
  const asked = ids.map((fileId) => ({ fileId }));
  const read = paid(await reader.run('downloads.filesById', asked, { consistent: true }));
  if (!read.ok) return read;
  return ok(new Map(read.value.items.map((item) => [keyText(item.key, 'FileID') ?? '', item])));
}
