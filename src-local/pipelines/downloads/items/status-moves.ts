import type { BatchStatus, FileStatus } from './item-shapes.ts';

/** `available` again: requeued, or taken over by a second batch of its day. */
export const fileMoves: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  available: ['downloading', 'available'],
  downloading: ['completed', 'failed', 'error', 'available'],
  completed: [],
  failed: ['available'],
  error: ['available'],
};

/** From `initiated` to `failed`: somebody has closed it. */
export const batchMoves: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  initiated: ['queued', 'failed'],
  queued: ['completed', 'timeout', 'failed'],
  completed: [],
  timeout: [],
  failed: [],
};

export function isOpen({ Status }: { readonly Status: BatchStatus }): boolean {
  return Status === 'initiated' || Status === 'queued';
}
