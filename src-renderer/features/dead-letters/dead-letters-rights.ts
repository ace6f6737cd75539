import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';

export interface Person extends PersonHere {
  readonly mayLook: boolean;
  /** Why nothing of a queue can be changed; undefined where it can. The gate and IAM decide. */
  readonly whyNotAct: string | undefined;
  /** Why nothing can be received, or held for longer: both hide messages from others. */
  readonly whyNotReceive: string | undefined;
  /** Why a move cannot be stopped: what was started in production can be, also when it has locked itself. */
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

/** A queue holds everybody's messages, so only those look who may see everybody's. */
export function canLook({ role, tenants }: Pick<Persona, 'role' | 'tenants'>): boolean {
  return (role === 'support' || role === 'admin') && tenants === '*';
}

export function whyNotAct(me: Pick<Persona, 'role'> | null, connection: Lock | null): string | undefined {
  if (me === null) return 'Your role on this connection is not known, so nothing can be changed.';
  if (me.role !== 'admin') return 'Admins redrive, edit and discard; support looks and exports masked.';
  return whyLocked(connection);
}

type Lock = Pick<ConnectionSummary, 'name' | 'readOnly' | 'unlockable'>;

function whyLocked(connection: Lock | null): string | undefined {
  return (connection && whyReadOnly(connection)) ?? undefined;
}
