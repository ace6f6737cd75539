import { nextDocument, type DocumentChange } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { BatchItem, DocumentItem } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import type { OwnCall } from './handler.ts';
import type { Outcome } from './reprocess-documents.ts';

/** `free`: it may be reprocessed. `run`: the one that this request has begun already. */
export function standing(
  { runs = {} }: Partial<BatchItem>,
  { status, run: latest }: DocumentItem,
  run: number | undefined,
): Outcome | 'free' {
  if (run !== undefined && latest === run) return 'started';
  if (run !== undefined && latest > run) return 'already in work';
  if (status === 'REVIEW_REQUIRED') return 'waits for review';
  if (status === 'PROCESSING') return 'already in work';
  if (status !== 'QUEUED') return 'free';
  // Its execution has ended without it; before the first run, its batch still waits for files.
  const ended = runs[latest];
  return ended !== undefined && ended !== 'RUNNING' ? 'free' : 'already in work';
}

/** As it is at the beginning of a run: what an earlier one made of it is told by its passport. */
export function reprocessed(
  parts: PipelineParts,
  { caller, body, requestId }: OwnCall<{ readonly reason?: string | undefined }>,
  before: DocumentItem,
  run: number,
): DocumentChange {
  const { status, run: earlier, error } = before;
  return {
    before,
    next: nextDocument(parts, before, { ...nothingRead, status: 'PROCESSING', run }),
    event: historyEvent(parts, {
      what: 'reprocessed',
      actor: caller.sub,
      batchId: before.batchId,
      run,
      requestId,
      ...(body.reason !== undefined && { reason: body.reason }),
      before: { status, run: earlier, ...(error && { code: error.code }) },
      after: { status: 'PROCESSING', run },
    }),
  };
}

const nothingRead = {
  score: undefined,
  stage: undefined,
  error: undefined,
  fields: undefined,
  lineItems: undefined,
  checks: undefined,
  resultsAt: undefined,
  usage: undefined,
  claimedBy: undefined,
  claimExpiresAt: undefined,
  reviewedBy: undefined,
  reviewedAt: undefined,
  decision: undefined,
  holdUntil: undefined,
  undo: undefined,
  assignedTo: undefined,
  assignedBy: undefined,
  assignedNote: undefined,
  assignedAt: undefined,
  opinions: undefined,
  differs: undefined,
  checkedBy: undefined,
  checkedAt: undefined,
  found: undefined,
} as const;
