import type { Persona } from '#shared/contract/session.ts';
import type { SignIn } from '#shared/contract/sign-in.ts';

/** How the sign-ins of each connection stand, and who that makes the person here. */
export interface Standings {
  of(connectionId: string): { readonly signIn: SignIn; readonly who: Persona | null };
  /** Somebody works there now: it may begin to sign in. */
  opened(connectionId: string): void;
  onChange(listener: (connectionId: string) => void): () => void;
}

/** Of a console with nothing to sign in to. */
export const noStandings: Standings = {
  of: () => ({ signIn: null, who: null }),
  opened: () => undefined,
  onChange: () => () => undefined,
};
