import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review/queue.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { ReadPage } from '#shared/domain/review/merged-streams.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import type { SchemaTypes } from '../../judged/schema-types.ts';
import { isFresh, type PlacedDocument } from './batch-progress.ts';
import type { PaidReads } from './paid-reads.ts';
import { asksForAmounts, isWanted } from './queue-filters.ts';
import type { OpenBatch } from './queue-place.ts';
import { schemaTypes } from './schema-types.ts';
import { placeInQueue, waitingDocument, type WaitingDocument } from './waiting-document.ts';

export interface QueueReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

export interface BatchPage {
  readonly page: ReadPage<WaitingDocument>;
  /** Those that were not read before. */
  readonly fresh: readonly PlacedDocument[];
  readonly cursor: string | undefined;
  /** How many of them the filters cannot be told of. */
  readonly unclear: number;
  readonly throttled: number;
}

/** Nobody reviews more of one batch before another's is older; further pages are read as they are needed. */
const pageOfBatch = 12;

/** Reads the next page of a batch for one call. */
export function batchPages(
  input: QueueInput,
  parts: QueueReads,
): (of: OpenBatch) => Promise<Result<BatchPage>> {
  const typesOf = knownTypes(input, parts);
  return async (of) => {
    const { batch, cursor } = of;
    const { tenantId, batchId } = batch;
    const [read, types] = await Promise.all([
      parts.reader.run(
        'extraction.documentsToReview',
        { tenantId, batchId },
        { cursor, pageSize: pageOfBatch },
      ),
      typesOf(batch),
    ]);
    parts.reads.paid(read);
    if (!read.ok) return read;
    if (!types.ok) return types;
    let unclear = 0;
    const fresh: PlacedDocument[] = [];
    const rows = itemsOfKind(read.value.items, 'Document').own.map((item) => {
      const document = waitingDocument(item, batch);
      const at = placeInQueue(item);
      const place = { at, documentId: document.row.documentId };
      if (!isFresh(place, of)) return { at, row: undefined };
      fresh.push(place);
      const verdict = isWanted(input, item, document, types.value);
      if (verdict === 'unclear') unclear += 1;
      return { at, row: verdict === 'wanted' ? document : undefined };
    });
    const next = read.value.cursor;
    return ok({
      page: { rows, hasMore: next !== null },
      fresh,
      cursor: next ?? undefined,
      unclear,
      throttled: read.value.throttled,
    });
  };
}

/** Each workflow's schema once in a call, and only where amounts are asked for. */
function knownTypes(
  input: QueueInput,
  parts: QueueReads,
): (batch: Batch) => Promise<Result<SchemaTypes | null>> {
  const known = new Map<string, Promise<Result<SchemaTypes | null>>>();
  return ({ tenantId, projectId, workflowId }) => {
    if (!asksForAmounts(input) || workflowId === null) return Promise.resolve(ok(null));
    const key = [tenantId, projectId, workflowId].join('#');
    const types = known.get(key) ?? schemaTypes({ tenantId, projectId, workflowId }, parts);
    known.set(key, types);
    return types;
  };
}
