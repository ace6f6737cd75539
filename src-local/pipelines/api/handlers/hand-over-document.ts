import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { PipelineParts } from '../../parts.ts';
import { changeOneDocument, tellDocumentAgain } from './change-one-document.ts';
import type { OwnHandler } from './handler.ts';
import { requireInReview, requireUnheld, unclaimed } from './may-review.ts';
import { requireColleague } from './require-colleague.ts';
import { unassigned } from './what-it-was.ts';

type Body = z.output<(typeof operations)['handOverDocument']['body']>;

/** A hint and no lock, so it is free to be claimed: by whom it was handed to, and by others. */
export function handOverDocument(parts: PipelineParts): OwnHandler<Body> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        const { caller, requestId, body } = call;
        requireInReview(before);
        requireUnheld(parts, call, before);
        await requireColleague(parts, before, body.to);
        const handedOver = nextDocument(parts, before, {
          ...unclaimed,
          ...unassigned,
          assignedTo: body.to,
          assignedBy: caller.sub,
          assignedAt: new Date(parts.now()).toISOString(),
          ...(body.note !== undefined && { assignedNote: body.note }),
        });
        return {
          next: handedOver,
          event: historyEvent(parts, {
            what: 'handed over',
            actor: caller.sub,
            batchId: before.batchId,
            run: before.run,
            requestId,
            ...(body.note !== undefined && { reason: body.note }),
            ...(before.assignedTo !== undefined && { before: { assignedTo: before.assignedTo } }),
            after: { assignedTo: body.to },
          }),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}
