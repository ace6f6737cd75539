import type { Failure } from '#shared/contract/result.ts';
import type { Draft, Edit, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import {
  placesToDecide,
  undecided,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { claimKeeping, type Claim, type InHand } from './claim-keeping.ts';
import { onlyKey } from './flow-state.ts';
import { makeDraft, saysTheSame, type KeptDrafts } from './kept-drafts.ts';
import type { Lanes, ReviewPort } from './review-port.ts';
import type { Sent } from './sent-decisions.ts';

/** What leads to a document that was sent before and did not come through. */
export interface CameBack {
  readonly notice: string | null;
  /** As it was decided on, where it is another now. */
  readonly base: ReviewDocument | null;
}

export interface OpenDesk {
  readonly now: () => OpenDocument | undefined;
  readonly open: (key: ReviewKey, fileName: string | null, came: CameBack | undefined) => void;
  readonly readFailed: (failure: Failure) => void;
  readonly show: (document: ReviewDocument) => void;
  /** The drafts of before have come: what was typed of the open one is laid under what is typed. */
  readonly restore: () => void;
  /** Puts it away. What was typed is written; given back is what was not decided. */
  readonly close: () => void;
  readonly edit: (place: Place, edit: Edit | null) => void;
  readonly comment: (text: string) => void;
  readonly focus: (place: Place | null) => void;
  readonly focusNext: () => void;
  readonly tell: (places: readonly Place[]) => void;
  readonly keepMine: (edits: Edits) => void;
  readonly tryClaim: () => void;
  readonly touched: () => void;
  /** To be sent with these words; undefined where nothing is read. */
  readonly draft: (sent: Draft['sent']) => { readonly hand: InHand; readonly draft: Draft } | undefined;
}

interface Needs {
  readonly port: ReviewPort;
  readonly mode: ReviewMode;
  readonly lanes: Lanes;
  readonly drafts: KeptDrafts;
  readonly isActive: (withinMs: number) => boolean;
  readonly changed: () => void;
  /** Of a key pressed to look at the next field, nobody hears but who draws fields. */
  readonly focusChanged: () => void;
  /** The draft that it was opened with had been sent, and nobody knows what came of it. */
  readonly onSentBefore: (draft: Draft, document: ReviewDocument, hand: InHand) => void;
}

/** A claim that finds another document is made again on it, but not for ever. */
const mostTries = 3;

export function openDesk(needs: Needs): OpenDesk {
  const { port, mode, lanes, drafts, isActive, changed, onSentBefore } = needs;
  let open: OpenDocument | undefined;
  let hand: InHand | undefined;
  let came: CameBack | undefined;
  let tries = 0;
  /** The key went out with other words: what is changed now is another intent. */
  let isSpent = false;
  const claims = claimKeeping({
    port,
    lanes,
    isActive,
    onOther,
    changed: () => set({ claim: claims.claim() }),
  });

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
    hand = inHand(document);
    if (mode === 'check' || document.whyNot !== null || !waits(document, mode)) return;
    tries += 1;
    claims.take(hand);
  }

  function show(document: ReviewDocument): void {
    if (open === undefined) return;
    const base = came?.base ?? null;
    open = withDocument(open, document, drafts.get(open.key), mode);
    if (base !== null && !saysTheSame(base, document))
      open = { ...open, race: { mine: base, theirs: document } };
    came = undefined;
    hand = inHand(document);
    if (!wasSent(document) && open.race === null) take(document);
    changed();
  }

  /** Its own edits stay, whatever the document says by now: it is the same decision that is asked for. */
  function wasSent(document: ReviewDocument): boolean {
    const draft = open && drafts.get(open.key);
    if (open === undefined || hand === undefined || draft === undefined || draft.sent === null) return false;
    isSpent = true;
    open = { ...open, race: null };
    onSentBefore(draft, document, hand);
    return true;
  }

  /** Found by the claim. What nobody has typed on is simply shown as it is now. */
  function onOther(theirs: ReviewDocument): void {
    if (open?.document === undefined) return;
    const { document: mine, edits, comment } = open;
    const isUntouched = Object.keys(edits).length === 0 && comment === '';
    if (!isUntouched && !saysTheSame(mine, theirs)) return set({ race: { mine, theirs } });
    const focused = saysTheSame(mine, theirs) ? open.focused : firstPlace(theirs, edits, mode);
    set({ document: theirs, focused });
    if (tries < mostTries) take(theirs);
  }

  function keep(): void {
    if (open === undefined || hand === undefined) return;
    const { edits, comment, intentKey, fileName } = open;
    const isNothing = Object.keys(edits).length === 0 && comment === '';
    if (isNothing) drafts.drop(open.key);
    else drafts.put(makeDraft(hand, { edits, comment, intentKey, fileName, sent: null }, port.now()));
  }

  function typed(next: Partial<OpenDocument>): void {
    const intentKey = isSpent ? port.newKey() : (open?.intentKey ?? '');
    isSpent = false;
    set({ ...next, intentKey, told: 0 });
    keep();
  }

  return {
    now: () => open,
    open(key, fileName, cameBack) {
      open = { ...opened(onlyKey(key), fileName, port.newKey()), notice: cameBack?.notice ?? null };
      hand = undefined;
      came = cameBack;
      tries = 0;
      isSpent = cameBack !== undefined;
      changed();
    },
    readFailed: (failure) => set({ failure }),
    show,
    restore() {
      const document = open?.document;
      const draft = open && drafts.get(open.key);
      if (open === undefined || document === undefined || draft === undefined) return;
      if (draft.intentKey === open.intentKey) return;
      open = withDocument(open, document, draft, mode);
      if (wasSent(document) || open.race !== null) claims.leave();
      changed();
    },
    close() {
      if (open !== undefined) void drafts.flush(open.key);
      claims.leave();
      open = undefined;
      hand = undefined;
    },
    edit(place, edit) {
      if (open === undefined) return;
      const { [place]: _before, ...others } = open.edits;
      typed({ edits: edit === null ? others : { ...others, [place]: edit } });
    },
    comment: (text) => typed({ comment: text }),
    focus,
    focusNext: () => open && focus(nextPlace(open, mode)),
    tell: (places) => set({ told: places.length, focused: places[0] ?? null }),
    keepMine(edits) {
      const theirs = open?.race?.theirs;
      if (theirs === undefined) return;
      set({
        document: theirs,
        race: null,
        edits,
        notice: null,
        intentKey: port.newKey(),
        focused: firstPlace(theirs, edits, mode),
        told: 0,
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

function inHand(document: ReviewDocument): InHand {
  return { key: onlyKey(document), version: document.version, claimed: false, decided: false, left: false };
}

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
    notice: null,
    told: 0,
  };
}

/** Read: with what was typed of it before, where that was typed of the same values. */
function withDocument(
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

function firstPlace(document: ReviewDocument, edits: Edits, mode: ReviewMode): Place | null {
  return undecided(document, edits, mode)[0] ?? placesToDecide(document, mode)[0] ?? null;
}

/** The next that needs a person, from the focused one on; the last one stays. */
function nextPlace({ document, edits, focused }: OpenDocument, mode: ReviewMode): Place | null {
  if (document === undefined) return focused;
  const places = placesToDecide(document, mode);
  const left = new Set(undecided(document, edits, mode));
  const from = focused === null ? -1 : places.indexOf(focused);
  const later = places.slice(from + 1).find((place) => left.has(place));
  return later ?? places.find((place) => place !== focused && left.has(place)) ?? focused;
}

function waits({ status, reviewedBy }: ReviewDocument, mode: ReviewMode): boolean {
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
