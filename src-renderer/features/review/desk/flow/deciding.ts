import type { Correction, Draft, Filing, ReviewDocument } from '#shared/contract/review-document.ts';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { listCorrections, undecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { listAgainstApproval, listStops } from '#shared/domain/review/rules.ts';
import { messages } from '../../messages.ts';
import type { HeldDocument } from './claim-keeping.ts';
import type { DraftStore } from './draft-store.ts';
import { documentId } from './flow-state.ts';
import { isOfThese, explainRefusal, toHeldDocument, type OpenDesk } from './open-desk.ts';
import { readOutcome, type CallOutcome, type ReviewPort } from './review-port.ts';
import type { Sending, SentDecisions } from './sent-decisions.ts';

interface Deciding {
  readonly decide: (reasonAgainstRules?: string) => void;
  readonly reject: (reason: string) => void;
  readonly handOver: (to: string, note: string | null) => void;
  readonly file: (filing: Filing, reason: string) => void;
  readonly postpone: (until?: number) => void;
  /** Asks for the outcome of a draft that was sent earlier, under the key of that intent. */
  readonly askForSent: (draft: Draft, document: ReviewDocument, hand: HeldDocument) => void;
  /** Does the same for drafts whose documents are not open, for example after a reload. */
  readonly askForAllSent: (drafts: readonly Draft[]) => void;
  /** Begins or stops asking automatically, because another person may be signed in once the desk is closed. */
  readonly setAsking: (isAsking: boolean) => void;
}

interface Needs {
  readonly port: ReviewPort;
  readonly mode: ReviewMode;
  readonly desk: OpenDesk;
  readonly drafts: DraftStore;
  readonly sent: SentDecisions;
  readonly seconds: ActiveSeconds;
  readonly goNext: () => void;
}

const hourMs = 3_600_000;
const longestReason = 500;
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export function createDeciding({ port, mode, desk, drafts, sent, seconds, goNext }: Needs): Deciding {
  let mayAsk = true;

  function canSend(): ReviewDocument | undefined {
    const open = desk.now();
    if (open === undefined || open.race !== null) return undefined;
    return explainRefusal(open, sent.of(open.key), mode) === null ? open.document : undefined;
  }

  function send(
    kind: Decided['kind'],
    reason: string | null,
    { to = null, filing }: { readonly to?: string | null; readonly filing?: Filing } = {},
  ): void {
    const document = canSend();
    const at = new Date(port.now()).toISOString();
    const made = desk.draft({ kind, reason, to, at, ...(filing && { filing }) });
    if (document === undefined || made === undefined) return;
    const { hand, draft } = made;
    const corrections = listCorrections(document, draft.edits);
    const decided = { kind, reason, to, filing, corrections, seconds: seconds.seconds() };
    hand.decided = true;
    drafts.put(draft);
    const calls = makeDecisionCalls(port, hand, draft, decided);
    sent.send({ kind, hand, draft, base: document, fileName: draft.fileName, ...calls });
    goNext();
  }

  function askForSent(draft: Draft, document: ReviewDocument, hand: HeldDocument): void {
    const before = draft.sent;
    if (before === null || sent.of(draft.key) !== undefined) return;
    hand.decided = true;
    // The version stays the one it was sent on. The main process reports the outcome of that decision, and the user
    // has not seen any later change.
    hand.version = draft.version;
    const corrections = listCorrections(document, draft.edits);
    const calls = makeDecisionCalls(port, hand, draft, { ...before, corrections, seconds: 0 });
    const base = isOfThese(draft, document, mode) ? document : null;
    const { fileName } = draft;
    const { kind } = before;
    sent.recall({ kind, hand, draft, base, fileName, ...calls }, messages.refusals.notConfirmed);
    sent.askAgain(draft.key);
  }

  /** The corrections are found by the document, so it is read first. */
  async function readAndAsk(draft: Draft, wait = firstWaitMs): Promise<void> {
    const isOpenNow = (): boolean =>
      desk.now() !== undefined && documentId(desk.now()?.key ?? draft.key) === documentId(draft.key);
    const isOver = (): boolean =>
      !mayAsk || sent.of(draft.key) !== undefined || drafts.get(draft.key)?.sent === null || isOpenNow();
    if (isOver()) return;
    const read = await port.read(draft.key);
    if (isOver()) return;
    if (read.ok) return askForSent(draft, read.value, toHeldDocument(read.value));
    port.after(wait, () => void readAndAsk(draft, Math.min(longestWaitMs, wait * 2)));
  }

  return {
    askForSent,
    askForAllSent(all) {
      for (const draft of all) if (draft.sent !== null) void readAndAsk(draft);
    },
    setAsking(isAsking) {
      mayAsk = isAsking;
      sent.setAsking(isAsking);
    },
    decide(reason) {
      const document = canSend();
      const open = desk.now();
      if (document === undefined || open === undefined) return;
      const left = undecided(document, open.edits, mode);
      const against = mode === 'check' ? [] : listAgainstApproval(findFailures(document, open.edits));
      const first = left.length > 0 ? left : against.flatMap(({ places }) => places.slice(0, 1));
      const isUntold = left.length + against.length > 0 && open.warned === 0;
      if (isUntold && reason === undefined) return desk.tell(first);
      // Only a reason gets past a stop. The desk asks for it.
      if (reason === undefined && listStops(against).length > 0) return;
      const says = [reason ?? '', open.comment.trim()].filter((part) => part !== '').join('. ');
      send(mode === 'check' ? 'check' : 'approve', says.slice(0, longestReason) || null);
    },
    reject: (reason) => send('reject', reason),
    handOver: (to, note) => send('hand-over', note, { to }),
    file: (filing, reason) => send('file', reason, { filing }),
    postpone(time = port.now() + hourMs) {
      const made = desk.draft(null);
      if (made === undefined || mode === 'check') return;
      // An unknown outcome has to be resolved first.
      const before = sent.of(made.hand.key)?.phase;
      if (before === 'sending' || before === 'undoing' || before === 'stuck') return;
      const { hand, draft } = made;
      const { fileName } = draft;
      const until = new Date(time).toISOString();
      const calls = makePostponeCalls(port, hand, fileName, until);
      sent.send({ kind: 'postpone', hand, draft, base: null, fileName, postponedUntil: time, ...calls });
      goNext();
    },
  };
}

interface Decided {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over' | 'file';
  readonly corrections: readonly Correction[];
  readonly seconds: number;
  /** The reason of a rejection, the comment of an approval, or the note of a handover. */
  readonly reason: string | null;
  readonly to: string | null;
  readonly filing?: Filing | undefined;
}

/** Builds the calls of a decision, so that a retry sends exactly the same request. */
function makeDecisionCalls(
  port: ReviewPort,
  hand: HeldDocument,
  { intentKey }: Draft,
  { kind, corrections, seconds, reason, to, filing = noFiling }: Decided,
): Pick<Sending, 'call' | 'undo' | 'holdMs'> {
  const common = { ...hand.key, intentKey };
  const found = [...corrections];
  if (kind === 'check') {
    return {
      call: async (version) =>
        readOutcome(await port.check({ ...common, version, corrections: found, seconds })),
      undo: null,
      holdMs: 0,
    };
  }
  if (kind === 'file') {
    return {
      call: async (version) =>
        readOutcome(await port.refile({ ...common, ...filing, version, reason: reason ?? '' })),
      undo: null,
      holdMs: 0,
    };
  }
  if (kind === 'hand-over') {
    return {
      call: async (version) =>
        readOutcome(await port.handOver({ ...common, version, to: to ?? '', note: reason })),
      undo: null,
      holdMs: 0,
    };
  }
  return {
    call: async (version) =>
      readOutcome(
        await port.decide({ ...common, version, decision: kind, corrections: found, reason, seconds }),
      ),
    undo: async (version) => readOutcome(await port.undo({ ...hand.key, version })),
    holdMs: holdSeconds * 1_000,
  };
}

/** A draft without it is refused by its schema, and not sent. */
const noFiling: Filing = { into: [], also: [] };

/** Setting aside does not change the document. It is stored in this user's own list. */
function makePostponeCalls(
  port: ReviewPort,
  { key, version }: HeldDocument,
  fileName: string | null,
  until: string,
): Pick<Sending, 'call' | 'undo' | 'holdMs'> {
  const set = async (time: string | null): Promise<CallOutcome> => {
    const result = await port.postpone(key, fileName, time);
    return result.ok ? toDone(version) : { kind: 'failed', failure: result.failure };
  };
  return { call: () => set(until), undo: () => set(null), holdMs: asideSeconds * 1_000 };
}

const asideSeconds = 8;

function toDone(version: number): CallOutcome {
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

/**
 * Counts how long the user has looked at a document: only while the page is visible, and at most one minute per
 * pause.
 */
interface ActiveSeconds {
  /** Starts counting for another document. */
  readonly restart: () => void;
  readonly touched: () => void;
  readonly seen: (visible: boolean) => void;
  /** Returns whether a key or a pointer was used within this time. */
  readonly isActive: (withinMs: number) => boolean;
  readonly seconds: () => number;
}

export function countActiveSeconds(now: () => number): ActiveSeconds {
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
