import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { messages } from './messages.ts';

export interface Person extends PersonHere {
  readonly mayLook: boolean;
  /** The reason why a queue cannot be changed; undefined if it can. The gate and IAM decide. */
  readonly whyNotAct: string | undefined;
  /** The reason why messages cannot be received or held for longer: both hide them from other readers. */
  readonly whyNotReceive: string | undefined;
  /**
   * The reason why a move cannot be stopped. In production a move can be stopped even when the connection has
   * locked itself.
   */
  readonly whyNotStop: string | undefined;
}

export function usePerson(): Person {
  const person = usePersonHere(canLook);
  const { me, connection } = person;
  return {
    ...person,
    mayLook: me !== null && canLook(me),
    whyNotAct: whyNotAct(me, connection),
    whyNotReceive: whyLocked(connection),
    whyNotStop: whyNotAct(me, connection?.unlockable === true ? null : connection),
  };
}

/** A queue holds the messages of every tenant, so only people who may see every tenant can look. */
export function canLook({ role, tenants }: Pick<Persona, 'role' | 'tenants'>): boolean {
  return (role === 'support' || role === 'admin') && tenants === '*';
}

export function whyNotAct(me: Pick<Persona, 'role'> | null, connection: Lock | null): string | undefined {
  if (me === null) return messages.rights.unknownRole;
  if (me.role !== 'admin') return messages.rights.requiresAdmin;
  return whyLocked(connection);
}

type Lock = Pick<ConnectionSummary, 'name' | 'readOnly' | 'unlockable'>;

function whyLocked(connection: Lock | null): string | undefined {
  return (connection && whyReadOnly(connection)) ?? undefined;
}
