import type { PipelineParts } from '../parts.ts';
import { changesSeen } from './changes-seen.ts';
import { changeBatch } from './items/batches.ts';
import { getFiles } from './items/files.ts';
import type { BatchItem, FileItem } from './items/item-shapes.ts';

/** Notes what has come and what has failed of a queued batch, and ends it when all have, or when its time is over. */
export async function checkBatch(parts: PipelineParts, batch: BatchItem): Promise<void> {
  const changes = changesSeen(batch, await expectedFiles(parts, batch), parts.now());
  // Where this is lost, somebody has closed it.
  if (changes) await changeBatch(parts, batch, changes);
}

/** Those that are there. */
export async function expectedFiles(
  parts: PipelineParts,
  { ExpectedFiles = new Set() }: BatchItem,
): Promise<readonly FileItem[]> {
  return [...(await getFiles(parts, ExpectedFiles)).values()];
}
