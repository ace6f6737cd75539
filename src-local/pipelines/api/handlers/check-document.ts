import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { DocumentItem } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { changeOneDocument, tellDocumentAgain } from './change-one-document.ts';
import { correct } from './correct.ts';
import { documentAnswer } from './document-answer.ts';
import type { OwnHandler } from './handler.ts';
import { readResults, schemaOf, withRoom } from './results.ts';

type Body = z.output<(typeof operations)['checkDocument']['body']>;

/** Notes what should have been read, and changes no value: the customer has them by now. */
export function checkDocument(parts: PipelineParts): OwnHandler<Body> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        const { caller, requestId, body } = call;
        requireUnchecked(before);
        const { was, is } = await correct(await readResults(parts, before), body.corrections, () =>
          schemaOf(parts, before),
        );
        const found = body.corrections.map((one) => [one.field, 'value' in one ? one.value : '']);
        const checked = nextDocument(parts, before, {
          checkedBy: caller.sub,
          checkedAt: new Date(parts.now()).toISOString(),
          found: Object.fromEntries(found) as Readonly<Record<string, string>>,
        });
        return {
          next: await withRoom(parts, checked),
          event: historyEvent(parts, {
            what: 'checked',
            actor: caller.sub,
            batchId: before.batchId,
            run: before.run,
            requestId,
            ...(body.corrections.length > 0 && { before: was, after: is }),
          }),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

function requireUnchecked(document: DocumentItem): void {
  const { status, reviewedBy, checkedBy } = document;
  if (status !== 'SUCCEEDED' || reviewedBy !== undefined) {
    const detail =
      'A check of quality is for a document that was accepted without a person. Nothing was done.';
    throw new ApiProblem('not-accepted-unseen', detail, documentAnswer(document));
  }
  if (checkedBy === undefined) return;
  const detail = `${checkedBy} has checked the document already. Nothing was done; take another.`;
  throw new ApiProblem('already-checked', detail, documentAnswer(document));
}
