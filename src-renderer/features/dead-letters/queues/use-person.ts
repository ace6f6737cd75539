import { useQuery } from '@tanstack/react-query';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

export interface Person {
  /** Null while nobody knows who works here. */
  readonly me: Persona | null;
  readonly connection: ConnectionSummary | null;
  /** Whom one could be in the sandbox, of those who may look. */
  readonly others: readonly Persona[];
  readonly mayLook: boolean;
  /** Why nothing of a queue can be changed; undefined where it can. The gate and IAM decide. */
  readonly whyNotAct: string | undefined;
}

export function usePerson(): Person {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const me = session?.who ?? null;
  const connection = session?.connection ?? null;
  return {
    me,
    connection,
    others: connection?.kind === 'sandbox' ? (session?.personas ?? []).filter(canLook) : [],
    mayLook: me !== null && canLook(me),
    whyNotAct: whyNotAct(me, connection),
  };
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
