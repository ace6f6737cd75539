import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { BatchItem, DocumentItem, JudgedDecision, Opinion } from '../extraction/item-shapes.ts';
import { putJudged } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { ApiProblem, type OwnCall } from './call.ts';
import { readResults, readSchema } from './corrections.ts';
import { findDifferingPlaces, readOpinions, toDocumentAnswer } from './document-changes.ts';

/**
 * Returns what a decision under four eyes says about the opinions before it. A second person who agrees finds the first
 * right, and the other way around. A third person sees both, and each is compared with what that person decides.
 */
export async function judgeOpinions(
  parts: PipelineParts,
  {
    before,
    batch,
    final,
  }: { readonly before: DocumentItem; readonly batch: BatchItem; readonly final: Omit<Opinion, 'reason'> },
): Promise<readonly TransactWriteItem[]> {
  const opinions = readOpinions(before);
  const [first] = opinions;
  if (first === undefined) return [];
  const of = { document: before, at: final.at };
  if (opinions.length === 1) {
    return [
      putJudged(parts, judged(of, first.by, { how: 'same decision', judgedBy: final.by, wrong: 0 })),
      putJudged(parts, judged(of, final.by, { how: 'same decision', judgedBy: first.by, wrong: 0 })),
    ];
  }
  const known = { results: await readResults(parts, before), schema: await readSchema(parts, before, batch) };
  return opinions.map((opinion) => {
    const wrong = findDifferingPlaces(opinion, final, known).length;
    return putJudged(parts, judged(of, opinion.by, { how: 'third person', judgedBy: final.by, wrong }));
  });
}

/** Marks the judgements of a decision that is taken back. */
export function takeBackJudgements(
  parts: PipelineParts,
  decided: DocumentItem,
): readonly TransactWriteItem[] {
  const { undo, reviewedBy, reviewedAt } = decided;
  const opinions = readOpinions(undo ?? {});
  if (reviewedBy === undefined || reviewedAt === undefined || opinions.length === 0) return [];
  const people =
    opinions.length === 1 ? [...opinions.map(({ by }) => by), reviewedBy] : opinions.map(({ by }) => by);
  const how = opinions.length === 1 ? 'same decision' : 'third person';
  return people.map((personId) =>
    putJudged(parts, {
      ...judged({ document: decided, at: reviewedAt }, personId, { how, judgedBy: reviewedBy, wrong: 0 }),
      isTakenBack: true,
    }),
  );
}

/** Returns what a check of quality says about those who approved the document; nothing where no person did. */
export function judgeByCheck(
  parts: PipelineParts,
  { caller }: Pick<OwnCall, 'caller'>,
  document: DocumentItem,
  { at, wrong }: Pick<JudgedDecision, 'at' | 'wrong'>,
): readonly TransactWriteItem[] {
  return listApprovers(document).map((personId) =>
    putJudged(
      parts,
      judged({ document, at }, personId, { how: 'quality check', judgedBy: caller.sub, wrong }),
    ),
  );
}

/**
 * A check is for an accepted document that no check has looked at yet. Where people have accepted it, another person
 * checks it, once they can no longer take it back.
 */
export function requireCheckable(
  parts: PipelineParts,
  { caller }: Pick<OwnCall, 'caller'>,
  document: DocumentItem,
): void {
  const { status, decision, reviewedBy, checkedBy, holdUntil, undo } = document;
  const refuse = (
    code: 'not-accepted-unseen' | 'not-twice-by-you' | 'already-checked',
    detail: string,
  ): never => {
    throw new ApiProblem(code, `${detail} Nothing was done.`, toDocumentAnswer(document));
  };
  if (status !== 'SUCCEEDED' || (reviewedBy !== undefined && decision !== 'approve')) {
    refuse('not-accepted-unseen', 'A check of quality is for a document that was accepted.');
  }
  if (reviewedBy !== undefined && holdUntil !== undefined && Date.parse(holdUntil) > parts.now()) {
    refuse('not-accepted-unseen', 'Its decision can still be taken back. Check it a little later.');
  }
  const decidedBy = [reviewedBy, ...readOpinions(undo ?? {}).map(({ by }) => by)];
  if (decidedBy.includes(caller.sub)) {
    refuse('not-twice-by-you', 'You have decided this document, so another person checks it.');
  }
  if (checkedBy !== undefined) refuse('already-checked', `${checkedBy} has checked the document already.`);
}

/** Two people have approved it where a second one agreed. Where a third decided, only that decision counts. */
function listApprovers({ reviewedBy, undo }: DocumentItem): readonly string[] {
  if (reviewedBy === undefined) return [];
  const opinions = readOpinions(undo ?? {});
  const [first] = opinions;
  return opinions.length === 1 && first !== undefined ? [first.by, reviewedBy] : [reviewedBy];
}

function judged(
  { document, at }: { readonly document: DocumentItem; readonly at: string },
  personId: string,
  found: Pick<JudgedDecision, 'how' | 'judgedBy' | 'wrong'>,
): JudgedDecision {
  const { tenantId, batchId, documentId } = document;
  return { tenantId, personId, at, batchId, documentId, ...found };
}
