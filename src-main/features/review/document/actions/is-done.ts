import type { Correction, Opinion } from '#shared/contract/review/document.ts';
import { valueAt } from '#shared/domain/review/draft-rules.ts';
import type { ReadNow } from '../read-document.ts';
import type { Change } from './change.ts';

type Stands = Change['stands'];

/**
 * Each change raises the version by one and is made on the version that was seen. So what stands one further, and
 * bears this person's name, was this person's, on that very version. A claim that is gone may be gone for longer.
 */
export function isDone({ name, seen, stands }: Change, now: ReadNow, personId: string): boolean {
  return (name === 'releaseDocument' || now.standing.version === seen.version + 1) && stands(now, personId);
}

export const isClaimed: Stands = ({ standing }, personId) =>
  standing.status === 'REVIEW_REQUIRED' && standing.claimedBy === personId;

/** Whatever has happened to it since, it is not held any more. */
export const isReleased: Stands = ({ standing }, personId) => standing.claimedBy !== personId;

/** Somebody else may have claimed it while the first of two opinions was held, and holds it still. */
export const isUndone: Stands = ({ standing }, personId) =>
  standing.status === 'REVIEW_REQUIRED' && !standing.opinionsBy.includes(personId);

export function isDecided(decision: 'approve' | 'reject', corrections: readonly Correction[]): Stands {
  return ({ standing, document }, personId) => {
    if (standing.status === 'REVIEW_REQUIRED') {
      return standing.opinions.some((one) => one.by === personId && saysSo(one));
    }
    const isMine = standing.reviewedBy === personId && standing.decision === decision;
    return isMine && corrections.every((one) => isIn(one, document));
  };

  function saysSo(opinion: Opinion): boolean {
    return (
      opinion.decision === decision && JSON.stringify(opinion.corrections) === JSON.stringify(corrections)
    );
  }
}

function isIn(correction: Correction, document: ReadNow['document']): boolean {
  return (valueAt(document, correction.field) ?? '') === valueOf(correction);
}

export function isHandedOver(to: string): Stands {
  return ({ standing }, personId) => standing.assignedTo === to && standing.assignedBy === personId;
}

export function isChecked(corrections: readonly Correction[]): Stands {
  return ({ standing }, personId) =>
    standing.checkedBy === personId &&
    standing.found.size === corrections.length &&
    corrections.every((one) => standing.found.get(one.field) === valueOf(one));
}

function valueOf(correction: Correction): string {
  return 'value' in correction ? correction.value : '';
}
