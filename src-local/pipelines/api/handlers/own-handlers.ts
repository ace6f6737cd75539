import type { OperationName } from '#shared/pipeline-api/operations.ts';
import type { PipelineParts } from '../../parts.ts';
import { anchorAudit } from './anchor-audit.ts';
import { auditAnchors, auditChains } from './audit-anchors.ts';
import { changeThresholds } from './change-thresholds.ts';
import { checkDocument } from './check-document.ts';
import { claimDocument, releaseDocument } from './claim-document.ts';
import { handOverDocument } from './hand-over-document.ts';
import type { OwnHandler } from './handler.ts';
import { reprocessDocuments } from './reprocess-documents.ts';
import { reviewDocument } from './review-document.ts';
import { submitBatch } from './submit-batch.ts';
import { undoReview } from './undo-review.ts';

type Downloads = 'requeueFile' | 'triggerDownloads' | 'closeDownloads';

/** One for each call that is not about downloads. */
export function ownHandlers(
  parts: PipelineParts,
): Readonly<Record<Exclude<OperationName, Downloads>, OwnHandler>> {
  return {
    health: {
      run: () =>
        Promise.resolve({ status: 200, body: { status: 'ok', at: new Date(parts.now()).toISOString() } }),
    },
    me: { run: ({ caller }) => Promise.resolve({ status: 200, body: { ...caller } }) },
    submitBatch: submitBatch(parts),
    reprocessDocuments: reprocessDocuments(parts),
    claimDocument: claimDocument(parts),
    releaseDocument: releaseDocument(parts),
    reviewDocument: reviewDocument(parts),
    handOverDocument: handOverDocument(parts),
    checkDocument: checkDocument(parts),
    undoReview: undoReview(parts),
    changeThresholds: changeThresholds(parts),
    anchorAudit: anchorAudit(parts),
    auditChains: auditChains(parts),
    auditAnchors: auditAnchors(parts),
  };
}
