import type { Failure } from '#shared/contract/result.ts';
import type { Draft, Edit, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import {
  arrangeLines,
  placesToDecide,
  undecided,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { messages } from '../../messages.ts';
import { createClaimKeeping, type Claim, type HeldDocument } from './claim-keeping.ts';
import { pickKey } from './flow-state.ts';
import { makeDraft, hasSameContent, type DraftStore } from './draft-store.ts';
import { createEarlierLookup } from './earlier-lookup.ts';
import type { Lanes, ReviewPort } from './review-port.ts';
import type { Sent } from './sent-decisions.ts';

/** Describes why a document that was sent before is open again. */
export interface ReturnReason {
  readonly notice: string | null;
  /** The document that the decision was made on, if it has changed since. */
  readonly base: ReviewDocument | null;
}

export interface OpenDesk {
  readonly now: () => OpenDocument | undefined;
  /** `isOffered`: the desk has chosen the document, so it may be left again if another person has it. */
  readonly open: (
    key: ReviewKey,
    fileName: string | null,
    came: ReturnReason | undefined,
    isOffered: boolean,
  ) => void;
  readonly readFailed: (failure: Failure) => void;
  readonly show: (document: ReviewDocument) => void;
  /** Applies the saved drafts once they are loaded. Edits made since then win. */
  readonly restore: () => void;
  /** Loads drafts again, and takes that of the open document, unless something was typed here since the first time. */
  readonly takeLate: (loaded: readonly Draft[]) => void;
  /** Closes the document: saves the draft, and releases the claim unless the document was decided. */
  readonly close: () => void;
  readonly edit: (place: Place, edit: Edit | null) => void;
  readonly replaceEdits: (edits: Edits) => void;
  readonly comment: (text: string) => void;
  readonly focus: (place: Place | null) => void;
  readonly focusNext: () => void;
  readonly tell: (places: readonly Place[]) => void;
  readonly keepMine: (edits: Edits) => void;
  readonly tryClaim: () => void;
  readonly touched: () => void;
  /** Returns the draft to send, or undefined while nothing is read. */
  readonly draft: (sent: Draft['sent']) => { readonly hand: HeldDocument; readonly draft: Draft } | undefined;
}

interface Needs {
  readonly port: ReviewPort;
  readonly mode: ReviewMode;
  readonly lanes: Lanes;
  readonly drafts: DraftStore;
  readonly isActive: (withinMs: number) => boolean;
  readonly changed: () => void;
  /** Called when only the focus has moved, so that only the fields are redrawn. */
  readonly focusChanged: () => void;
  /** Returns until when the document is held that was handed out; undefined where it has to be claimed. */
  readonly heldUntil: (key: ReviewKey, version: number) => number | undefined;
  /** Called when the desk has chosen a document that another person holds or has decided. */
  readonly onTaken: (taken: Taken) => void;
  /** Called when the saved draft had been sent and its outcome is unknown. */
  readonly onSentBefore: (draft: Draft, document: ReviewDocument, hand: HeldDocument) => void;
}

/** A document that was lost to another person before this one did anything with it. */
export interface Taken {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  readonly by: string | null;
  /** The decision and its time; null while it is only held. */
  readonly decided: { readonly decision: ReviewDocument['decision']; readonly at: string | null } | null;
}

/** A claim that finds a changed document is repeated on it, at most this often. */
const mostTries = 3;

export function openDesk(needs: Needs): OpenDesk {
  const { port, mode, lanes, drafts, isActive, onSentBefore } = needs;
  let open: OpenDocument | undefined;
  let hand: HeldDocument | undefined;
  let came: ReturnReason | undefined;
  let tries = 0;
  /** True once the key was sent with other content, so that further changes need a key of their own. */
  let isSpent = false;
  let isOffered = false;
  const claims = createClaimKeeping({
    port,
    lanes,
    isActive,
    onOther,
    onHeld: (by) => leaveTaken(by, null),
    changed: () => set({ claim: claims.claim() }),
  });

  const earlier = createEarlierLookup({ port, now: () => open, onFound: (document) => set({ document }) });

  function changed(): void {
    needs.changed();
    earlier.follow();
  }

  function set(next: Partial<OpenDocument>): void {
    if (open !== undefined) open = { ...open, ...next };
    changed();
  }

  function focus(focused: Place | null): void {
    if (open === undefined || open.focused === focused) return;
    open = { ...open, focused };
    needs.focusChanged();
  }

  function take(document: ReviewDocument): void {
    hand = toHeldDocument(document);
    if (mode === 'check' || document.whyNot !== null || !isWaiting(document, mode)) return;
    tries += 1;
    const until = needs.heldUntil(hand.key, hand.version);
    if (until === undefined) claims.take(hand);
    else claims.holdUntil(hand, until);
  }

  /** Tells that another person has it, if the desk had chosen it and nothing was typed. */
  function leaveTaken(by: string | null, decided: Taken['decided']): boolean {
    if (open === undefined || !isOffered || !isUntouched(open)) return false;
    isOffered = false;
    const { key, fileName } = open;
    needs.onTaken({ key, fileName, by, decided });
    return true;
  }

  function show(document: ReviewDocument): void {
    if (open === undefined) return;
    const base = came?.base ?? null;
    open = addDocument(open, document, drafts.get(open.key), mode);
    if (base !== null && !hasSameContent(base, document))
      open = { ...open, race: { mine: base, theirs: document } };
    came = undefined;
    if (open.race === null && isDecidedByOther(document, mode)) {
      const { reviewedBy, decision, reviewedAt: at } = document;
      if (leaveTaken(reviewedBy, { decision, at })) return;
    }
    hand = toHeldDocument(document);
    if (!resumeSent(document) && open.race === null) take(document);
    noteLost();
    changed();
  }

  /**
   * A draft that was sent keeps its edits even if the document has changed, because the same decision is asked for
   * again.
   */
  function resumeSent(document: ReviewDocument): boolean {
    const draft = open && drafts.get(open.key);
    if (open === undefined || hand === undefined || draft === undefined || draft.sent === null) return false;
    isSpent = true;
    open = { ...open, race: null };
    onSentBefore(draft, document, hand);
    return true;
  }

  /** The claim found a changed document. Without edits of this user it is simply shown as it is now. */
  function onOther(theirs: ReviewDocument): void {
    if (open?.document === undefined) return;
    const { document: mine, edits } = open;
    const isChanged = !hasSameContent(mine, theirs);
    if (isChanged && !isUntouched(open)) {
      set({ race: { mine, theirs } });
      return noteLost();
    }
    if (isDecidedByOther(theirs, mode)) {
      if (leaveTaken(theirs.reviewedBy, { decision: theirs.decision, at: theirs.reviewedAt })) return;
    }
    const focused = hasSameContent(mine, theirs) ? open.focused : findFirstPlace(theirs, edits, mode);
    set({ document: theirs, focused });
    if (tries < mostTries) take(theirs);
  }

  /** The draft for a document that another person has decided is kept for a while only. */
  function noteLost(): void {
    if (open?.race === null || open === undefined || !isDecidedByOther(open.race.theirs, mode)) return;
    const draft = drafts.get(open.key);
    const lostAt = draft?.lostAt ?? new Date(port.now()).toISOString();
    open = { ...open, lostAt };
    if (draft !== undefined && draft.lostAt === undefined) drafts.put({ ...draft, lostAt });
  }

  function keep(): void {
    if (open === undefined || hand === undefined) return;
    const { edits, comment, intentKey, fileName } = open;
    if (isUntouched(open)) drafts.drop(open.key);
    else drafts.put(makeDraft(hand, { edits, comment, intentKey, fileName, sent: null }, port.now()));
  }

  function typed(next: Partial<OpenDocument>): void {
    const intentKey = isSpent ? port.newKey() : (open?.intentKey ?? '');
    isSpent = false;
    set({ ...next, intentKey, warned: 0 });
    keep();
  }

  return {
    now: () => open,
    open(key, fileName, cameBack, isChosenHere) {
      open = { ...opened(pickKey(key), fileName, port.newKey()), notice: cameBack?.notice ?? null };
      hand = undefined;
      came = cameBack;
      tries = 0;
      isSpent = cameBack !== undefined;
      isOffered = isChosenHere;
      changed();
    },
    readFailed: (failure) => set({ failure }),
    show,
    restore() {
      const document = open?.document;
      const draft = open && drafts.get(open.key);
      if (open === undefined || document === undefined || draft === undefined) return;
      if (draft.intentKey === open.intentKey) return;
      open = addDocument(open, document, draft, mode);
      if (resumeSent(document) || open.race !== null) claims.leave();
      changed();
    },
    takeLate(loaded) {
      const before = open && drafts.get(open.key);
      drafts.load(loaded);
      const draft = open && drafts.get(open.key);
      if (open === undefined || draft === undefined || draft === before) return;
      // Edits from before the claim is answered are in no draft yet.
      const isAsLoaded = JSON.stringify(open.edits) === JSON.stringify(before?.edits ?? {});
      if (isAsLoaded && open.comment === (before?.comment ?? '')) {
        set({ edits: draft.edits, comment: draft.comment, intentKey: draft.intentKey });
      }
    },
    close() {
      if (open !== undefined) void drafts.flush(open.key);
      claims.leave();
      open = undefined;
      hand = undefined;
      earlier.follow();
    },
    edit(place, edit) {
      if (open === undefined) return;
      const { [place]: _before, ...others } = open.edits;
      typed({ edits: edit === null ? others : { ...others, [place]: edit } });
    },
    replaceEdits: (edits) => typed({ edits }),
    comment: (text) => typed({ comment: text }),
    focus,
    focusNext: () => open && focus(findNextPlace(open, mode)),
    tell: (places) =>
      set({ warned: Math.max(1, places.length), focused: places[0] ?? open?.focused ?? null }),
    keepMine(edits) {
      const theirs = open?.race?.theirs;
      if (theirs === undefined) return;
      set({
        document: theirs,
        race: null,
        edits,
        notice: null,
        intentKey: port.newKey(),
        focused: findFirstPlace(theirs, edits, mode),
        warned: 0,
      });
      isSpent = false;
      tries = 0;
      take(theirs);
      keep();
    },
    tryClaim: () => claims.tryAgain(),
    touched: () => claims.touched(),
    draft(sent) {
      if (open === undefined || hand === undefined) return undefined;
      const { edits, comment, intentKey, fileName } = open;
      return { hand, draft: makeDraft(hand, { edits, comment, intentKey, fileName, sent }, port.now()) };
    },
  };
}

function isUntouched({ edits, comment }: OpenDocument): boolean {
  return Object.keys(edits).length === 0 && comment === '';
}

function isDecidedByOther(document: ReviewDocument, mode: ReviewMode): boolean {
  return mode === 'review' && document.status !== 'REVIEW_REQUIRED';
}

export function toHeldDocument(document: ReviewDocument): HeldDocument {
  return { key: pickKey(document), version: document.version, claimed: false, decided: false, left: false };
}

/** The document on the desk. */
export interface OpenDocument {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  /** Undefined until the document is read. */
  readonly document: ReviewDocument | undefined;
  readonly failure: Failure | undefined;
  readonly edits: Edits;
  readonly comment: string;
  /** The key of the decision that this draft will become. */
  readonly intentKey: string;
  readonly focused: Place | null;
  readonly claim: Claim;
  /** Set when another reviewer was faster; `theirs` is the document as it is now. */
  readonly race: { readonly mine: ReviewDocument; readonly theirs: ReviewDocument } | null;
  /** The time at which the user was told that another reviewer had decided; null where they have not. */
  readonly lostAt: string | null;
  /** The reason why the document is open again. */
  readonly notice: string | null;
  /** How many places the user was warned about. The next approval leaves them unchanged. */
  readonly warned: number;
}

function opened(key: ReviewKey, fileName: string | null, intentKey: string): OpenDocument {
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
    lostAt: null,
    notice: null,
    warned: 0,
  };
}

/** Adds the document with its saved edits, provided that they were made on the same values. */
function addDocument(
  open: OpenDocument,
  document: ReviewDocument,
  draft: Draft | undefined,
  mode: ReviewMode,
): OpenDocument {
  const read = { ...open, document, failure: undefined, fileName: document.fileName ?? open.fileName };
  if (draft === undefined) return { ...read, focused: findFirstPlace(document, open.edits, mode) };
  const edits = { ...draft.edits, ...open.edits };
  const comment = open.comment === '' ? draft.comment : open.comment;
  const restored = { ...read, edits, comment, intentKey: draft.intentKey };
  return isOfThese(draft, document, mode)
    ? { ...restored, focused: findFirstPlace(document, edits, mode) }
    : { ...restored, race: { mine: { ...document, version: draft.version }, theirs: document } };
}

function findFirstPlace(document: ReviewDocument, edits: Edits, mode: ReviewMode): Place | null {
  return (
    undecided(document, edits, mode)[0] ?? placesToDecide(arrangeLines(document, edits), mode)[0] ?? null
  );
}

/** Returns the next undecided place after the focused one, or stays at the last. */
function findNextPlace({ document, edits, focused }: OpenDocument, mode: ReviewMode): Place | null {
  if (document === undefined) return focused;
  const places = placesToDecide(arrangeLines(document, edits), mode);
  const left = new Set(undecided(document, edits, mode));
  const from = focused === null ? -1 : places.indexOf(focused);
  const later = places.slice(from + 1).find((place) => left.has(place));
  return later ?? places.find((place) => place !== focused && left.has(place)) ?? focused;
}

function isWaiting({ status, reviewedBy }: ReviewDocument, mode: ReviewMode): boolean {
  return mode === 'review' ? status === 'REVIEW_REQUIRED' : status === 'SUCCEEDED' && reviewedBy === null;
}

/** Explains why nothing can be changed, or returns null if it can. `sent` is the decision on its way. */
export function explainRefusal(open: OpenDocument, sent: Sent | undefined, mode: ReviewMode): string | null {
  const { document, claim } = open;
  if (document === undefined) return messages.refusals.loading;
  if (sent?.phase === 'sending' || sent?.phase === 'undoing') return messages.refusals.sending;
  if (sent?.stuck?.kind === 'unclear') return messages.refusals.unclear;
  if (document.whyNot !== null) return document.whyNot;
  if (!isWaiting(document, mode)) {
    return mode === 'review' ? messages.refusals.notWaiting : messages.refusals.checked;
  }
  if (claim.kind === 'held') return messages.refusals.held;
  return claim.kind === 'refused' ? claim.message : null;
}

/**
 * Every claim raises the version, so the version alone does not show a change. Values change by another run, which
 * starts waiting later, or by a decision, after which nothing waits.
 */
export function isOfThese({ version, savedAt }: Draft, document: ReviewDocument, mode: ReviewMode): boolean {
  if (!isWaiting(document, mode)) return false;
  if (version === document.version || document.waitingSince === null) return true;
  return Date.parse(savedAt) >= Date.parse(document.waitingSince);
}
