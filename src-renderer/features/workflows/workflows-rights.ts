import { useCallback } from 'react';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { messages } from './messages.ts';

/** A person of Workflows. `others` are the people who may save for this tenant. */
export interface Person extends PersonHere {
  /** The reason why nothing can be saved; undefined if it can. The gate and the pipeline API decide. */
  readonly whyNotSave: string | undefined;
  /** Returns the name of a person whom the session knows; undefined for anyone else. */
  readonly nameOf: (id: string) => string | undefined;
}

export function usePerson(tenantId: string): Person {
  const person = usePersonHere((one) => maySave(one, tenantId));
  const { me, connection, personas } = person;
  return {
    ...person,
    whyNotSave: whyNotSave(me, connection, tenantId),
    nameOf: useCallback((id: string) => personas.find((one) => one.id === id)?.name, [personas]),
  };
}

export function whyNotSave(
  me: Pick<Persona, 'role' | 'tenants'> | null,
  connection: Pick<ConnectionSummary, 'name' | 'readOnly' | 'unlockable'> | null,
  tenantId: string,
): string | undefined {
  if (me === null) return messages.page.unknownRole;
  if (me.role === 'admin' && !maySave(me, tenantId)) return messages.page.otherTenant;
  if (me.role !== 'admin') {
    return messages.page.adminsSave(me.role);
  }
  return (connection && whyReadOnly(connection)) ?? undefined;
}

function maySave({ role, tenants }: Pick<Persona, 'role' | 'tenants'>, tenantId: string): boolean {
  return role === 'admin' && (tenants === '*' || tenants.includes(tenantId));
}
