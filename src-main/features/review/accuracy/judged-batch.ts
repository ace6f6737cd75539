import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Judgement } from '#shared/domain/review/observed-accuracy.ts';
import type { SchemaTypes } from '../../../rows/judged-document.ts';
import type { QueueReads } from '../../../reads/review-queue.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
import { judgedFields } from './judged-fields.ts';

interface Parts extends QueueReads {
  readonly types: SchemaTypes | null;
  readonly now: number;
  readonly mostRead: number;
}

interface Judged {
  readonly judgements: readonly Judgement[];
  /** Those that something was learnt from, and of how many. */
  readonly documents: number;
  readonly read: number;
}

/** Judged page by page: the values of a batch are never all here. */
export async function judgedBatch(
  { tenantId, batchId }: Batch,
  { reader, reads, types, now, mostRead }: Parts,
): Promise<Result<Judged>> {
  const judgements: Judgement[] = [];
  let [documents, read] = [0, 0];
  let cursor: string | null | undefined;
  while (cursor !== null && read < mostRead) {
    const page = reads.paid(
      await reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor }),
    );
    if (!page.ok) return page;
    for (const item of itemsOfKind(page.value.items, 'Document').own) {
      const judged = judgedFields(item, types, now);
      if (judged === null || judged.length === 0) continue;
      documents += 1;
      judgements.push(...judged);
    }
    read += page.value.items.length;
    cursor = page.value.cursor;
  }
  return ok({ judgements, documents, read });
}
