import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { DocumentItem } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { changeOneDocument, tellDocumentAgain } from './change-one-document.ts';
import { uncorrect } from './correct.ts';
import { documentAnswer } from './document-answer.ts';
import type { OwnCall, OwnHandler } from './handler.ts';
import { readResults, withResults } from './results.ts';
import { opinionsOf } from './second-opinion.ts';
import { asItWas, undecided } from './what-it-was.ts';

/** A decision or the first opinion of two: by whom it was made, while the hold is open. */
export function undoReview(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        const { undo } = before;
        requireOwnReview(parts, call, before);
        const was = asItWas(before);
        const undone = { ...nextDocument(parts, before, { ...undecided, ...was }), ...was };
        return {
          next:
            undo?.fields || undo?.lines
              ? await withResults(parts, undone, uncorrect(await readResults(parts, before), undo))
              : undone,
          event: historyEvent(parts, {
            what: 'undone',
            actor: call.caller.sub,
            batchId: before.batchId,
            run: before.run,
            requestId: call.requestId,
            before: { status: before.status },
            after: { status: undone.status },
          }),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

function requireOwnReview(parts: PipelineParts, { caller }: OwnCall, document: DocumentItem): void {
  const { reviewedBy = opinionsOf(document).at(-1)?.by, holdUntil, undo } = document;
  if (reviewedBy !== caller.sub) {
    const detail = 'Only who has decided a document can take that back. Nothing was done.';
    throw new ApiProblem('not-your-review', detail, documentAnswer(document));
  }
  if (!undo || holdUntil === undefined || !(Date.parse(holdUntil) > parts.now())) {
    const detail =
      document.status === 'REVIEW_REQUIRED'
        ? 'The first of two opinions can be taken back for a few seconds only, and a second one that differs not at all. Nothing was done; others will decide.'
        : 'A review can be taken back for a few seconds only. Nothing was done; reprocess the document.';
    throw new ApiProblem('hold-over', detail, documentAnswer(document));
  }
}
