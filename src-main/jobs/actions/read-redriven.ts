import type { Delivery } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import type { CatalogueReader, StoredItem } from '../../aws/reading.ts';
import type { SentItem } from '../../dead-letters/ledger-standings.ts';
import { inLanes } from '../../dead-letters/in-lanes.ts';
import { deliveryRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { messageFailureRow, type MessageFailureRow } from '../../rows/passport-rows.ts';

export interface Redriven {
  /** By the id it was sent with. */
  readonly failures: ReadonlyMap<string, MessageFailureRow>;
  /** Of those that failed: why they were dead letters before, by that id. */
  readonly causes: ReadonlyMap<string, MessageFailureRow>;
  /** By what `keyOf` makes of their ids. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly documentItems: readonly { readonly key: string; readonly item: StoredItem }[];
}

const consistent = { consistent: true } as const;

/** By keys alone, and each thing once. */
export async function readRedriven(
  reader: CatalogueReader,
  items: readonly SentItem[],
): Promise<Result<Redriven>> {
  const [failures, documents, deliveries] = await Promise.all([
    failuresOf(
      reader,
      items.flatMap(({ newId }) => newId ?? []),
    ),
    readDocuments(
      reader,
      items.map(({ sending }) => sending.about),
    ),
    deliveriesOf(reader, items),
  ]);
  if (!failures.ok) return failures;
  if (!documents.ok) return documents;
  if (!deliveries.ok) return deliveries;
  const failed = items.filter(({ newId }) => newId !== null && failures.value.has(newId));
  const causes = await failuresOf(
    reader,
    failed.map(({ id }) => id),
  );
  if (!causes.ok) return causes;
  const rows = documents.value.map((item) => ({ item, row: documentRow(item) }));
  return ok({
    failures: failures.value,
    causes: causes.value,
    documents: new Map(rows.map(({ row }) => [keyOf(row), row])),
    deliveries: deliveries.value,
    documentItems: rows.map(({ row, item }) => ({ key: keyOf(row), item })),
  });
}

export function keyOf(ids: {
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
}): string {
  return JSON.stringify([ids.tenantId, ids.batchId, ids.documentId]);
}

async function failuresOf(
  reader: CatalogueReader,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, MessageFailureRow>>> {
  if (ids.length === 0) return ok(new Map());
  const keys = [...new Set(ids)].map((messageId) => ({ messageId }));
  const read = await reader.run('extraction.failuresOfMessages', keys, consistent);
  if (!read.ok) return read;
  return ok(new Map(read.value.items.map(messageFailureRow).map((row) => [row.messageId, row])));
}

/** The items of those that are named whole; what is not among them is not there. */
export async function readDocuments(
  reader: CatalogueReader,
  subjects: readonly MessageSubject[],
): Promise<Result<readonly StoredItem[]>> {
  const keys = new Map<string, { tenantId: string; batchId: string; documentId: string }>();
  for (const about of subjects) {
    const { tenantId, batchId, documentId } = about;
    if (isId(tenantId) && isId(batchId) && isId(documentId)) {
      keys.set(keyOf(about), { tenantId, batchId, documentId });
    }
  }
  if (keys.size === 0) return ok([]);
  const read = await reader.run('extraction.documentsByKeys', [...keys.values()], consistent);
  return read.ok ? ok(read.value.items) : read;
}

/** Of a webhook's message: what became of telling the customer stands under its id, beside the batch. */
async function deliveriesOf(
  reader: CatalogueReader,
  items: readonly SentItem[],
): Promise<Result<ReadonlyMap<string, Delivery>>> {
  const batches = new Map<string, { tenantId: string; batchId: string }>();
  for (const { sending } of items) {
    const { tenantId, batchId, documentId } = sending.about;
    if (documentId === null && isId(tenantId) && isId(batchId)) {
      batches.set(keyOf(sending.about), { tenantId, batchId });
    }
  }
  const found = new Map<string, Delivery>();
  const trouble: Extract<Result<never>, { ok: false }>[] = [];
  await inLanes([...batches.values()], lanes, async (batch) => {
    const read = await reader.run('extraction.deliveriesOfBatch', batch, consistent);
    if (!read.ok) trouble.push(read);
    else for (const item of read.value.items.map(deliveryRow)) found.set(item.messageId, item);
  });
  return trouble[0] ?? ok(found);
}

const lanes = 4;

/** A body may say anything; no template takes more than this. */
function isId(value: string | null): value is string {
  return value !== null && /^[^#]{1,256}$/.test(value);
}
