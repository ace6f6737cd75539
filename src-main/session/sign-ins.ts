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
  /** It is null when the connection names no API. */
  readonly api: ApiSignIn | null;
}

/** Returns null for the sandbox, which needs no sign-in. */
export type SignInsOf = (connectionId: string) => SignIns | null;

/** Reports the state of the sign-ins; opening a connection starts them. */
export function openStandings(signInsOf: SignInsOf): Standings {
  const listeners = new Set<(connectionId: string) => void>();
  const heard = new WeakSet<SignIns>();

  /** Listening starts with the first request for the state. */
  function of(connectionId: string): SignIns | null {
    if (connectionId === sandboxConnectionId) return null;
    const signIns = signInsOf(connectionId);
    if (signIns === null || heard.has(signIns)) return signIns;
    heard.add(signIns);
    const tell = (): void => {
      // The entry was read again since, and its new sign-ins report their own changes.
      if (signInsOf(connectionId) !== signIns) return;
      for (const listener of listeners) listener(connectionId);
    };
    let was = signIns.credentials.standing().state;
    signIns.credentials.onChange(() => {
      const is = signIns.credentials.standing().state;
      // Requests that could not be signed without keys can be signed now.
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
      // A failure shows in the state of the sign-in, so the error is dropped here.
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

/** Reports the state of each connection's sign-ins, and the persona that the person has there. */
export interface Standings {
  of(connectionId: string): { readonly signIn: SignIn; readonly who: Persona | null };
  /** A person now works on this connection, so its sign-in may start. */
  opened(connectionId: string): void;
  onChange(listener: (connectionId: string) => void): () => void;
}

/** These serve a console that has nothing to sign in to. */
export const noStandings: Standings = {
  of: () => ({ signIn: null, who: null }),
  opened: () => undefined,
  onChange: () => () => undefined,
};
