import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';

export interface Person extends PersonHere {
  readonly mayLook: boolean;
  /** Why nothing of a queue can be changed; undefined where it can. The gate and IAM decide. */
  readonly whyNotAct: string | undefined;
}

export function usePerson(): Person {
  const person = usePersonHere(canLook);
  const { me, connection } = person;
  return { ...person, mayLook: me !== null && canLook(me), whyNotAct: whyNotAct(me, connection) };
}

/** A queue holds everybody's messages, so only those look who may see everybody's. */
export function canLook({ role, tenants }: Pick<Persona, 'role' | 'tenants'>): boolean {
  return (role === 'support' || role === 'admin') && tenants === '*';
}

export function whyNotAct(
  me: Pick<Persona, 'role'> | null,
  connection: Pick<ConnectionSummary, 'name' | 'readOnly'> | null,
): string | undefined {
  if (me === null) return 'Your role on this connection is not known, so nothing can be changed.';
  if (me.role !== 'admin') return 'Admins redrive, edit and discard; support looks and exports masked.';
  if (connection?.readOnly === true) return `${connection.name} is open for looking only.`;
  return undefined;
}
