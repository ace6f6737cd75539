import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { DocumentItem } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { changeOneDocument, tellDocumentAgain, type Decision } from './change-one-document.ts';
import { documentAnswer } from './document-answer.ts';
import type { OwnCall, OwnHandler } from './handler.ts';
import { requireReviewable, unclaimed } from './may-review.ts';

export function claimDocument(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, (before) => {
        requireReviewable(parts, call, before);
        const { sub } = call.caller;
        const claimExpiresAt = new Date(parts.now() + claimMinutes * 60_000).toISOString();
        return claimChange(parts, call, before, 'claimed', { claimedBy: sub, claimExpiresAt });
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

/** Nobody gives back what another holds. */
export function releaseDocument(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, (before) => {
        if (before.claimedBy !== call.caller.sub) {
          const detail = 'Only who has claimed a document gives it back. Nothing was done.';
          throw new ApiProblem('not-claimed-by-you', detail, documentAnswer(before));
        }
        return claimChange(parts, call, before, 'released', unclaimed);
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

function claimChange(
  parts: PipelineParts,
  { caller, requestId }: OwnCall,
  before: DocumentItem,
  what: 'claimed' | 'released',
  claim: Readonly<Record<'claimedBy' | 'claimExpiresAt', string | undefined>>,
): Decision {
  return {
    next: nextDocument(parts, before, claim),
    event: historyEvent(parts, {
      what,
      actor: caller.sub,
      batchId: before.batchId,
      run: before.run,
      requestId,
      ...(before.claimedBy !== undefined && { before: { claimedBy: before.claimedBy } }),
      ...(claim.claimExpiresAt !== undefined && { after: { claimExpiresAt: claim.claimExpiresAt } }),
    }),
  };
}
