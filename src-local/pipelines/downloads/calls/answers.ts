import type { BatchItem, FileItem } from '../items/item-shapes.ts';

/** Attribute by attribute, so that no secret leaves with it. */
export function fileAnswer({ FileID, BatchID, Status, Entity, DownloadDate, StatusUpdatedAt }: FileItem) {
  return { FileID, BatchID, Status, Entity, DownloadDate, StatusUpdatedAt };
}

export function batchAnswer({ BatchID, PollingDate, Status, UpdatedAt, ...sets }: BatchItem) {
  return {
    BatchID,
    PollingDate,
    Status,
    UpdatedAt,
    ExpectedFiles: sorted(sets.ExpectedFiles),
    CompletedFiles: sorted(sets.CompletedFiles),
    FailedFiles: sorted(sets.FailedFiles),
  };
}

function sorted(ids: ReadonlySet<string> = new Set()): readonly string[] {
  return [...ids].toSorted();
}
