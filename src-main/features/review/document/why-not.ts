import type { Session } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/why-read-only.ts';
import type { Standing } from './standing.ts';

/** Why this person may not decide a document, as a sentence; null where they may. */
export function whyNot(
  { status, opinionsBy, checkedBy, reviewedBy, hasNoVersion }: Standing,
  { connection, who }: Pick<Session, 'connection' | 'who'>,
  hasValues: boolean,
): string | null {
  if (who === null) return 'Who you are is not known on this connection. Sign in first.';
  const locked = whyReadOnly(connection);
  if (locked !== null) return locked;
  if (!hasValues) return 'What was read of it could not be had, and nobody should decide it unseen.';
  if (hasNoVersion)
    return 'What stands in the place of its version is no number, so nobody can be sure to decide what they have seen. Whoever looks after the pipelines has to mend the item.';
  if (status === 'REVIEW_REQUIRED' && opinionsBy.includes(who.id))
    return 'You have decided this document already, and it asks for another person.';
  if (status === 'SUCCEEDED' && reviewedBy === null && checkedBy !== null)
    return `${checkedBy === who.id ? 'You have' : `${checkedBy} has`} checked this document already.`;
  return null;
}
