import { batchTakes } from './download-limits.ts';
import { hasFailed } from './file-standing.ts';
import type { BatchItem, FileItem } from './items/item-shapes.ts';
import type { BatchChanges } from './items/next-item.ts';

/** What a look at a queued batch comes to. Undefined: nothing has happened since the last. */
export function changesSeen(
  batch: BatchItem,
  files: readonly FileItem[],
  now: number,
): BatchChanges | undefined {
  const sets = endedFiles(files);
  const ended = sets.CompletedFiles.size + sets.FailedFiles.size;
  if (ended >= (batch.ExpectedFiles?.size ?? 0)) {
    return { ...sets, Status: sets.FailedFiles.size > 0 ? 'failed' : 'completed' };
  }
  if (now >= Date.parse(batch.StartTime) + batchTakes) {
    return { ...sets, Status: 'timeout', TimeoutAt: new Date(now).toISOString() };
  }
  const isNoted =
    isSame(batch.CompletedFiles, sets.CompletedFiles) && isSame(batch.FailedFiles, sets.FailedFiles);
  return isNoted ? undefined : sets;
}

export function endedFiles(
  files: readonly FileItem[],
): Required<Pick<BatchItem, 'CompletedFiles' | 'FailedFiles'>> {
  return {
    CompletedFiles: idsOf(files.filter(({ Status }) => Status === 'completed')),
    FailedFiles: idsOf(files.filter(hasFailed)),
  };
}

function idsOf(files: readonly FileItem[]): ReadonlySet<string> {
  return new Set(files.map(({ FileID }) => FileID).toSorted());
}

function isSame(noted: ReadonlySet<string> = new Set(), found: ReadonlySet<string>): boolean {
  return noted.size === found.size && [...found].every((id) => noted.has(id));
}
