import { ok, type Result } from '#shared/contract/result.ts';
import type { PurchaseOrder, Supplier } from '#shared/contract/review-rules.ts';
import type { ListChange, OrderRow, SupplierRow } from '#shared/contract/tenant-lists.ts';
import { mostOrders, mostSuppliers } from '#shared/domain/review/invoice-key.ts';
import type { CatalogueReader, StoredItem } from '../aws/dynamodb/reading.ts';
import { itemsOfKind } from '../rows/page-of-rows.ts';
import { readRow, type RowReading } from '../rows/read-row.ts';
import { everyItem, type ReadsSoFar } from './paid-reads.ts';

/** All entries of a list, as far as a list may be long. */
interface WholeList<Row> {
  readonly rows: Row[];
  /** False if the list is longer than it may be. */
  readonly isAll: boolean;
}

const pageSize = 1_000;

export async function readSuppliers(
  reader: CatalogueReader,
  tenantId: string,
  { paid }: ReadsSoFar,
): Promise<Result<WholeList<SupplierRow>>> {
  const read = await everyItem(
    async (cursor) =>
      paid(await reader.run('extraction.suppliersOfTenant', { tenantId }, { cursor, pageSize })),
    pagesFor(mostSuppliers),
  );
  if (!read.ok) return read;
  const { own } = itemsOfKind(read.value.items, 'Supplier');
  return ok({
    rows: own.slice(0, mostSuppliers).map(supplierRow),
    isAll: fits(read.value.isAll, own, mostSuppliers),
  });
}

export async function readOrders(
  reader: CatalogueReader,
  tenantId: string,
  { paid }: ReadsSoFar,
): Promise<Result<WholeList<OrderRow>>> {
  const read = await everyItem(
    async (cursor) => paid(await reader.run('extraction.ordersOfTenant', { tenantId }, { cursor, pageSize })),
    pagesFor(mostOrders),
  );
  if (!read.ok) return read;
  const { own } = itemsOfKind(read.value.items, 'PurchaseOrder');
  return ok({ rows: own.slice(0, mostOrders).map(orderRow), isAll: fits(read.value.isAll, own, mostOrders) });
}

/** One page more, because the last one that is full has a cursor, too. */
function pagesFor(most: number): number {
  return Math.ceil(most / pageSize) + 1;
}

function fits(isAll: boolean, items: readonly unknown[], most: number): boolean {
  return isAll && items.length <= most;
}

function supplierRow(item: StoredItem): SupplierRow {
  const { read, id, asRead } = readRow(item, 'Supplier');
  return {
    supplierId: id('supplierId'),
    name: read.text('name'),
    vatNumber: read.text('vatNumber', 'optional'),
    ibans: [...read.texts('ibans')],
    ibansChangedAt: read.time('ibansChangedAt', 'optional'),
    ibansChangedBy: read.text('ibansChangedBy', 'optional'),
    ...asRead(),
  };
}

function orderRow(item: StoredItem): OrderRow {
  const { read, id, asRead } = readRow(item, 'PurchaseOrder');
  return {
    number: read.text('number') ?? id('orderKey'),
    supplierId: read.text('supplierId', 'optional'),
    ...asRead(),
  };
}

export function listChangeRow(item: StoredItem): ListChange {
  const { read, id, problems } = readRow(item, 'ListEvent');
  const counts = read.map('counts', 'optional');
  return {
    eventId: id('eventId'),
    at: read.time('createdAt'),
    what: read.text('what', 'optional'),
    actor: read.text('actor', 'optional'),
    reason: read.text('reason', 'optional'),
    supplierId: read.text('supplierId', 'optional'),
    name: read.text('name', 'optional'),
    before: accountsIn(read, 'before'),
    after: accountsIn(read, 'after'),
    counts: counts && {
      added: counts.count('added', 'optional'),
      changed: counts.count('changed', 'optional'),
      removed: counts.count('removed', 'optional'),
    },
    problems,
  };
}

function accountsIn(read: RowReading['read'], side: 'before' | 'after'): string[] {
  return read.anything(side) === null ? [] : [...read.texts(side)];
}

/** Returns what the rules compare a document with. Null where there is no such list, or where it is too long. */
export function toKnownSuppliers({ rows, isAll }: WholeList<SupplierRow>): Supplier[] | null {
  if (!isAll || rows.length === 0) return null;
  return rows.map(({ supplierId, name, vatNumber, ibans }) => ({
    supplierId,
    name: name ?? supplierId,
    vatNumber,
    ibans,
  }));
}

export function toKnownOrders({ rows, isAll }: WholeList<OrderRow>): PurchaseOrder[] | null {
  if (!isAll || rows.length === 0) return null;
  return rows.map(({ number, supplierId }) => ({ number, supplierId }));
}
