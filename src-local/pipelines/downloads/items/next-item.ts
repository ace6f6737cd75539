import type { PipelineParts } from '../../parts.ts';
import type { BatchItem, FileItem } from './item-shapes.ts';
import { batchMoves, fileMoves } from './status-moves.ts';

export type FileChanges = {
  readonly [Name in keyof Omit<FileItem, 'FileID' | 'StatusUpdatedAt'>]?: FileItem[Name] | undefined;
};

export type BatchChanges = {
  readonly [Name in keyof Omit<BatchItem, 'BatchID' | 'UpdatedAt'>]?: BatchItem[Name] | undefined;
};

/** As it will be. Its time of status moves on with each status, and by a millisecond at least. */
export function nextFile(
  parts: Pick<PipelineParts, 'now'>,
  before: FileItem,
  changes: FileChanges,
): FileItem {
  const { Status } = changes;
  const moves = Status !== undefined;
  if (moves && !fileMoves[before.Status].includes(Status)) {
    throw new Error(`A file that is ${before.Status} does not become ${Status}`);
  }
  return {
    ...before,
    ...(changes as Partial<FileItem>),
    ...(moves && { StatusUpdatedAt: Math.max(parts.now(), (before.StatusUpdatedAt ?? 0) + 1) }),
  };
}

export function nextBatch(
  parts: Pick<PipelineParts, 'now'>,
  before: BatchItem,
  changes: BatchChanges,
): BatchItem {
  const { Status = before.Status } = changes;
  if (Status !== before.Status && !batchMoves[before.Status].includes(Status)) {
    throw new Error(`A batch that is ${before.Status} does not become ${Status}`);
  }
  const last = Date.parse(before.UpdatedAt ?? '');
  const now = Number.isNaN(last) ? parts.now() : Math.max(parts.now(), last + 1);
  return { ...before, ...(changes as Partial<BatchItem>), UpdatedAt: new Date(now).toISOString() };
}
