import type { Persona } from '#shared/contract/session.ts';
import type { SignIn } from '#shared/contract/sign-in.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { AccountCredentials } from '../aws/account/account-credentials.ts';
import type { ApiSignIn } from '../pipeline/account/api-sign-in.ts';

export interface SignIns {
  readonly credentials: Pick<
    AccountCredentials,
    'standing' | 'onChange' | 'get' | 'signIn' | 'answer' | 'giveUp'
  >;
  /** Null where the connection names no API. */
  readonly api: ApiSignIn | null;
}

/** Null for the sandbox, which asks nobody. */
export type SignInsOf = (connectionId: string) => SignIns | null;

/** How the sign-ins stand; to open a connection begins them. */
export function openStandings(signInsOf: SignInsOf): Standings {
  const listeners = new Set<(connectionId: string) => void>();
  const heard = new WeakSet<SignIns>();

  /** Listened to from the first time that somebody wants to know. */
  function of(connectionId: string): SignIns | null {
    if (connectionId === sandboxConnectionId) return null;
    const signIns = signInsOf(connectionId);
    if (signIns === null || heard.has(signIns)) return signIns;
    heard.add(signIns);
    const tell = (): void => {
      // The entry was read again since, and what is told of it is told by another.
      if (signInsOf(connectionId) !== signIns) return;
      for (const listener of listeners) listener(connectionId);
    };
    let was = signIns.credentials.standing().state;
    signIns.credentials.onChange(() => {
      const is = signIns.credentials.standing().state;
      // What could not be signed without keys can be now.
      if (is === 'signed-in' && was !== is && mayBegin(signIns)) begin(signIns);
      was = is;
      tell();
    });
    signIns.api?.onChange(tell);
    return signIns;
  }

  return {
    of(connectionId) {
      const signIns = of(connectionId);
      if (signIns === null) return { signIn: null, who: null };
      const { credentials, api } = signIns;
      return {
        signIn: { aws: credentials.standing(), pipeline: api?.standing() ?? { state: 'no-api' } },
        who: api?.who() ?? null,
      };
    },
    opened(connectionId) {
      const signIns = of(connectionId);
      if (signIns === null) return;
      // How they end is told by how they stand.
      void signIns.credentials.get().catch(() => undefined);
      begin(signIns);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function begin({ api }: SignIns): void {
  void api?.begin();
}

function mayBegin({ api }: SignIns): boolean {
  const state = api?.standing().state;
  return state === 'not-yet' || state === 'failed';
}

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
