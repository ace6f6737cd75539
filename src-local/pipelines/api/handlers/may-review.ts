import type { DocumentItem } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { documentAnswer } from './document-answer.ts';
import type { OwnCall } from './handler.ts';
import { opinionsOf } from './second-opinion.ts';

type ToOne = Pick<OwnCall, 'caller'>;

/** It waits for somebody, nobody else is at it, and it is not decided by one person twice. */
export function requireReviewable(parts: PipelineParts, call: ToOne, document: DocumentItem): void {
  requireInReview(document);
  if (opinionsOf(document).some(({ by }) => by === call.caller.sub)) {
    const detail =
      'You have decided this document already, and it asks for another person. Nothing was done; take another document.';
    throw new ApiProblem('not-twice-by-you', detail, documentAnswer(document));
  }
  requireUnheld(parts, call, document);
}

export function requireInReview(document: DocumentItem): void {
  const { status } = document as Partial<DocumentItem>;
  if (status === 'REVIEW_REQUIRED') return;
  const detail = `The document is ${status ?? 'in no status'}; only one that is REVIEW_REQUIRED waits for review. Nothing was done.`;
  throw new ApiProblem('not-in-review', detail, documentAnswer(document));
}

/** Nobody else is at it. */
export function requireUnheld(parts: PipelineParts, { caller }: ToOne, document: DocumentItem): void {
  const { claimedBy, claimExpiresAt } = document;
  if (claimedBy === undefined || claimedBy === caller.sub) return;
  // What is no time, as in what was imported by hand, would hold it for ever.
  if (claimExpiresAt === undefined || !(Date.parse(claimExpiresAt) > parts.now())) return;
  const detail = `${claimedBy} holds the document until ${claimExpiresAt}. Nothing was done; take another, or wait.`;
  throw new ApiProblem('claimed-by-another', detail, documentAnswer(document));
}

export const unclaimed = { claimedBy: undefined, claimExpiresAt: undefined };
