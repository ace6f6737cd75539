import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { documentId } from './flow-state.ts';
import { endsAt, whatBecame, type Became, type Lanes, type ReviewPort } from './review-port.ts';

/** A document that is worked on. The version is the one that the last answer has left it with. */
export interface InHand {
  readonly key: ReviewKey;
  version: number;
  claimed: boolean;
  /** From then on it is not given back: what was decided has freed it. */
  decided: boolean;
  left: boolean;
}

export type Claim =
  | { readonly kind: 'none' | 'asking' | 'over' }
  | { readonly kind: 'mine'; readonly until: number }
  | { readonly kind: 'held'; readonly by: string; readonly until: string | null }
  | { readonly kind: 'refused' | 'unsure'; readonly message: string };

interface ClaimKeeping {
  readonly take: (hand: InHand) => void;
  /** Somebody is there: what ran out meanwhile is taken again, what is about to is renewed. */
  readonly touched: () => void;
  readonly tryAgain: () => void;
  /** Gives it back, unless it was decided. */
  readonly leave: () => void;
  readonly claim: () => Claim;
}

interface Needs {
  readonly port: Pick<ReviewPort, 'claim' | 'release' | 'now' | 'after'>;
  readonly lanes: Lanes;
  readonly isActive: (withinMs: number) => boolean;
  readonly changed: () => void;
  /** It is another than was read. */
  readonly onOther: (theirs: ReviewDocument) => void;
}

const claimMs = claimMinutes * 60_000;
const activeMs = 5 * 60_000;

export function claimKeeping({ port, lanes, isActive, changed, onOther }: Needs): ClaimKeeping {
  let current: InHand | undefined;
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
      const became = whatBecame(await port.claim({ ...hand.key, version: hand.version }));
      if (became.kind === 'done') Object.assign(hand, { version: became.version, claimed: true });
      if (hand !== current) return;
      isAsking = false;
      settle(became, asked);
    });
  }

  function settle(became: Became, asked: number): void {
    if (became.kind === 'done') return hold(endsAt(asked, became.claimExpiresAt, claimMs));
    if (became.kind === 'changed') {
      claim = { kind: 'none' };
      return onOther(became.document);
    }
    if (became.kind === 'held') return show(became);
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

  return {
    take(hand) {
      callOff();
      current = hand;
      isAsking = false;
      renewalDue = false;
      claim = { kind: 'none' };
      ask();
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
