import { ok, type Result } from '#shared/contract/result.ts';
import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import { documentStatuses } from '#shared/domain/document-status.ts';
import { addTotals, emptyTotals, totalsOf } from '#shared/pricing/usage-totals.ts';
import type { SchemaTypes } from '../../../rows/judged-document.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
import type { SampleReads } from './sample-reads.ts';
import { sampledDocument, type SampledDocument } from './scored-document.ts';

interface DocumentsRead {
  readonly documents: readonly ScoredDocument[];
  readonly withoutScore: number;
  readonly failedOtherwise: number;
  readonly read: number;
  /** Those of which documents were read, the newest first. */
  readonly batches: readonly Batch[];
  readonly reviews: readonly NonNullable<SampledDocument['review']>[];
  readonly usage: UsageTotals;
  /** There were more, and as many were read as were asked for. */
  readonly isCut: boolean;
}

/** An answer of DynamoDB may hold three times as many, and nobody else is answered while it is parsed. */
const pageOfDocuments = 100;

/** Batch by batch, the newest first, page by page: the values of a page are forgotten before the next is read. */
export async function readDocuments(
  batches: readonly Batch[],
  { most, types }: { readonly most: number; readonly types: SchemaTypes | null },
  { reader, reads, now }: SampleReads,
): Promise<Result<DocumentsRead>> {
  const documents: ScoredDocument[] = [];
  const reviews: NonNullable<SampledDocument['review']>[] = [];
  const opened: Batch[] = [];
  let [read, others, failedOtherwise, isCut] = [0, 0, 0, false];
  let usage = emptyTotals;
  for (const batch of batches.filter(hasEndedDocuments)) {
    if (read >= most) isCut = true;
    if (isCut) break;
    opened.push(batch);
    const { tenantId, batchId } = batch;
    let cursor: string | null | undefined;
    while (cursor !== null && read < most) {
      const pageSize = Math.min(pageOfDocuments, most - read);
      const page = reads.paid(
        await reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor, pageSize }),
      );
      if (!page.ok) return page;
      const own = itemsOfKind(page.value.items, 'Document').own;
      for (const item of own) {
        const one = sampledDocument(item, batch, types, now);
        if (one.scored !== null) documents.push(one.scored);
        if (one.hasFailedOtherwise) failedOtherwise += 1;
        if (one.review !== null) reviews.push(one.review);
        usage = addTotals(usage, totalsOf(one.usage));
      }
      read += page.value.items.length;
      others += page.value.items.length - own.length;
      cursor = page.value.cursor;
    }
    isCut = cursor !== null;
  }
  // Items of other kinds in the partition count for the budget alone.
  const documentsRead = read - others;
  const withoutScore = documentsRead - documents.length;
  return ok({
    documents,
    withoutScore,
    failedOtherwise,
    read: documentsRead,
    batches: opened,
    reviews,
    usage,
    isCut,
  });
}

/** A batch that says that none of its documents is through yet is not opened. */
function hasEndedDocuments({ counts }: Batch): boolean {
  const known = documentStatuses.filter((status) => counts[status] !== null);
  return known.length === 0 || known.some((status) => !inWork.has(status) && counts[status] !== 0);
}

const inWork: ReadonlySet<string> = new Set(['QUEUED', 'PROCESSING']);
