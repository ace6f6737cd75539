import type { OpenedAccount } from './open-account.ts';

export interface WorkOfAccount {
  /** Somebody has its doors. */
  begin(): void;
  /** Whether something may have come through them. */
  mayHaveBegun(): boolean;
}

/** Nothing comes through a door before one of the two sign-ins is there, or while one is on its way. */
export function workOf({ credentials, api }: Pick<OpenedAccount, 'credentials' | 'api'>): WorkOfAccount {
  let isBegun = false;
  let wasSignedIn = false;
  const look = (): boolean => (wasSignedIn ||= isSignedIn());
  credentials.onChange(look);
  api?.onChange(look);

  function isSignedIn(): boolean {
    return credentials.standing().state === 'signed-in' || api?.standing().state === 'signed-in';
  }

  function isSigningIn(): boolean {
    return underWay.has(credentials.standing().state) || underWay.has(api?.standing().state ?? 'no-api');
  }

  return {
    begin() {
      isBegun = true;
    },
    mayHaveBegun: () => isBegun && (look() || isSigningIn()),
  };
}

const underWay: ReadonlySet<string> = new Set(['in-progress', 'code-wanted', 'in-browser']);
