import type { PipelineParts } from '../parts.ts';
import type { BatchItem } from './item-shapes.ts';

/** Keeps what the ended runs of a batch have cost, by tenant and day. */
export async function keepSpend(_parts: PipelineParts, _batch: BatchItem): Promise<void> {
  // Nothing is kept yet.
}
