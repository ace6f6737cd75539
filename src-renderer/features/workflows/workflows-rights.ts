import { useCallback } from 'react';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';

/** The others are those who may save for this tenant. */
export interface Person extends PersonHere {
  /** Why nothing can be saved; undefined where it can. The gate and the pipeline API decide. */
  readonly whyNotSave: string | undefined;
  /** As the session knows people; undefined for anybody else. */
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
  if (me === null) return 'Your role on this connection is not known, so nothing can be saved.';
  if (me.role === 'admin' && !maySave(me, tenantId)) return 'This is not one of your tenants.';
  if (me.role !== 'admin') {
    return `Admins save thresholds, and you work as ${me.role}. You can move the handles and share the link.`;
  }
  return (connection && whyReadOnly(connection)) ?? undefined;
}

function maySave({ role, tenants }: Pick<Persona, 'role' | 'tenants'>, tenantId: string): boolean {
  return role === 'admin' && (tenants === '*' || tenants.includes(tenantId));
}
