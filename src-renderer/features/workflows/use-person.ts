import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

export interface Person {
  /** Null while nobody knows who works here. */
  readonly me: Persona | null;
  readonly connection: ConnectionSummary | null;
  /** Whom one could be in the sandbox, of those who may save for this tenant. */
  readonly savers: readonly Persona[];
  /** Why nothing can be saved; undefined where it can. The gate and the pipelines' API decide. */
  readonly whyNotSave: string | undefined;
  /** As the session knows people; undefined for anybody else. */
  readonly nameOf: (id: string) => string | undefined;
}

export function usePerson(tenantId: string): Person {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const me = session?.who ?? null;
  const connection = session?.connection ?? null;
  const personas = session?.personas;
  return {
    me,
    connection,
    savers: connection?.kind === 'sandbox' ? (personas ?? []).filter((one) => maySave(one, tenantId)) : [],
    whyNotSave: whyNotSave(me, connection, tenantId),
    nameOf: useCallback((id: string) => personas?.find((one) => one.id === id)?.name, [personas]),
  };
}

export function whyNotSave(
  me: Pick<Persona, 'role' | 'tenants'> | null,
  connection: Pick<ConnectionSummary, 'name' | 'readOnly'> | null,
  tenantId: string,
): string | undefined {
  if (me === null) return 'Your role on this connection is not known, so nothing can be saved.';
  if (me.role === 'admin' && !maySave(me, tenantId)) return 'This is not one of your tenants.';
  if (me.role !== 'admin') {
    return `Admins save thresholds, and you work as ${me.role}. You can move the handles and share the link.`;
  }
  if (connection?.readOnly === true) return `${connection.name} is open for looking only.`;
  return undefined;
}

function maySave({ role, tenants }: Pick<Persona, 'role' | 'tenants'>, tenantId: string): boolean {
  return role === 'admin' && (tenants === '*' || tenants.includes(tenantId));
}
