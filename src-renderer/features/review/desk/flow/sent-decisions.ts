import type { Draft, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { messages } from '../../messages.ts';
import type { HeldDocument } from './claim-keeping.ts';
import { documentId } from './flow-state.ts';
import { hasSameContent, type DraftStore } from './draft-store.ts';
import { calculateEnd, type CallOutcome, type Lanes, type ReviewPort } from './review-port.ts';

type SentKind = 'approve' | 'reject' | 'check' | 'hand-over' | 'file' | 'postpone';

/** The reason why a decision failed, with what the user needs to continue. */
type Stuck =
  | Exclude<CallOutcome, { kind: 'done' | 'unclear' }>
  | { readonly kind: 'unclear'; readonly message: string; readonly isAsking: boolean };

/** A decision that is sent while the next document is already on the desk. */
export interface Sent {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  readonly kind: SentKind;
  readonly phase: 'sending' | 'held' | 'undoing' | 'final' | 'stuck';
  /** The span in which a held decision can be taken back. */
  readonly held: { readonly from: number; readonly until: number } | null;
  readonly canUndo: boolean;
  /** The time that was chosen, in milliseconds since 1970; null if it was not postponed. */
  readonly postponedUntil: number | null;
  readonly stuck: Stuck | null;
  /** An extra message, for example that the decision could not be taken back. */
  readonly word: string | null;
  /** The answer was lost for a while, so the user was told that the outcome is unknown. */
  readonly wasUnclear: boolean;
}

export interface Sending {
  readonly kind: SentKind;
  readonly fileName: string | null;
  readonly hand: HeldDocument;
  /** The draft that reopens the document. */
  readonly draft: Draft;
  /** The document that the decision was made on; null if only the draft is left after a restart. */
  readonly base: ReviewDocument | null;
  /** Every call uses the same key. */
  readonly call: (version: number) => Promise<CallOutcome>;
  /** Null if the decision cannot be taken back. */
  readonly undo: ((version: number) => Promise<CallOutcome>) | null;
  readonly holdMs: number;
  readonly postponedUntil?: number;
}

export interface SentDecisions {
  readonly send: (sending: Sending) => void;
  /** Adds a decision that is unclear from an earlier session, without sending it. */
  readonly recall: (sending: Sending, message: string) => void;
  readonly askAgain: (key: ReviewKey) => void;
  /** Called when the connection is back: every unclear decision is asked about at once. */
  readonly linkUp: () => void;
  /**
   * An unclear decision is asked about automatically only while its desk is open. After that, another person may be
   * signed in, and the next desk of this person asks about every decision that is still unclear.
   */
  readonly setAsking: (isAsking: boolean) => void;
  /** Takes back the decision on this document, or the newest one that can be taken back. */
  readonly undo: (key?: ReviewKey) => boolean;
  readonly of: (key: ReviewKey) => Sent | undefined;
  /** Removes a stuck decision from the list, because its document is open and shows the message. */
  readonly takeBack: (key: ReviewKey) => Sending | undefined;
  readonly all: () => readonly Sent[];
}

interface Needs {
  readonly port: Pick<ReviewPort, 'now' | 'after' | 'newKey'>;
  readonly lanes: Lanes;
  readonly drafts: DraftStore;
  readonly changed: () => void;
  readonly onDone: (sent: Sent, version: number) => void;
  readonly onStuck: (sent: Sent) => void;
  readonly onUndone: (sending: Sending) => void;
}

interface Entry {
  sending: Sending;
  sent: Sent;
  undoWanted: boolean;
  /** How often it was asked about automatically. The waits grow. */
  asks: number;
  callOff: () => void;
}

const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export function createSentDecisions(needs: Needs): SentDecisions {
  const { port, lanes, drafts, changed } = needs;
  /** Entries in the order in which they were sent. */
  const entries = new Map<string, Entry>();
  let mayAsk = true;

  function show(entry: Entry, next: Partial<Sent>): void {
    entry.sent = { ...entry.sent, ...next };
    changed();
  }

  function add(sending: Sending, first: Pick<Sent, 'phase' | 'stuck'>): Entry {
    const { key } = sending.hand;
    const { kind, fileName, postponedUntil = null } = sending;
    const sent: Sent = {
      key,
      fileName,
      kind,
      held: null,
      canUndo: sending.undo !== null,
      postponedUntil,
      word: null,
      wasUnclear: first.phase === 'stuck',
      ...first,
    };
    const entry = { sending, sent, undoWanted: false, asks: 0, callOff: nothing };
    entries.get(documentId(key))?.callOff();
    entries.delete(documentId(key));
    entries.set(documentId(key), entry);
    changed();
    return entry;
  }

  function run(entry: Entry): void {
    const { hand, base, call } = entry.sending;
    void lanes.run(documentId(hand.key), async () => {
      await drafts.flush(hand.key);
      const asked = port.now();
      let became = await call(hand.version);
      if (became.kind === 'changed' && base !== null && hasSameContent(base, became.document)) {
        // Only the version has changed, by a claim whose answer was lost. The decided values are the same.
        hand.version = became.document.version;
        became = await call(hand.version);
      }
      settle(entry, became, asked);
    });
  }

  function settle(entry: Entry, became: CallOutcome, asked: number): void {
    const { hand, draft, kind, undo, holdMs } = entry.sending;
    if (became.kind !== 'done') {
      const stuck: Stuck = became.kind === 'unclear' ? { ...became, isAsking: false } : became;
      // The reason of a rejection is kept as the comment, because the rejection itself is no longer sent.
      const comment = draft.sent?.reason ?? draft.comment;
      // This key already belongs to another request, so a retry under it would never have an effect.
      const isUsed = became.kind === 'refused' && became.problem === 'key-reused';
      const intentKey = isUsed ? port.newKey() : draft.intentKey;
      if (became.kind !== 'unclear') drafts.put({ ...draft, intentKey, comment, sent: null });
      const wasUnclear = entry.sent.wasUnclear || became.kind === 'unclear';
      show(entry, { phase: 'stuck', stuck, wasUnclear });
      if (became.kind === 'unclear') askLater(entry);
      return needs.onStuck(entry.sent);
    }
    hand.version = became.version;
    if (kind !== 'postpone') drafts.drop(hand.key);
    entry.sent = { ...entry.sent, stuck: null };
    // The document is dropped after the decision, and is read again if the decision is undone.
    entry.sending = { ...entry.sending, base: null };
    const until = undo === null ? asked : calculateEnd(asked, became.holdUntil, holdMs);
    if (until > port.now()) {
      show(entry, { phase: entry.undoWanted ? 'undoing' : 'held', held: { from: until - holdMs, until } });
      if (entry.undoWanted) takeBack(entry);
      port.after(until - port.now(), () => {
        if (entry.sent.phase === 'held') finish(entry);
      });
    } else {
      finish(entry);
    }
    return needs.onDone(entry.sent, became.version);
  }

  /** The outcome of a lost answer is asked about by the same key, with growing waits, until it is known. */
  function askLater(entry: Entry): void {
    if (!mayAsk) return;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** entry.asks);
    entry.asks += 1;
    entry.callOff = port.after(wait, () => {
      if (entries.get(documentId(entry.sending.hand.key)) === entry) askAgain(entry);
    });
  }

  /** Keeps the newest final decision on screen, and removes earlier ones. */
  function finish(entry: Entry, word: string | null = null): void {
    for (const [id, other] of entries) {
      if (other !== entry && other.sent.phase === 'final') entries.delete(id);
    }
    show(entry, { phase: 'final', held: null, word });
  }

  function takeBack(entry: Entry): void {
    const { hand, undo } = entry.sending;
    if (undo === null) return;
    void lanes.run(documentId(hand.key), async () => {
      const became = await undo(hand.version);
      if (became.kind === 'done') {
        hand.version = became.version;
        forget(entry);
        return needs.onUndone(entry.sending);
      }
      const { held } = entry.sent;
      const isOpen = held !== null && held.until > port.now();
      if (became.kind === 'failed' && isOpen) {
        entry.undoWanted = false;
        return show(entry, { phase: 'held', word: messages.sent.undoFailed(became.failure.message) });
      }
      return finish(entry, explainNotTakenBack(became));
    });
  }

  function forget(entry: Entry): void {
    const id = documentId(entry.sending.hand.key);
    if (entries.get(id) === entry) entries.delete(id);
    changed();
  }

  function askAgain(entry: Entry | undefined): void {
    const stuck = entry?.sent.stuck;
    if (entry === undefined || stuck?.kind !== 'unclear' || stuck.isAsking) return;
    entry.callOff();
    show(entry, { stuck: { ...stuck, isAsking: true } });
    run(entry);
  }

  return {
    send: (sending) => run(add(sending, { phase: 'sending', stuck: null })),
    recall: (sending, message) =>
      void add(sending, { phase: 'stuck', stuck: { kind: 'unclear', message, isAsking: false } }),
    askAgain: (key) => askAgain(entries.get(documentId(key))),
    linkUp() {
      for (const entry of entries.values()) {
        if (entry.sent.stuck?.kind !== 'unclear') continue;
        entry.asks = 0;
        askAgain(entry);
      }
    },
    setAsking(isAsking) {
      mayAsk = isAsking;
      for (const entry of entries.values()) {
        entry.callOff();
        if (entry.sent.stuck?.kind === 'unclear' && !entry.sent.stuck.isAsking) askLater(entry);
      }
    },
    undo(key) {
      const open = [...entries.values()].filter(canBeTakenBack);
      const entry =
        key === undefined
          ? open.at(-1)
          : open.find(({ sending }) => documentId(sending.hand.key) === documentId(key));
      if (entry === undefined) return false;
      entry.undoWanted = true;
      const wasHeld = entry.sent.phase === 'held';
      show(entry, { phase: 'undoing', word: null });
      if (wasHeld) takeBack(entry);
      return true;
    },
    of: (key) => entries.get(documentId(key))?.sent,
    takeBack(key) {
      const entry = entries.get(documentId(key));
      if (entry?.sent.phase !== 'stuck' && entry?.sent.phase !== 'final') return undefined;
      forget(entry);
      return entry.sending;
    },
    all: () => [...entries.values()].map(({ sent }) => sent),
  };
}

