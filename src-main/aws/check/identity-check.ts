import { callerIdentity } from '../account/caller-identity.ts';
import { NotSignedIn } from '../account/not-signed-in.ts';
import type { OpenedAccount } from '../account/open-account.ts';
import { withinTime } from '../within-time.ts';
import type { Outcome } from './planned-check.ts';

type Account = Pick<OpenedAccount, 'credentials' | 'place'>;

/** Asks STS once whose keys these are, now. A person who is asked for a code is not waited for. */
export async function askIdentity(account: Account, longest: number): Promise<Outcome> {
  try {
    return await withinTime(longest, () => ask(account));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'LateAnswer') throw error;
    return refused({ state: 'failed', why: 'STS gave no answer in time.' });
  }
}

async function ask({ credentials, place }: Account): Promise<Outcome> {
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
    try {
      return await callerIdentity(keys, place, place.account ?? { endpoints: {} });
    } catch (error) {
      const isOver = error instanceof NotSignedIn && error.reason === 'expired';
      if (!isOver || !(await credentials.renew(keys))) throw error;
      const renewed = credentials.standing();
      if (renewed.state !== 'signed-in') throw error;
      return renewed;
    }
  }
}

function found({ arn }: { readonly arn: string }): Outcome {
  return { state: 'works', told: `STS says that you are ${arn}, in the account of this connection.` };
}

type Standing = {
  readonly state: string;
  readonly reason?: string;
  readonly why?: string;
  readonly run?: string | null;
};

function refused({ state, reason, why, run }: Standing): Outcome {
  const nothing = 'So nothing else was asked of AWS.';
  if (state === 'code-wanted' || reason === 'code-wanted') {
    // It is asked for where the connection is open, and any of the file may be checked.
    const told =
      'AWS wants a code of your device first. Enter it with this connection open, then check again.';
    return { state: 'not-checked', told };
  }
  if (state === 'in-progress' || reason === 'in-progress') {
    const told = `The sign-in to AWS goes on, and takes long. ${nothing} Check again when it is over.`;
    return { state: 'not-checked', told };
  }
  const next = run === undefined || run === null ? '' : ` Run "${run}" in a terminal, then check again.`;
  const told = `${why ?? 'The sign-in to AWS did not work.'} ${nothing}${next}`;
  return { state: reason === 'other-account' ? 'differs' : 'failed', told };
}
