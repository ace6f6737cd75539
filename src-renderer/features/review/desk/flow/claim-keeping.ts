import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { documentId } from './flow-state.ts';
import { calculateEnd, readOutcome, type CallOutcome, type Lanes, type ReviewPort } from './review-port.ts';

/** The open document. Its version is the one in the last answer. */
export interface HeldDocument {
  readonly key: ReviewKey;
  version: number;
  claimed: boolean;
  /** A decided document is not released, because the decision has already freed it. */
  decided: boolean;
  left: boolean;
}

export type Claim =
  | { readonly kind: 'none' | 'asking' | 'over' }
  | { readonly kind: 'mine'; readonly until: number }
  | { readonly kind: 'held'; readonly by: string; readonly until: string | null }
  | { readonly kind: 'refused' | 'unsure'; readonly message: string };

interface ClaimKeeping {
  readonly take: (hand: HeldDocument) => void;
  /** The document was claimed before it was opened. */
  readonly holdUntil: (hand: HeldDocument, until: number) => void;
  /** Called on user activity: takes an expired claim again, and renews one that is about to expire. */
  readonly touched: () => void;
  readonly tryAgain: () => void;
  /** Releases the claim, unless the document was decided. */
  readonly leave: () => void;
  readonly claim: () => Claim;
}

interface Needs {
  readonly port: Pick<ReviewPort, 'claim' | 'release' | 'now' | 'after'>;
  readonly lanes: Lanes;
  readonly isActive: (withinMs: number) => boolean;
  readonly changed: () => void;
  /** Called when another person holds the document. */
  readonly onHeld: (by: string) => void;
  /** Called when the document has changed since it was read. */
  readonly onOther: (theirs: ReviewDocument) => void;
}

const claimMs = claimMinutes * 60_000;
const activeMs = 5 * 60_000;

export function createClaimKeeping({ port, lanes, isActive, changed, onHeld, onOther }: Needs): ClaimKeeping {
  let current: HeldDocument | undefined;
  let claim: Claim = { kind: 'none' };
  let isAsking = false;
  let renewalDue = false;
  let callOff: () => void = nothing;

  function show(next: Claim): void {
    claim = next;
    changed();
  }

  function ask(): void {
    const hand = current;
    if (hand === undefined || isAsking) return;
    isAsking = true;
    if (claim.kind !== 'mine') show({ kind: 'asking' });
    void lanes.run(documentId(hand.key), async () => {
      if (hand.decided || hand.left) return;
      const asked = port.now();
      const became = readOutcome(await port.claim({ ...hand.key, version: hand.version }));
      if (became.kind === 'done') Object.assign(hand, { version: became.version, claimed: true });
      if (hand !== current) return;
      isAsking = false;
      settle(became, asked);
    });
  }

  function settle(became: CallOutcome, asked: number): void {
    if (became.kind === 'done') return hold(calculateEnd(asked, became.claimExpiresAt, claimMs));
    if (became.kind === 'changed') {
      claim = { kind: 'none' };
      return onOther(became.document);
    }
    if (became.kind === 'held') {
      show(became);
      return onHeld(became.by);
    }
    const message = became.kind === 'failed' ? became.failure.message : became.message;
    return show({ kind: became.kind === 'refused' ? 'refused' : 'unsure', message });
  }

  function hold(until: number): void {
    callOff();
    renewalDue = false;
    show({ kind: 'mine', until });
    const left = until - port.now();
    callOff = port.after(left / 2, () => {
      if (isActive(activeMs)) return ask();
      renewalDue = true;
      callOff = port.after(left / 2, () => show({ kind: 'over' }));
    });
  }

  function begin(hand: HeldDocument): void {
    callOff();
    current = hand;
    isAsking = false;
    renewalDue = false;
    claim = { kind: 'none' };
  }

  return {
    take(hand) {
      begin(hand);
      ask();
    },
    holdUntil(hand, until) {
      begin(hand);
      hand.claimed = true;
      hold(until);
    },
    touched() {
      if (renewalDue || claim.kind === 'over' || claim.kind === 'unsure') ask();
    },
    tryAgain: ask,
    leave() {
      const hand = current;
      callOff();
      current = undefined;
      claim = { kind: 'none' };
      if (hand === undefined || hand.decided) return;
      hand.left = true;
      void lanes.run(documentId(hand.key), async () => {
        if (hand.claimed) await port.release({ ...hand.key, version: hand.version });
      });
    },
    claim: () => claim,
  };
}

function nothing(): void {}
