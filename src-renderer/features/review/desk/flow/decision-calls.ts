import type { Draft } from '#shared/contract/review/decisions.ts';
import type { Correction } from '#shared/contract/review/document.ts';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import type { InHand } from './claim-keeping.ts';
import type { ReviewPort } from './review-port.ts';
import type { Sending } from './sent-decisions.ts';
import { whatBecame } from './what-became.ts';
import type { Became } from './what-became.ts';

export interface Decided {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over';
  readonly corrections: readonly Correction[];
  readonly seconds: number;
  /** A rejection's reason, an approval's comment, the note with which it is handed over. */
  readonly reason: string | null;
  readonly to: string | null;
}

/** What is asked of main for a decision, each time in the same words. */
export function decisionCalls(
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
export function postponeCalls(
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

export function draftOf(
  hand: InHand,
  parts: Pick<Draft, 'edits' | 'comment' | 'intentKey' | 'sent'> & { readonly fileName: string | null },
  now: number,
): Draft {
  return { key: hand.key, version: hand.version, ...parts, savedAt: new Date(now).toISOString() };
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
