import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { BatchItem, DocumentItem, HistoryEvent } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { changeOneDocument, tellDocumentAgain } from './change-one-document.ts';
import { correct, type Corrected } from './correct.ts';
import { giveOpinion, type ReviewBody, type ReviewCall } from './give-opinion.ts';
import type { OwnHandler } from './handler.ts';
import { requireReviewable, unclaimed } from './may-review.ts';
import { readResults, schemaOf, withResults } from './results.ts';
import { theBatchOf } from './the-batch-of.ts';
import { unassigned, undecided, whatItWas } from './what-it-was.ts';

/** Decided at once; for a moment the reviewer may take it back, so what it was is kept with it. */
export function reviewDocument(parts: PipelineParts): OwnHandler<ReviewBody> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        requireReviewable(parts, call, before);
        const batch = await theBatchOf(parts, before);
        const corrected = await correctedBy(parts, call, before, batch);
        const opinion = await giveOpinion(parts, call, before, batch);
        if (opinion) return opinion;
        const decided = decidedBy(parts, call, before, corrected);
        return {
          batch,
          next: corrected ? await withResults(parts, decided, corrected.results) : decided,
          event: reviewed(parts, call, before, corrected),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

async function correctedBy(
  parts: PipelineParts,
  { body: { corrections } }: ReviewCall,
  document: DocumentItem,
  batch: BatchItem,
): Promise<Corrected | undefined> {
  if (corrections.length === 0) return undefined;
  const results = await readResults(parts, document);
  return correct(results, corrections, () => schemaOf(parts, document, batch));
}

function decidedBy(
  parts: PipelineParts,
  { caller, body: { decision } }: ReviewCall,
  before: DocumentItem,
  corrected: Corrected | undefined,
): DocumentItem {
  const now = parts.now();
  return nextDocument(parts, before, {
    ...unclaimed,
    ...unassigned,
    ...undecided,
    status: decision === 'approve' ? 'SUCCEEDED' : 'REJECTED',
    decision,
    reviewedBy: caller.sub,
    reviewedAt: new Date(now).toISOString(),
    holdUntil: new Date(now + holdSeconds * 1_000).toISOString(),
    undo: { ...whatItWas(before), ...corrected?.undo },
  });
}

function reviewed(
  parts: PipelineParts,
  { caller, body, requestId }: ReviewCall,
  { batchId, run, status }: DocumentItem,
  corrected: Corrected | undefined,
): HistoryEvent {
  return historyEvent(parts, {
    what: body.decision === 'approve' ? 'approved' : 'rejected',
    actor: caller.sub,
    batchId,
    run,
    requestId,
    ...(body.reason !== undefined && { reason: body.reason }),
    before: { status, ...corrected?.was },
    after: { status: body.decision === 'approve' ? 'SUCCEEDED' : 'REJECTED', ...corrected?.is },
  });
}
