import type { Operation } from '#shared/contract/define.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';

/** As much of the open connection as says whether it may be written to now. */
export type Lock = Parameters<typeof whyReadOnly>[0];

/**
 * The last check before a handler, in the same turn (decision 020). It comes after the role, so that nobody unlocks
 * production for what they may not do anyway; after the key, so that a call that was made and is asked about again is not
 * told that nothing was done; and inside the audit, so that the trail has who tried.
 */
export function refuseLocked({ writes }: Operation, connection: Lock): Result<never> | undefined {
  const why = writes ? whyReadOnly(connection) : null;
  return why === null ? undefined : refused({ code: 'read-only', message: `${why} Nothing was done.` });
}
