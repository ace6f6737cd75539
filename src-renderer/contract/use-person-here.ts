import { useQuery } from '@tanstack/react-query';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { operationOptions } from './operation-options.ts';

export interface PersonHere {
  /** Null while nobody knows who works here. */
  readonly me: Persona | null;
  readonly connection: ConnectionSummary | null;
  /** Whom the session knows; of a real connection nobody. */
  readonly personas: readonly Persona[];
  /** Whom one could be in the sandbox, of those who may. */
  readonly others: readonly Persona[];
}

export function usePersonHere(may: (persona: Persona) => boolean): PersonHere {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const personas = session?.personas ?? nobody;
  return {
    me: session?.who ?? null,
    connection: session?.connection ?? null,
    personas,
    others: session?.connection.kind === 'sandbox' ? personas.filter(may) : nobody,
  };
}

const nobody: readonly Persona[] = [];
