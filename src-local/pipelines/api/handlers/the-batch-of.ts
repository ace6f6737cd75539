import type { BatchItem, DocumentItem } from '../../extraction/item-shapes.ts';
import { findBatch } from '../../extraction/items/read-items.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';

/** Without it nobody knows how many people have to decide a document, so nobody decides it. */
export async function theBatchOf(parts: PipelineParts, { batchId }: DocumentItem): Promise<BatchItem> {
  const batch = await findBatch(parts, batchId);
  if (batch) return batch;
  throw new ApiProblem('try-again', `The batch ${batchId} is not to be found just now. Nothing was done.`);
}
