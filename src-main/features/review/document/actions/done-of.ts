import type { Outcome } from '#shared/contract/review/decisions.ts';
import type { Standing } from '../standing.ts';
import type { Asking, Done } from './change.ts';

export function doneOf(standing: Standing, { change, personId }: Pick<Asking, 'change' | 'personId'>): Done {
  const { version, status, step, claimedBy, claimExpiresAt, holdUntil, differs } = standing;
  return {
    kind: 'done',
    version,
    status,
    step,
    claimExpiresAt: claimedBy === personId ? claimExpiresAt : null,
    // Of a claim it would be the hold of somebody else's opinion.
    holdUntil: change.name === 'reviewDocument' ? holdUntil : null,
    differs: step === 'third' ? [...differs] : [],
  };
}

/** Undefined where nobody is named. */
export function heldBy({ claimedBy, claimExpiresAt }: Standing): Outcome | undefined {
  if (claimedBy === null || claimExpiresAt === null) return undefined;
  return { kind: 'held', by: claimedBy, until: claimExpiresAt };
}
