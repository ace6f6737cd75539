import type { Persona } from '#shared/contract/session.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { messages } from './messages.ts';

export interface Person extends PersonHere {
  readonly mayLook: boolean;
  /**
   * The reason why nothing can be requeued, run again or closed; undefined if it can. The gate and the
   * pipeline decide.
   */
  readonly whyNotAct: string | undefined;
}

export function usePerson(): Person {
  const person = usePersonHere(canLook);
  return { ...person, mayLook: person.me !== null && canLook(person.me), whyNotAct: whyNotAct(person.me) };
}

/** Files name no tenant, so only people who may see every tenant can look (decision 015). */
export function canLook({ tenants }: Pick<Persona, 'tenants'>): boolean {
  return tenants === '*';
}

export function whyNotAct(me: Pick<Persona, 'role'> | null): string | undefined {
  if (me === null) return messages.rights.unknownRole;
  if (me.role === 'reviewer') return messages.rights.requiresRole;
  return undefined;
}
