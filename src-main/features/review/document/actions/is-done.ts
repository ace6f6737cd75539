import type { Correction } from '#shared/contract/review/document.ts';
import { valueAt } from '#shared/domain/review/draft-rules.ts';
import type { ReadNow } from '../read-document.ts';
import type { Change } from './change.ts';

type IsDone = Change['isDone'];

/*
 * Each change raises the version by one and is made on the version that was seen. So what stands one further, and
 * bears this person's name, was this person's, on that very version.
 */

export function isClaimed(seen: number): IsDone {
  return ({ standing }, personId) =>
    standing.version === seen + 1 && standing.status === 'REVIEW_REQUIRED' && standing.claimedBy === personId;
}

/** Whatever has happened to it since, it is not held any more. */
export const isReleased: IsDone = ({ standing }, personId) => standing.claimedBy !== personId;

export function isUndone(seen: number): IsDone {
  return ({ standing }, personId) =>
    standing.version === seen + 1 &&
    standing.status === 'REVIEW_REQUIRED' &&
    standing.claimedBy === null &&
    !standing.opinionsBy.includes(personId);
}

export function isDecided(
  seen: number,
  decision: 'approve' | 'reject',
  corrections: readonly Correction[],
): IsDone {
  return ({ standing, document }, personId) => {
    if (standing.version !== seen + 1) return false;
    if (standing.status === 'REVIEW_REQUIRED') {
      const last = standing.opinions.at(-1);
      const isMine = last?.by === personId && last.decision === decision;
      return isMine && JSON.stringify(last.corrections) === JSON.stringify(corrections);
    }
    const isMine = standing.reviewedBy === personId && standing.decision === decision;
    return isMine && corrections.every((one) => stands(one, document));
  };
}

function stands(correction: Correction, document: ReadNow['document']): boolean {
  return (valueAt(document, correction.field) ?? '') === valueOf(correction);
}

export function isHandedOver(seen: number, to: string): IsDone {
  return ({ standing }, personId) =>
    standing.version === seen + 1 && standing.assignedTo === to && standing.assignedBy === personId;
}

export function isChecked(seen: number, corrections: readonly Correction[]): IsDone {
  return ({ standing }, personId) =>
    standing.version === seen + 1 &&
    standing.checkedBy === personId &&
    standing.found.size === corrections.length &&
    corrections.every((one) => standing.found.get(one.field) === valueOf(one));
}

function valueOf(correction: Correction): string {
  return 'value' in correction ? correction.value : '';
}
