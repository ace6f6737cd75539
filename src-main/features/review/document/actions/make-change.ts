import type { Outcome } from '#shared/contract/review/decisions.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { outOfScope } from '../../../../aws/scope/out-of-scope.ts';
import type { AskedOf, Asking, Change, ChangeName, ChangeParts } from './change.ts';
import { outcomeOf } from './outcome-of.ts';
import { tellLists } from './tell-lists.ts';

/** One call, as whoever is there, on the version that was seen; and what became of it. */
export async function makeChange<N extends ChangeName>(
  change: Change<N>,
  parts: ChangeParts,
  { session, doors }: AskedOf = askedOf(parts),
): Promise<Result<Outcome>> {
  const { who } = session;
  const { seen, notDone, idempotencyKey } = change;
  if (who === null) {
    const message = `Who you are is not known on this connection. ${notDone} Sign in first.`;
    return refused({ code: 'sign-in-expired', message });
  }
  if (!maySeeTenant(who, seen.tenantId)) return outOfScope(seen.tenantId, notDone);

  const { tenantId, batchId, documentId, version } = seen;
  const asking: Asking = {
    change,
    personId: who.id,
    doors,
    session,
    facts: parts.facts,
    now: parts.now,
  };
  const answer = await doors.pipeline.call(change.name, {
    personId: who.id,
    params: { tenantId, batchId, documentId },
    ...(change.body !== undefined && { body: change.body }),
    idempotencyKey,
    ifMatch: version,
  });
  const { result, item } = await outcomeOf(answer, asking);
  // Also after a refusal: it has changed since it was read.
  if (answer.kind !== 'not-sent') tellLists(asking, item, parts);
  return result;
}

/** Taken once by who makes more than one call: each goes where the first went, and what was let in was let in there. */
export function askedOf({ session, doors }: Pick<ChangeParts, 'session' | 'doors'>): AskedOf {
  return { session: session(), doors: doors() };
}
