import type { z } from 'zod';
import { lowScoreCode } from '#shared/domain/statuses.ts';
import type { operations, SettleOutcome } from '#shared/pipeline-api/operations.ts';
import { changeBatch, nextDocument, type DocumentChange } from '../extraction/change-batch.ts';
import type { BatchItem, DocumentItem, StoredFinding } from '../extraction/item-shapes.ts';
import { getBatch } from '../extraction/read-items.ts';
import { createHistoryEvent } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import {
  ApiProblem,
  commit,
  KeyTaken,
  notFound,
  requireTenant,
  type OwnCall,
  type OwnHandler,
} from './call.ts';
import { makeRoomTogether } from './corrections.ts';
import { describeFindings, judgeDocuments } from './enforce-rules.ts';
import { getDocuments } from './reprocess-documents.ts';

type Body = z.output<(typeof operations)['sendToReview']['body']>;
type Call = OwnCall<Body>;

/** Documents wait in review, with their results as they were read. */
export function sendToReview(parts: PipelineParts): OwnHandler<Body> {
  return settle(parts, (call) => (before) => ({
    outcome: 'sent to review',
    change: { before, ...toReview(parts, call, before) },
  }));
}

/**
 * Documents are accepted as they were read. Under four eyes this is the first opinion of two: the document waits in
 * review, and its passport does not say which opinion it was.
 */
export function acceptDocuments(
  parts: PipelineParts,
): OwnHandler<z.output<(typeof operations)['acceptDocuments']['body']>> {
  return settle(parts, (call, batch) => {
    const judge = judgeDocuments(parts, batch);
    return async (before) => {
      // The reason that a plan asks for is one for every rule that these documents break.
      const { findings, isForTwo, invoice, isOnlyIfFirst } = await judge(before);
      if (batch.secondReview === 'blind' || isForTwo) {
        const change = { before, ...withFirstOpinion(parts, call, before) };
        return { outcome: 'waits for a second person', change };
      }
      const change = { before, ...accepted(parts, call, before, findings), invoice, isOnlyIfFirst };
      return { outcome: 'accepted', change };
    };
  });
}

interface Settled {
  readonly outcome: SettleOutcome;
  readonly change: DocumentChange;
}

/** All documents, their batch and the answer change together, so a call that is sent again changes nothing twice. */
function settle(
  parts: PipelineParts,
  decideIn: (call: Call, batch: BatchItem) => (before: DocumentItem) => Settled | Promise<Settled>,
): OwnHandler<Body> {
  return {
    async run(call) {
      const { tenantId = '', projectId = '', batchId = '' } = call.params;
      requireTenant(call.caller, tenantId, 'batch');
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const batch = await getBatch(parts, { tenantId, projectId, batchId });
        if (!batch) throw notFound('batch');
        const ids = [...new Set(call.body.documents.map(({ documentId }) => documentId))];
        const documents = await getDocuments(parts, batch, ids);
        const decide = decideIn(call, batch);
        const outcomes = new Map<string, SettleOutcome>();
        const changes: DocumentChange[] = [];
        for (const { documentId, version } of call.body.documents) {
          if (outcomes.has(documentId)) continue;
          const before = documents.get(documentId);
          const refused = before ? whyNotSettled(before, version) : 'not found';
          // One after another, because two of them may be the same invoice.
          const settled = before && refused === undefined ? await decide(before) : undefined;
          outcomes.set(documentId, settled?.outcome ?? refused ?? 'not found');
          if (settled) changes.push(settled.change);
        }
        const answer = {
          status: 200,
          body: {
            documents: ids.map((documentId) => ({
              documentId,
              outcome: outcomes.get(documentId) ?? 'not found',
            })),
          },
        };
        if (changes.length === 0) {
          await commit(parts, [], call.remembered(answer));
          return answer;
        }
        const also = [call.remembered(answer)];
        const together = await makeRoomTogether(parts, changes);
        const outcome = await changeBatch(parts, batch, { documents: together, also });
        if (outcome === 'done') return answer;
        if (outcome === 'refused') throw new KeyTaken();
        await parts.pause(attempt);
      }
      throw new ApiProblem(
        'try-again',
        'Others keep changing these documents. Nothing was done; look again.',
      );
    },
  };
}

const mostAttempts = 10;

/** An item that was imported by hand may lack any of it. */
function whyNotSettled(document: DocumentItem, version: number): SettleOutcome | undefined {
  const { status, error, score, fields, resultsAt, version: now = 0 } = document as Partial<DocumentItem>;
  if (now !== version) return 'changed since';
  if (status !== 'FAILED') return 'not failed';
  if (error?.code !== lowScoreCode || typeof score !== 'number') return 'failed otherwise';
  return fields === undefined && resultsAt === undefined ? 'no results' : undefined;
}

type Next = Pick<DocumentChange, 'next' | 'event'>;

function toReview(parts: PipelineParts, call: Call, before: DocumentItem): Next {
  return {
    next: nextDocument(parts, before, { status: 'REVIEW_REQUIRED', error: undefined }),
    event: describe(parts, call, before, { what: 'sent to review', status: 'REVIEW_REQUIRED' }),
  };
}

function withFirstOpinion(parts: PipelineParts, call: Call, before: DocumentItem): Next {
  const { caller, body } = call;
  const opinion = {
    by: caller.sub,
    at: new Date(parts.now()).toISOString(),
    decision: 'approve' as const,
    corrections: [],
    ...(body.reason !== undefined && { reason: body.reason }),
  };
  const { reason: _reason, ...event } = describe(parts, call, before, {
    what: 'first opinion',
    status: 'REVIEW_REQUIRED',
  });
  return {
    next: nextDocument(parts, before, {
      status: 'REVIEW_REQUIRED',
      error: undefined,
      opinions: [opinion],
    }),
    event,
  };
}

/** There is no moment to undo it, because it was confirmed in a plan. */
function accepted(
  parts: PipelineParts,
  call: Call,
  before: DocumentItem,
  findings: readonly StoredFinding[],
): Next {
  return {
    next: nextDocument(parts, before, {
      status: 'SUCCEEDED',
      error: undefined,
      decision: 'approve',
      ...(findings.length > 0 && { findings }),
      reviewedBy: call.caller.sub,
      reviewedAt: new Date(parts.now()).toISOString(),
    }),
    event: describe(parts, call, before, {
      what: 'accepted',
      status: 'SUCCEEDED',
      against: describeFindings(findings),
    }),
  };
}

function describe(
  parts: PipelineParts,
  { caller, body, requestId }: Call,
  { batchId, run, score = 0 }: DocumentItem,
  {
    what,
    status,
    against = {},
  }: {
    readonly what: string;
    readonly status: DocumentItem['status'];
    readonly against?: Readonly<Record<string, string>>;
  },
) {
  return createHistoryEvent(parts, {
    what,
    actor: caller.sub,
    batchId,
    run,
    requestId,
    ...(body.reason !== undefined && { reason: body.reason }),
    before: { status: 'FAILED', code: lowScoreCode, score },
    after: { status, ...against },
  });
}
