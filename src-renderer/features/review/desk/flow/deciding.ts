import type { Draft } from '#shared/contract/review/decisions.ts';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { correctionsOf, undecided } from '#shared/domain/review/draft-rules.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { ActiveSeconds } from './active-seconds.ts';
import type { InHand } from './claim-keeping.ts';
import { decisionCalls, postponeCalls } from './decision-calls.ts';
import type { Decided } from './decision-calls.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import type { OpenDesk } from './open-desk.ts';
import { isOfThese, whyNot } from './open-document.ts';
import type { ReviewPort } from './review-port.ts';
import type { SentDecisions } from './sent-decisions.ts';

export interface Deciding {
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