function nothing(): void {}

function canBeTakenBack({ sent, sending }: Entry): boolean {
  return sending.undo !== null && (sent.phase === 'held' || sent.phase === 'sending');
}

function explainNotTakenBack(became: Exclude<CallOutcome, { kind: 'done' }>): string {
  if (became.kind === 'refused') return became.message;
  if (became.kind === 'failed') return messages.sent.undoFailed(became.failure.message);
  if (became.kind === 'unclear') return messages.sent.undoUnclear;
  return messages.sent.undoTooLate;
}

export function formatDone(kind: SentKind): string {
  return did[kind];
}

/** States only what is certain: "inv-0409.pdf was not approved". */
export function formatNotDone({ fileName, kind }: Pick<Sent, 'fileName' | 'kind'>): string {
  return messages.sent.wasNot(fileName ?? messages.sent.theDocument, was[kind]);
}

/** Does the same, but claims nothing about an unknown outcome. */
export function formatStuckTitle(sent: Pick<Sent, 'fileName' | 'kind' | 'stuck'>): string {
  if (sent.stuck?.kind !== 'unclear') return formatNotDone(sent);
  return messages.sent.notConfirmed(sent.fileName ?? messages.sent.document, noun[sent.kind]);
}

/** Explains the reason, and says what was saved. */
export function explainStuck(stuck: Stuck): string {
  switch (stuck.kind) {
    case 'unclear':
      return stuck.message;
    case 'held':
      return messages.sent.taken;
    case 'changed':
      return messages.sent.changed;
    case 'refused':
      return messages.sent.saved(stuck.message);
    default:
      return stuck.failure.code === 'sign-in-expired'
        ? messages.sent.signIn
        : messages.sent.saved(stuck.failure.message);
  }
}

const did: Readonly<Record<SentKind, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  check: 'Checked',
  'hand-over': 'Handed over',
  file: 'Filed',
  postpone: 'Postponed',
};

const noun: Readonly<Record<SentKind, string>> = {
  approve: 'approval',
  reject: 'rejection',
  check: 'check',
  'hand-over': 'hand-over',
  file: 'filing',
  postpone: 'postponement',
};

const was: Readonly<Record<SentKind, string>> = {
  approve: 'approved',
  reject: 'rejected',
  check: 'noted as checked',
  'hand-over': 'handed over',
  file: 'filed',
  postpone: 'postponed',
};
