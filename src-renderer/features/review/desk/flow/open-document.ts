import type { Draft } from '#shared/contract/review/decisions.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import type { Failure } from '#shared/contract/result.ts';
import { placesToDecide, undecided } from '#shared/domain/review/draft-rules.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { Place } from '#shared/domain/review/places.ts';
import type { Claim } from './claim-keeping.ts';
import type { Sent } from './sent-decisions.ts';

/** What is on the desk. */
export interface OpenDocument {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  /** Undefined until it is read. */
  readonly document: ReviewDocument | undefined;
  readonly failure: Failure | undefined;
  readonly edits: Edits;
  readonly comment: string;
  /** Of the decision that this becomes. */
  readonly intentKey: string;
  readonly focused: Place | null;
  readonly claim: Claim;
  /** Somebody was faster; theirs is the document as it is now. */
  readonly race: { readonly mine: ReviewDocument; readonly theirs: ReviewDocument } | null;
  /** Why it is here again. */
  readonly notice: string | null;
  /** So many places nobody has looked at, and the person was told: once more approves them as they stand. */
  readonly told: number;
}

export function opened(key: ReviewKey, fileName: string | null, intentKey: string): OpenDocument {
  return {
    key,
    fileName,
    document: undefined,
    failure: undefined,
    edits: {},
    comment: '',
    intentKey,
    focused: null,
    claim: { kind: 'none' },
    race: null,
    notice: null,
    told: 0,
  };
}

/** Read: with what was typed of it before, where that was typed of the same values. */
export function withDocument(
  open: OpenDocument,
  document: ReviewDocument,
  draft: Draft | undefined,
  mode: ReviewMode,
): OpenDocument {
  const read = { ...open, document, failure: undefined, fileName: document.fileName ?? open.fileName };
  if (draft === undefined) return { ...read, focused: firstPlace(document, open.edits, mode) };
  const edits = { ...draft.edits, ...open.edits };
  const comment = open.comment === '' ? draft.comment : open.comment;
  const restored = { ...read, edits, comment, intentKey: draft.intentKey };
  return isOfThese(draft, document, mode)
    ? { ...restored, focused: firstPlace(document, edits, mode) }
    : { ...restored, race: { mine: { ...document, version: draft.version }, theirs: document } };
}

export function firstPlace(document: ReviewDocument, edits: Edits, mode: ReviewMode): Place | null {
  return undecided(document, edits, mode)[0] ?? placesToDecide(document, mode)[0] ?? null;
}

/** The next that needs a person, from the focused one on; the last one stays. */
export function nextPlace({ document, edits, focused }: OpenDocument, mode: ReviewMode): Place | null {
  if (document === undefined) return focused;
  const places = placesToDecide(document, mode);
  const left = new Set(undecided(document, edits, mode));
  const from = focused === null ? -1 : places.indexOf(focused);
  const later = places.slice(from + 1).find((place) => left.has(place));
  return later ?? places.find((place) => place !== focused && left.has(place)) ?? focused;
}

export function waits({ status, reviewedBy }: ReviewDocument, mode: ReviewMode): boolean {
  return mode === 'review' ? status === 'REVIEW_REQUIRED' : status === 'SUCCEEDED' && reviewedBy === null;
}

/** Why nothing can be changed, as a sentence; null where it can. `sent`: what of it is on its way. */
export function whyNot(open: OpenDocument, sent: Sent | undefined, mode: ReviewMode): string | null {
  const { document, claim } = open;
  if (document === undefined) return 'It is being read.';
  if (sent?.phase === 'sending' || sent?.phase === 'undoing') return 'It is on its way.';
  if (sent?.stuck?.kind === 'unclear') return 'It was sent and no certain answer has come. Ask again first.';
  if (document.whyNot !== null) return document.whyNot;
  if (!waits(document, mode)) {
    return mode === 'review' ? 'It no longer waits for review.' : 'It was seen by a person already.';
  }
  if (claim.kind === 'held') return 'Somebody else is working on it.';
  return claim.kind === 'refused' ? claim.message : null;
}

/**
 * Every claim raises the version, so that alone says nothing. Values change by another run, which begins to wait
 * later, or by a decision, after which nothing waits.
 */
export function isOfThese({ version, savedAt }: Draft, document: ReviewDocument, mode: ReviewMode): boolean {
  if (!waits(document, mode)) return false;
  if (version === document.version || document.waitingSince === null) return true;
  return Date.parse(savedAt) >= Date.parse(document.waitingSince);
}
