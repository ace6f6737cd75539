import type { TypedBy } from '#shared/contract/review-document.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Handlers } from '../../gate/gate.ts';

type Names = 'review.decide' | 'review.undo' | 'review.handOver' | 'review.check' | 'review.refile';

/**
 * Lets a decision through only for the person and the connection that it was made on. The desk sends a decision again
 * when its answer was lost, and by then another person may be signed in. It stays unclear for the one who made it.
 */
export function refuseOthers(handlers: Pick<Handlers, Names>, session: () => Session): Pick<Handlers, Names> {
  const isOther = (by: TypedBy | undefined): boolean => isTypedByOther(by, session());
  return {
    'review.decide': async ({ typedBy, ...input }, context) =>
      isOther(typedBy) ? notSent : handlers['review.decide'](input, context),
    'review.undo': async ({ typedBy, ...input }, context) =>
      isOther(typedBy) ? notUndone : handlers['review.undo'](input, context),
    'review.handOver': async ({ typedBy, ...input }, context) =>
      isOther(typedBy) ? notSent : handlers['review.handOver'](input, context),
    'review.check': async ({ typedBy, ...input }, context) =>
      isOther(typedBy) ? notSent : handlers['review.check'](input, context),
    'review.refile': async ({ typedBy, ...input }, context) =>
      isOther(typedBy) ? notSent : handlers['review.refile'](input, context),
  };
}

/** A person whose sign-in has ended is told so by the action itself. */
function isTypedByOther(by: TypedBy | undefined, { connection, who }: Session): boolean {
  if (by === undefined) return false;
  return by.connectionId !== connection.id || (who !== null && by.personId !== who.id);
}

const why = 'Another person is signed in now, or another connection is open.';

const notSent = ok({
  outcome: {
    kind: 'unclear',
    message: `${why} Nothing was sent for them. Sign in as yourself to find out the outcome.`,
  } as const,
});

const notUndone = refused({ code: 'not-signed-in', message: `${why} Nothing was undone.` });
