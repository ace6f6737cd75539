import type { z } from 'zod';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../extraction/change-batch.ts';
import { createHistoryEvent } from '../extraction/stored-items.ts';
import type { DocumentItem } from '../extraction/item-shapes.ts';
import type { PipelineParts } from '../parts.ts';
import { keyOf } from '../extraction/keys.ts';
import { fromItem, toItem } from '../plain-items.ts';
import { ApiProblem, type OwnCall, type OwnHandler } from './call.ts';
import {
  changeOneDocument,
  tellDocumentAgain,
  toDocumentAnswer,
  requireReviewable,
  unclaimed,
  requireInReview,
  requireUnheld,
  unassigned,
  readOpinions,
  type Decision,
} from './document-changes.ts';

export function claimDocument(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, (before) => {
        requireReviewable(parts, call, before);
        return claimForCaller(parts, call, before);
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

export function claimForCaller(
  parts: PipelineParts,
  call: Pick<OwnCall, 'caller' | 'requestId'>,
  before: DocumentItem,
): Decision {
  const claimExpiresAt = new Date(parts.now() + claimMinutes * 60_000).toISOString();
  return claimChange(parts, call, before, 'claimed', { claimedBy: call.caller.sub, claimExpiresAt });
}

/** A claim can only be released by the person who holds it. */
export function releaseDocument(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, (before) => {
        if (before.claimedBy !== call.caller.sub) {
          const detail = 'Only who has claimed a document gives it back. Nothing was done.';
          throw new ApiProblem('not-claimed-by-you', detail, toDocumentAnswer(before));
        }
        return claimChange(parts, call, before, 'released', unclaimed);
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

function claimChange(
  parts: PipelineParts,
  { caller, requestId }: Pick<OwnCall, 'caller' | 'requestId'>,
  before: DocumentItem,
  what: 'claimed' | 'released',
  claim: Readonly<Record<'claimedBy' | 'claimExpiresAt', string | undefined>>,
): Decision {
  return {
    next: nextDocument(parts, before, claim),
    event: createHistoryEvent(parts, {
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
          event: createHistoryEvent(parts, {
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

/** Requires a reviewer of this tenant who has not decided this document yet, since it then needs a second person. */
async function requireColleague(parts: PipelineParts, document: DocumentItem, to: string): Promise<void> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.userInTenant(document.tenantId, to)),
      ConsistentRead: true,
    }),
  );
  const role = Item && fromItem(Item)['role'];
  if (role !== 'reviewer' && role !== 'admin') {
    const detail = `${to} is no reviewer of this tenant. Nothing was done; hand it to a reviewer.`;
    throw new ApiProblem('not-a-reviewer', detail, toDocumentAnswer(document));
  }
  if (readOpinions(document).some(({ by }) => by === to)) {
    const detail = `${to} has decided this document already, and it asks for another person. Nothing was done.`;
    throw new ApiProblem('not-a-reviewer', detail, toDocumentAnswer(document));
  }
}
