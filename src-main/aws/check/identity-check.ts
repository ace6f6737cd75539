import { callerIdentity } from '../account/caller-identity.ts';
import { NotSignedIn } from '../account/not-signed-in.ts';
import type { OpenedAccount } from '../account/open-account.ts';
import { withinTime } from '../within-time.ts';
import type { Outcome } from './planned-check.ts';

export interface Identity {
  readonly outcome: Outcome;
  /** Null: nothing else may be asked. */
  readonly who: { readonly accountId: string; readonly arn: string } | null;
}

type Account = Pick<OpenedAccount, 'credentials' | 'place'>;

/** Asks STS once whose keys these are, now. A person who is asked for a code is not waited for. */
export async function askIdentity(account: Account, longest: number): Promise<Identity> {
  try {
    return await withinTime(longest, () => ask(account));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'LateAnswer') throw error;
    return refused({ state: 'failed', why: 'STS gave no answer in time.' });
  }
}

async function ask({ credentials, place }: Account): Promise<Identity> {
  try {
    const before = credentials.standing().state;
    // To sign in is to ask STS; keys that were there before may have been taken back since.
    if (before !== 'signed-in') await credentials.signIn();
    const standing = credentials.standing();
    if (standing.state !== 'signed-in') return refused(standing);
    if (before !== 'signed-in') return found(standing);
    return found(await asked());
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error;
    return refused({ state: 'failed', reason: error.reason, why: error.message, run: error.run });
  }

  async function asked() {
    const keys = await credentials.get();
    const endpoints = place.account?.endpoints ?? {};
    try {
      return await callerIdentity(keys, place, endpoints);
    } catch (error) {
      const isOver = error instanceof NotSignedIn && error.reason === 'expired';
      if (!isOver || !(await credentials.renew(keys))) throw error;
      const renewed = credentials.standing();
      if (renewed.state !== 'signed-in') throw error;
      return renewed;
    }
  }
}

function found({ accountId, arn }: { readonly accountId: string; readonly arn: string }): Identity {
  const told = `STS says that you are ${arn}, in the account of this connection.`;
  return { outcome: { state: 'works', told }, who: { accountId, arn } };
}

type Standing = {
  readonly state: string;
  readonly reason?: string;
  readonly why?: string;
  readonly run?: string | null;
};

function refused({ state, reason, why, run }: Standing): Identity {
  const nothing = 'So nothing else was asked of AWS.';
  if (state === 'code-wanted' || reason === 'code-wanted') {
    // It is asked for where the connection is open, and any of the file may be checked.
    const told =
      'AWS wants a code of your device first. Enter it with this connection open, then check again.';
    return { outcome: { state: 'not-checked', told }, who: null };
  }
  if (state === 'in-progress' || reason === 'in-progress') {
    const told = `The sign-in to AWS goes on, and takes long. ${nothing} Check again when it is over.`;
    return { outcome: { state: 'not-checked', told }, who: null };
  }
  const next = run === undefined || run === null ? '' : ` Run "${run}" in a terminal, then check again.`;
  const told = `${why ?? 'The sign-in to AWS did not work.'} ${nothing}${next}`;
  return { outcome: { state: reason === 'other-account' ? 'differs' : 'failed', told }, who: null };
}
