import { ok, type Receipt, type Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './doors.ts';
import type { CatalogueReader, StoredItem } from './dynamodb/reading.ts';
import { tenantOfKey } from './scope/held-item.ts';

interface BatchesById {
  readonly items: readonly StoredItem[];
  /** It is true when there are more batches that were not read. */
  readonly more: boolean;
}

type PickedBatch =
  | { readonly is: 'one'; readonly item: StoredItem }
  | { readonly is: 'none' }
  | { readonly is: 'several' };

/** A batch item may have 400 KB and a page holds 1 MB, so the batches of one id can need several pages. */
const mostPages = 5;

/** Reads every batch of an id from GSI3: ids are unique only within a tenant. */
export async function readBatchesById(
  reader: Pick<CatalogueReader, 'run'>,
  batchId: string,
): Promise<Result<BatchesById>> {
  const items: StoredItem[] = [];
  let paid: Receipt | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const read = await reader.run('extraction.batchById', { batchId }, { cursor });
    if (!read.ok) return paid === undefined ? read : { ...read, receipt: addReceipts(paid, read.receipt) };
    items.push(...read.value.items.filter(({ entity }) => entity === 'Batch'));
    paid = paid === undefined ? read.value.receipt : addReceipts(read.value.receipt, paid);
    if (read.value.cursor === null) return ok({ items, more: false }, paid);
    cursor = read.value.cursor;
  }
  return ok({ items, more: true }, paid);
}

/** Says whether another tenant has a batch with this id, or may have one because there are too many to read. */
export async function isOfOthersToo(
  { reader, isOfOthersToo: ask }: Pick<ConnectionDoors, 'reader' | 'isOfOthersToo'>,
  { tenantId, batchId }: { readonly tenantId: string; readonly batchId: string },
): Promise<Result<boolean>> {
  if (ask !== undefined) return ask({ tenantId, batchId });
  const read = await readBatchesById(reader, batchId);
  if (!read.ok) return read;
  const { items, more } = read.value;
  return ok(more || items.some((item) => tenantOfBatch(item) !== tenantId), read.receipt);
}

/** Picks the batch of a tenant; without a tenant it picks the only one and never guesses. */
export function pickBatch({ items, more }: BatchesById, tenantId?: string | null): PickedBatch {
  const ofAny = tenantId === undefined || tenantId === null;
  const matching = ofAny ? items : items.filter((item) => tenantOfBatch(item) === tenantId);
  const [item] = matching;
  if (item === undefined) return { is: more ? 'several' : 'none' };
  return matching.length > 1 || (more && ofAny) ? { is: 'several' } : { is: 'one', item };
}

/** Adds the price of reads that were made beside the answer. */
export function addReceipts(answer: Receipt, beside: Receipt | undefined): Receipt {
  if (beside === undefined) return answer;
  return {
    ...answer,
    pages: answer.pages + beside.pages,
    items: answer.items + beside.items,
    rru: answer.rru + beside.rru,
    bytes: answer.bytes + beside.bytes,
    ms: answer.ms + beside.ms,
  };
}

/** The base key decides; an attribute stands in only where an item has no such key. */
export function tenantOfBatch({ key, attributes }: StoredItem): string | undefined {
  const named = attributes['tenantId'];
  return tenantOfKey(key) ?? (named !== undefined && 'S' in named ? named.S : undefined);
}
