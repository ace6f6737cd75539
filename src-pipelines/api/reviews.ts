import type { z } from 'zod';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { correctedValue } from '#shared/domain/review/draft-rules.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../extraction/change-batch.ts';
import { createHistoryEvent } from '../extraction/stored-items.ts';
import type {
  BatchItem,
  DocumentItem,
  HistoryEvent,
  StoredFinding,
  Opinion,
  Undo,
} from '../extraction/item-shapes.ts';
import type { PipelineParts } from '../parts.ts';
import { findBatch } from '../extraction/read-items.ts';
import {
  changeOneDocument,
  tellDocumentAgain,
  requireReviewable,
  unclaimed,
  unassigned,
  undecided,
  saveForUndo,
  isOneOfTwo,
  readOpinions,
  findDifferingPlaces,
  toDocumentAnswer,
  restoreFromUndo,
  type Decision,
} from './document-changes.ts';
import {
  correct,
  keepForUndo,
  undoCorrections,
  readResults,
  readSchema,
  storeResults,
  makeRoom,
  type Corrected,
} from './corrections.ts';
import { countReview, takeBackCount, type CountedReview } from './count-corrections.ts';
import { ApiProblem, type OwnHandler, type OwnCall } from './call.ts';
import { judgeByCheck, judgeOpinions, requireCheckable, takeBackJudgements } from './judged-decisions.ts';
import { describeFindings, judgeDocuments, requireReason } from './enforce-rules.ts';

