import type { Draft, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { InHand } from './claim-keeping.ts';
import { documentId } from './flow-state.ts';
import { saysTheSame, type KeptDrafts } from './kept-drafts.ts';
import { endsAt, type Became, type Lanes, type ReviewPort } from './review-port.ts';

type SentKind = 'approve' | 'reject' | 'check' | 'hand-over' | 'postpone';

/** Why it did not come through, and what leads on from there. */
type Stuck =
  | Exclude<Became, { kind: 'done' | 'unclear' }>
  | { readonly kind: 'unclear'; readonly message: string; readonly isAsking: boolean };

/** Sent while the next document is on the desk already. */
export interface Sent {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  readonly kind: SentKind;
  readonly phase: 'sending' | 'held' | 'undoing' | 'final' | 'stuck';
  /** While it is held: from when, and until when it can be taken back. */
  readonly held: { readonly from: number; readonly until: number } | null;
  readonly canUndo: boolean;
  readonly stuck: Stuck | null;
  /** What else there is to say of it: that it could not be taken back. */
  readonly word: string | null;
}

export interface Sending {
  readonly kind: SentKind;
  readonly fileName: string | null;
  readonly hand: InHand;
  /** What leads back to it. */
  readonly draft: Draft;
  /** As it was decided on; null where a start has brought the draft alone. */
  readonly base: ReviewDocument | null;
  /** Always under the same key. */
  readonly call: (version: number) => Promise<Became>;
  /** Null: it cannot be taken back. */
  readonly undo: ((version: number) => Promise<Became>) | null;
  readonly holdMs: number;
}

export interface SentDecisions {
  readonly send: (sending: Sending) => void;
  /** Known to be unclear from before; nothing is sent by this. */
  readonly recall: (sending: Sending, message: string) => void;
  readonly askAgain: (key: ReviewKey) => void;
  /** The link is back: what is unclear asks once by itself. */
  readonly linkUp: () => void;
  /** Of the key, or the newest that can be taken back. */
  readonly undo: (key?: ReviewKey) => boolean;
  readonly of: (key: ReviewKey) => Sent | undefined;
  /** Takes what is stuck off the list: the document itself is open and says it. */
  readonly takeBack: (key: ReviewKey) => Sending | undefined;
  readonly all: () => readonly Sent[];
}

interface Needs {
  readonly port: Pick<ReviewPort, 'now' | 'after' | 'newKey'>;
  readonly lanes: Lanes;
  readonly drafts: KeptDrafts;
  readonly changed: () => void;
  readonly onDone: (sent: Sent, version: number) => void;
  readonly onStuck: (sent: Sent) => void;
  readonly onUndone: (sending: Sending) => void;
}

interface Entry {
  sending: Sending;
  sent: Sent;
  undoWanted: boolean;
  askedByItself: boolean;
}

export function sentDecisions(needs: Needs): SentDecisions {
  const { port, lanes, drafts, changed } = needs;
  /** In the order in which they were sent. */
  const entries = new Map<string, Entry>();

  function show(entry: Entry, next: Partial<Sent>): void {
    entry.sent = { ...entry.sent, ...next };
    changed();
  }

  function add(sending: Sending, first: Pick<Sent, 'phase' | 'stuck'>): Entry {
    const { key } = sending.hand;
    const { kind, fileName } = sending;
    const sent: Sent = {
      key,
      fileName,
      kind,
      held: null,
      canUndo: sending.undo !== null,
      word: null,
      ...first,
    };
    const entry = { sending, sent, undoWanted: false, askedByItself: false };
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
      if (became.kind === 'changed' && base !== null && saysTheSame(base, became.document)) {
        // Only its version has moved, by a claim that nobody heard the answer of: nothing that was decided on.
        hand.version = became.document.version;
        became = await call(hand.version);
      }
      settle(entry, became, asked);
    });
  }

  function settle(entry: Entry, became: Became, asked: number): void {
    const { hand, draft, kind, undo, holdMs } = entry.sending;
    if (became.kind !== 'done') {
      const stuck: Stuck = became.kind === 'unclear' ? { ...became, isAsking: false } : became;
      // The reason of a rejection has no other place once it is not sent any more.
      const comment = draft.sent?.reason ?? draft.comment;
      // That key stands for something else already: under it nothing would ever be done.
      const isUsed = became.kind === 'refused' && became.problem === 'key-reused';
      const intentKey = isUsed ? port.newKey() : draft.intentKey;
      if (became.kind !== 'unclear') drafts.put({ ...draft, intentKey, comment, sent: null });
      show(entry, { phase: 'stuck', stuck });
      return needs.onStuck(entry.sent);
    }
    hand.version = became.version;
    if (kind !== 'postpone') drafts.drop(hand.key);
    entry.sent = { ...entry.sent, stuck: null };
    // Decided, it is let go: undone, it is read anew.
    entry.sending = { ...entry.sending, base: null };
    const until = undo === null ? asked : endsAt(asked, became.holdUntil, holdMs);
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

  /** The last one that is final stays to be seen; those before it are let go. */
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
        return show(entry, { phase: 'held', word: `Not taken back: ${became.failure.message}` });
      }
      return finish(entry, notTakenBack(became));
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
        if (entry.sent.stuck?.kind !== 'unclear' || entry.askedByItself) continue;
        entry.askedByItself = true;
        askAgain(entry);
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

function canBeTakenBack({ sent, sending }: Entry): boolean {
  return sending.undo !== null && (sent.phase === 'held' || sent.phase === 'sending');
}

function notTakenBack(became: Exclude<Became, { kind: 'done' }>): string {
  if (became.kind === 'refused') return became.message;
  if (became.kind === 'failed') return `Not taken back: ${became.failure.message}`;
  if (became.kind === 'unclear') return 'No certain answer to the undo. Open it to see how it stands.';
  return 'Not taken back: it has changed since.';
}

export function doneWord(kind: SentKind): string {
  return did[kind];
}

/** "inv-0409.pdf was not approved": what is certain, in a sentence. */
export function notDone({ fileName, kind }: Pick<Sent, 'fileName' | 'kind'>): string {
  return `${fileName ?? 'The document'} was not ${was[kind]}`;
}

/** The same, but of what nobody knows nothing is claimed. */
export function stuckTitle(sent: Pick<Sent, 'fileName' | 'kind' | 'stuck'>): string {
  if (sent.stuck?.kind !== 'unclear') return notDone(sent);
  return `Nobody knows yet whether ${sent.fileName ?? 'the document'} was ${was[sent.kind]}`;
}

/** Why, and what is kept. */
export function whyStuck(stuck: Stuck): string {
  switch (stuck.kind) {
    case 'unclear':
      return stuck.message;
    case 'held':
      return 'A colleague has taken it meanwhile. What you made of it is kept.';
    case 'changed':
      return 'Somebody has changed it meanwhile. What you made of it is kept.';
    case 'refused':
      return `${stuck.message} What you made of it is kept.`;
    default:
      return stuck.failure.code === 'sign-in-expired'
        ? 'Your sign-in has expired. Everything you typed is kept: sign in and send it again.'
        : `${stuck.failure.message} What you made of it is kept.`;
  }
}

const did: Readonly<Record<SentKind, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  check: 'Checked',
  'hand-over': 'Handed over',
  postpone: 'Set aside',
};

const was: Readonly<Record<SentKind, string>> = {
  approve: 'approved',
  reject: 'rejected',
  check: 'noted as checked',
  'hand-over': 'handed over',
  postpone: 'set aside',
};
