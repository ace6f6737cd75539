import type { Correction, Draft, ReviewDocument } from '#shared/contract/review-document.ts';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { correctionsOf, undecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { InHand } from './claim-keeping.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import { isOfThese, whyNot, type OpenDesk } from './open-desk.ts';
import { whatBecame, type Became, type ReviewPort } from './review-port.ts';
import type { Sending, SentDecisions } from './sent-decisions.ts';

interface Deciding {
  readonly decide: () => void;
  readonly reject: (reason: string) => void;
  readonly handOver: (to: string, note: string | null) => void;
  readonly postpone: () => void;
  /** A draft from before had been sent: asks what came of it, under its own key. */
  readonly askForSent: (draft: Draft, document: ReviewDocument, hand: InHand) => void;
}

interface Needs {
  readonly port: ReviewPort;
  readonly mode: ReviewMode;
  readonly desk: OpenDesk;
  readonly drafts: KeptDrafts;
  readonly sent: SentDecisions;
  readonly seconds: ActiveSeconds;
  readonly goNext: () => void;
}

const hourMs = 3_600_000;

export function deciding({ port, mode, desk, drafts, sent, seconds, goNext }: Needs): Deciding {
  function canSend(): ReviewDocument | undefined {
    const open = desk.now();
    if (open === undefined || open.race !== null) return undefined;
    return whyNot(open, sent.of(open.key), mode) === null ? open.document : undefined;
  }

  function send(kind: Decided['kind'], reason: string | null, to: string | null = null): void {
    const document = canSend();
    const made = desk.draft({ kind, reason, to, at: new Date(port.now()).toISOString() });
    if (document === undefined || made === undefined) return;
    const { hand, draft } = made;
    const corrections = correctionsOf(document, draft.edits);
    const decided = { kind, reason, to, corrections, seconds: seconds.seconds() };
    hand.decided = true;
    drafts.put(draft);
    const calls = decisionCalls(port, hand, draft, decided);
    sent.send({ kind, hand, draft, base: document, fileName: draft.fileName, ...calls });
    goNext();
  }

  return {
    decide() {
      const document = canSend();
      const open = desk.now();
      if (document === undefined || open === undefined) return;
      const left = undecided(document, open.edits, mode);
      if (left.length > 0 && open.told === 0) return desk.tell(left);
      return send(mode === 'check' ? 'check' : 'approve', open.comment.trim() || null);
    },
    reject: (reason) => send('reject', reason),
    handOver: (to, note) => send('hand-over', note, to),
    postpone() {
      const made = desk.draft(null);
      if (made === undefined || mode === 'check') return;
      // What is not known of is found out first.
      const before = sent.of(made.hand.key)?.phase;
      if (before === 'sending' || before === 'undoing' || before === 'stuck') return;
      const { hand, draft } = made;
      const { fileName } = draft;
      const until = new Date(port.now() + hourMs).toISOString();
      const calls = postponeCalls(port, hand, fileName, until);
      sent.send({ kind: 'postpone', hand, draft, base: null, fileName, ...calls });
      goNext();
    },
    askForSent(draft, document, hand) {
      const before = draft.sent;
      if (before === null || sent.of(draft.key) !== undefined) return;
      hand.decided = true;
      // On the version it was sent on: main says what came of it, and what has become of it since nobody has seen.
      hand.version = draft.version;
      const corrections = correctionsOf(document, draft.edits);
      const calls = decisionCalls(port, hand, draft, { ...before, corrections, seconds: 0 });
      const base = isOfThese(draft, document, mode) ? document : null;
      const { fileName } = draft;
      const { kind } = before;
      sent.recall({ kind, hand, draft, base, fileName, ...calls }, 'No certain answer came to it.');
      sent.askAgain(draft.key);
    },
  };
}

interface Decided {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over';
  readonly corrections: readonly Correction[];
  readonly seconds: number;
  /** A rejection's reason, an approval's comment, the note with which it is handed over. */
  readonly reason: string | null;
  readonly to: string | null;
}

/** What is asked of main for a decision, each time in the same words. */
function decisionCalls(
  port: ReviewPort,
  hand: InHand,
  { intentKey }: Draft,
  { kind, corrections, seconds, reason, to }: Decided,
): Pick<Sending, 'call' | 'undo' | 'holdMs'> {
  const common = { ...hand.key, intentKey };
  const found = [...corrections];
  if (kind === 'check') {
    return {
      call: async (version) =>
        whatBecame(await port.check({ ...common, version, corrections: found, seconds })),
      undo: null,
      holdMs: 0,
    };
  }
  if (kind === 'hand-over') {
    return {
      call: async (version) =>
        whatBecame(await port.handOver({ ...common, version, to: to ?? '', note: reason })),
      undo: null,
      holdMs: 0,
    };
  }
  return {
    call: async (version) =>
      whatBecame(
        await port.decide({ ...common, version, decision: kind, corrections: found, reason, seconds }),
      ),
    undo: async (version) => whatBecame(await port.undo({ ...hand.key, version })),
    holdMs: holdSeconds * 1_000,
  };
}

/** Setting aside changes nothing of the document: it is this person's own list. */
function postponeCalls(
  port: ReviewPort,
  { key, version }: InHand,
  fileName: string | null,
  until: string,
): Pick<Sending, 'call' | 'undo' | 'holdMs'> {
  const set = async (time: string | null): Promise<Became> => {
    const result = await port.postpone(key, fileName, time);
    return result.ok ? asIs(version) : { kind: 'failed', failure: result.failure };
  };
  return { call: () => set(until), undo: () => set(null), holdMs: asideSeconds * 1_000 };
}

const asideSeconds = 8;

function asIs(version: number): Became {
  return {
    kind: 'done',
    version,
    status: null,
    step: 'first',
    claimExpiresAt: null,
    holdUntil: null,
    differs: [],
  };
}

/** How long somebody has looked at a document: while the page can be seen, and no pause counts for more than a minute. */
interface ActiveSeconds {
  /** From now on it is another document. */
  readonly restart: () => void;
  readonly touched: () => void;
  readonly seen: (visible: boolean) => void;
  /** A key or a pointer within so long. */
  readonly isActive: (withinMs: number) => boolean;
  readonly seconds: () => number;
}

export function activeSeconds(now: () => number): ActiveSeconds {
  let spent = 0;
  let since = now();
  let last = now();
  let visible = true;

  function count(): void {
    const at = now();
    if (visible) spent += Math.max(0, Math.min(at - since, longestPause));
    since = at;
  }

  return {
    restart() {
      spent = 0;
      since = now();
      last = since;
    },
    touched() {
      count();
      last = now();
    },
    seen(isVisible) {
      count();
      visible = isVisible;
    },
    isActive: (withinMs) => now() - last <= withinMs,
    seconds() {
      count();
      return Math.min(Math.round(spent / 100) / 10, longestSeconds);
    },
  };
}

const longestPause = 60_000;
const longestSeconds = 86_400;