/** Decided at once; for a moment the reviewer may take it back, so what it was is kept with it. */
export function reviewDocument(parts: PipelineParts): OwnHandler<ReviewBody> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        requireReviewable(parts, call, before);
        const batch = await requireBatch(parts, before);
        const corrected = await correctResults(parts, call, before, batch);
        const isApproved = call.body.decision === 'approve';
        const judged = isApproved
          ? await judgeDocuments(parts, batch)(before, corrected?.results)
          : undefined;
        const { findings = [], isForTwo = false, invoice, isOnlyIfFirst = false } = judged ?? {};
        requireReason(findings, call.body.reason);
        const opinion = await giveOpinion(parts, call, before, { batch, isForTwo });
        if (opinion) return opinion;
        const read = judged && (corrected?.before ?? judged.results);
        const { counted, writes } = await countReview(parts, {
          before,
          batch,
          decision: call.body.decision,
          read,
          approved: judged?.results,
          workflow: judged?.workflow,
        });
        const decided = await applyDecision(parts, call, before, { corrected, findings, counted });
        return {
          batch,
          next: corrected ? await storeResults(parts, decided, corrected.results) : decided,
          also: [
            ...writes,
            ...(await judgeOpinions(parts, {
              before,
              batch,
              final: {
                by: call.caller.sub,
                at: decided.reviewedAt ?? '',
                decision: call.body.decision,
                corrections: call.body.corrections,
              },
            })),
          ],
          event: describeReview(parts, call, before, { corrected, findings }),
          invoice,
          isOnlyIfFirst,
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

async function correctResults(
  parts: PipelineParts,
  { body: { corrections } }: ReviewCall,
  document: DocumentItem,
  batch: BatchItem,
): Promise<Corrected | undefined> {
  if (corrections.length === 0) return undefined;
  const results = await readResults(parts, document);
  return correct(results, corrections, () => readSchema(parts, document, batch));
}

async function applyDecision(
  parts: PipelineParts,
  { caller, body: { decision } }: ReviewCall,
  before: DocumentItem,
  { corrected, findings, counted }: Decided & { readonly counted: CountedReview['counted'] },
): Promise<DocumentItem> {
  const now = parts.now();
  return nextDocument(parts, before, {
    ...unclaimed,
    ...unassigned,
    ...undecided,
    status: decision === 'approve' ? 'SUCCEEDED' : 'REJECTED',
    decision,
    ...(findings.length > 0 && { findings }),
    reviewedBy: caller.sub,
    reviewedAt: new Date(now).toISOString(),
    holdUntil: new Date(now + holdSeconds * 1_000).toISOString(),
    undo: {
      ...saveForUndo(before),
      ...(counted && { counted }),
      ...(corrected && (await keepForUndo(parts, before, corrected))),
    },
  });
}

function describeReview(
  parts: PipelineParts,
  { caller, body, requestId }: ReviewCall,
  { batchId, run, status }: DocumentItem,
  { corrected, findings }: Decided,
): HistoryEvent {
  return createHistoryEvent(parts, {
    what: body.decision === 'approve' ? 'approved' : 'rejected',
    actor: caller.sub,
    batchId,
    run,
    requestId,
    ...(body.reason !== undefined && { reason: body.reason }),
    before: { status, ...corrected?.was },
    after: {
      status: body.decision === 'approve' ? 'SUCCEEDED' : 'REJECTED',
      ...corrected?.is,
      ...describeFindings(findings),
    },
  });
}

interface Decided {
  readonly corrected: Corrected | undefined;
  /** The rules that the document breaks as it is approved. */
  readonly findings: readonly StoredFinding[];
}

type ReviewBody = z.output<(typeof operations)['reviewDocument']['body']>;
type ReviewCall = OwnCall<ReviewBody>;

/**
 * Stores the first opinion under four eyes or against a rule that asks for two people, or a second one that differs. Undefined means that this decision counts.
 * The passport shows that there is an opinion, but not which.
 */
async function giveOpinion(
  parts: PipelineParts,
  call: ReviewCall,
  before: DocumentItem,
  { batch, isForTwo }: { readonly batch: BatchItem; readonly isForTwo: boolean },
): Promise<Decision | undefined> {
  if (!isOneOfTwo(batch, before, isForTwo)) return undefined;
  const mine = readOpinion(parts, call);
  const [first] = readOpinions(before);
  if (!first) {
    const holdUntil = new Date(parts.now() + holdSeconds * 1_000).toISOString();
    return keepOpinion(parts, call, before, {
      what: 'first opinion',
      kept: { opinions: [mine], holdUntil, undo: saveForUndo(before) },
    });
  }
  const differs = findDifferingPlaces(first, mine, {
    results: await readResults(parts, before),
    schema: await readSchema(parts, before, batch),
  });
  if (differs.length === 0) return undefined;
  // There is no undo: a reviewer who knows that the opinions differ would not decide independently the second time.
  return keepOpinion(parts, call, before, {
    what: 'opinions differ',
    kept: { opinions: [first, mine], differs, holdUntil: undefined, undo: undefined },
  });
}

function readOpinion(parts: PipelineParts, { caller, body }: ReviewCall): Opinion {
  const { decision, corrections, reason } = body;
  const at = new Date(parts.now()).toISOString();
  const opinion = { by: caller.sub, at, decision, corrections, ...(reason !== undefined && { reason }) };
  if (new TextEncoder().encode(JSON.stringify(opinion)).length <= mostBytes) return opinion;
  throw new ApiProblem(
    'too-large',
    `The corrections of one person may have ${mostBytes} bytes until another has decided. Nothing was done.`,
  );
}

/** Two of them have to fit into an item. */
const mostBytes = 100_000;

async function keepOpinion(
  parts: PipelineParts,
  { caller, requestId }: ReviewCall,
  before: DocumentItem,
  {
    what,
    kept,
  }: {
    readonly what: 'first opinion' | 'opinions differ';
    readonly kept: Pick<Parameters<typeof nextDocument>[2], 'opinions' | 'differs' | 'holdUntil' | 'undo'>;
  },
): Promise<Decision> {
  const { batchId, run } = before;
  return {
    next: await makeRoom(parts, nextDocument(parts, before, { ...unclaimed, ...unassigned, ...kept })),
    event: createHistoryEvent(parts, { what, actor: caller.sub, batchId, run, requestId }),
  };
}

/** A decision or the first opinion of two: by whom it was made, while the hold is open. */
export function undoReview(parts: PipelineParts): OwnHandler {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        const { undo } = before;
        requireOwnReview(parts, call, before);
        const was = restoreFromUndo(before);
        const undone = { ...nextDocument(parts, before, { ...undecided, ...was }), ...was };
        return {
          next: await restoreResults(parts, undone, undo),
          event: createHistoryEvent(parts, {
            what: 'undone',
            actor: call.caller.sub,
            batchId: before.batchId,
            run: before.run,
            requestId: call.requestId,
            before: { status: before.status },
            after: { status: undone.status },
          }),
          also: [...takeBackJudgements(parts, before), ...(await takeBackCount(parts, before))],
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

async function restoreResults(
  parts: PipelineParts,
  document: DocumentItem,
  undo: Undo | undefined,
): Promise<DocumentItem> {
  if (undo?.resultsAt) {
    const { fields: _, lineItems: __, checks: ___, ...rest } = document;
    return { ...rest, resultsAt: undo.resultsAt };
  }
  if (!undo?.fields && !undo?.lines && !undo?.lineItems) return document;
  return storeResults(parts, document, undoCorrections(await readResults(parts, document), undo));
}

function requireOwnReview(parts: PipelineParts, { caller }: OwnCall, document: DocumentItem): void {
  const { reviewedBy = readOpinions(document).at(-1)?.by, holdUntil, undo } = document;
  if (reviewedBy !== caller.sub) {
    const detail = 'Only who has decided a document can take that back. Nothing was done.';
    throw new ApiProblem('not-your-review', detail, toDocumentAnswer(document));
  }
  if (!undo || holdUntil === undefined || !(Date.parse(holdUntil) > parts.now())) {
    const detail =
      document.status === 'REVIEW_REQUIRED'
        ? 'The first of two opinions can be taken back for a few seconds only, and a second one that differs not at all. Nothing was done; others will decide.'
        : 'A review can be taken back for a few seconds only. Nothing was done; reprocess the document.';
    throw new ApiProblem('hold-over', detail, toDocumentAnswer(document));
  }
}

type Body = z.output<(typeof operations)['checkDocument']['body']>;

/** Notes what should have been read, and changes no value: the customer has them by now. */
export function checkDocument(parts: PipelineParts): OwnHandler<Body> {
  return {
    run: (call) =>
      changeOneDocument(parts, call, async (before) => {
        const { caller, requestId, body } = call;
        requireCheckable(parts, call, before);
        const { was, is } = await correct(await readResults(parts, before), body.corrections, () =>
          readSchema(parts, before),
        );
        const at = new Date(parts.now()).toISOString();
        const found = body.corrections.map((one) => [one.field, correctedValue(one)]);
        const checked = nextDocument(parts, before, {
          checkedBy: caller.sub,
          checkedAt: at,
          found: Object.fromEntries(found) as Readonly<Record<string, string>>,
        });
        return {
          next: await makeRoom(parts, checked),
          event: createHistoryEvent(parts, {
            what: 'checked',
            actor: caller.sub,
            batchId: before.batchId,
            run: before.run,
            requestId,
            ...(body.corrections.length > 0 && { before: was, after: is }),
          }),
          also: judgeByCheck(parts, call, before, { at, wrong: body.corrections.length }),
        };
      }),
    tellAgain: (call, kept) => tellDocumentAgain(parts, call, kept),
  };
}

/** The batch says how many people have to decide a document, so no decision is taken without it. */
async function requireBatch(parts: PipelineParts, { batchId, tenantId }: DocumentItem): Promise<BatchItem> {
  const batch = await findBatch(parts, batchId, tenantId);
  if (batch) return batch;
  throw new ApiProblem('try-again', `The batch ${batchId} is not to be found just now. Nothing was done.`);
}
