import { refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';

export interface ActivityParts {
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
}

export interface Keeping {
  /** Says why this connection keeps no activity, notes and owners; null where it does, or where that is unknown. */
  whyNotKept(asked: Asked): Promise<string | null>;
}

/** Holds the person and the connection of a request, because another connection may be opened while it is under way. */
interface Asked {
  readonly session: Session;
  readonly doors: ConnectionDoors;
}

export function describeAsked({ doors, session }: Pick<ActivityParts, 'doors' | 'session'>): Asked {
  return { session: session(), doors: doors() };
}

const asksAgainAfter = 5 * 60_000;

/**
 * Asks the pipeline API what it keeps. Another API than ours, or an older one, knows nothing of activity, and its table
 * has none; saying so is better than an empty list.
 */
export function openKeeping({ now }: Pick<ActivityParts, 'now'>): Keeping {
  let known: { readonly of: string; readonly why: string | null; readonly until: number } | undefined;

  return {
    async whyNotKept({ session: { connection, who, signIn }, doors }) {
      if (signIn?.pipeline.state === 'no-api') return noApi;
      if (who === null) return null;
      const of = JSON.stringify([connection.id, who.id]);
      if (known?.of === of && known.until > now()) return known.why;
      const answer = await doors.pipeline.call('me', { personId: who.id });
      // An API that does not answer now may well keep it.
      if (answer.kind !== 'answered') return null;
      const why = answer.value.keeps?.includes('activity') === true ? null : keepsNone;
      known = { of, why, until: now() + asksAgainAfter };
      return why;
    },
  };
}

const noApi =
  'This connection names no pipeline API, so no activity, notes or owners are kept. Activity shows what was done from this machine.';
const keepsNone =
  'The pipeline API of this connection keeps no activity, notes or owners. Activity shows what was done from this machine.';

export function notIdentified(consequence: string): Result<never> {
  const message = `You are not identified on this connection. ${consequence} Sign in first.`;
  return refused({ code: 'sign-in-expired', message });
}

export function refuseNotKept(why: string, consequence: string): Result<never> {
  const message = `${why} ${consequence}`;
  return refused({ code: 'pipeline-refused', message, problem: 'not-found', status: 404 });
}

export function unclear(
  { why, status }: { readonly why: string; readonly status: number | null },
  outcome: string,
): Result<never> {
  const message = `${why.replace(/[.!?]?$/, '.')} ${outcome} Try again: it is the same request, so it is done once at most.`;
  return refused({ code: 'pipeline-unreadable', message, status: status ?? 0 });
}
