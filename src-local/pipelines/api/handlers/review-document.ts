import type { z } from 'zod';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { DocumentItem, HistoryEvent } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { changeOneDocument, tellDocumentAgain } from './change-one-document.ts';
import { requireReviewable, unclaimed } from './claim-document.ts';
import { correct, type Corrected } from './correct.ts';
import type { OwnCall, OwnHandler } from './handler.ts';
import { readResults, schemaOf, withResults } from './results.ts';

type Body = z.output<(typeof operations)['reviewDocument']['body']>;

/** Decided at once; for a moment the reviewer may take it back, so what it was is kept with it. */
export function reviewDocument(parts: PipelineParts): OwnHandler<Body> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        requireReviewable(parts, call, before);
        const corrected = await correctedBy(parts, call, before);
        const now = parts.now();
        const decided = nextDocument(parts, before, {
          ...unclaimed,
          status: call.body.decision === 'approve' ? 'SUCCEEDED' : 'REJECTED',
          decision: call.body.decision,
          reviewedBy: call.caller.sub,
          reviewedAt: new Date(now).toISOString(),
          holdUntil: new Date(now + holdSeconds * 1_000).toISOString(),
          undo: { status: before.status, ...sinceOf(before), ...corrected?.undo },
        });
        return {
          next: corrected ? await withResults(parts, decided, corrected.results) : decided,
          event: reviewed(parts, call, before, corrected),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

/** Undone, it is where it was among those that wait. */
function sinceOf({ statusSince, updatedAt }: Partial<DocumentItem>): { statusSince?: string } {
  const since = statusSince ?? updatedAt;
  return since === undefined ? {} : { statusSince: since };
}

async function correctedBy(
  parts: PipelineParts,
  { body: { corrections } }: OwnCall<Body>,
  document: DocumentItem,
): Promise<Corrected | undefined> {
  if (corrections.length === 0) return undefined;
  const results = await readResults(parts, document);
  return correct(results, corrections, () => schemaOf(parts, document));
}

function reviewed(
  parts: PipelineParts,
  { caller, body, requestId }: OwnCall<Body>,
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
