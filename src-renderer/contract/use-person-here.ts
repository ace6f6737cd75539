import { useQuery } from '@tanstack/react-query';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import type { PipelineSignIn } from '#shared/contract/sign-in.ts';
import { operationOptions } from './operation-options.ts';

export interface PersonHere {
  /** This is null while it is unknown who works here. */
  readonly me: Persona | null;
  readonly connection: ConnectionSummary | null;
  /** False while the pipeline API refuses what this person does, until they sign in to it again. */
  readonly isSignedIn: boolean;
  /** The session knows these people; a real connection has none. */
  readonly personas: readonly Persona[];
  /** In the sandbox, these are the other people who are allowed to do this. */
  readonly others: readonly Persona[];
}

/** Returns who works here and where. What they may do is asked of shared/permissions.ts. */
export function usePersonHere(may: (persona: Persona) => boolean = noOne): PersonHere {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const personas = session?.personas ?? noPersonas;
  return {
    me: session?.who ?? null,
    connection: session?.connection ?? null,
    isSignedIn: !needsPerson(session?.signIn?.pipeline.state),
    personas,
    others: session?.connection.kind === 'sandbox' ? personas.filter(may) : noPersonas,
  };
}

/** A sign-in renews itself without a person, and a connection without a pipeline API has none. */
export function needsPerson(state: PipelineSignIn['state'] | undefined): boolean {
  return state === 'failed' || state === 'not-yet' || state === 'in-browser';
}

function noOne(): boolean {
  return false;
}

const noPersonas: readonly Persona[] = [];
