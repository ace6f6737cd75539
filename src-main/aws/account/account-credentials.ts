import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { CodeNotTaken, NotSignedIn } from '../aws-trouble.ts';
import type { PlaceCredentials } from '../client-config.ts';

export interface AccountCredentials extends PlaceCredentials {
  standing(): AwsSignIn;
  onChange(listener: () => void): () => void;
  /** A person asks for it, so a sign-in that was given up is tried again. */
  signIn(): Promise<void>;
  /** Returns false when no prompt with this id is open. */
  answer(promptId: string, code: string): boolean;
  giveUp(promptId: string): boolean;
}

interface Parts {
  /** Fetches keys with the profile, and asks for a code where the profile needs one. Rejects with `NotSignedIn`. */
  readonly fetch: (askCode: (device: string) => Promise<string>) => Promise<AwsKeys>;
  /** Asks STS whose keys these are, and refuses keys of another account. */
  readonly verify: (keys: AwsKeys) => Promise<{ readonly accountId: string; readonly arn: string }>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs the work once; the returned function cancels it. */
  readonly after?: (ms: number, work: () => void) => () => void;
}

interface SignedIn {
  readonly keys: AwsKeys;
  readonly accountId: string;
  readonly arn: string;
  readonly since: number;
}

/** Keys are renewed at most this long before they expire; short-lived ones in the last quarter of their life. */
const renewBefore = 5 * 60_000;
/** This is less than a request may take, so that a request ends as never sent instead of unanswered. */
const longestWait = 8_000;

/**
 * This is the one sign-in of a connection. All clients take their keys here, so there is one prompt, and keys are
 * handed out only after STS has confirmed the connection's account. A page's reads do not prompt again a person who
 * has given up.
 */
export function accountCredentials({
  fetch,
  verify,
  now,
  newId,
  after = realTimer,
}: Parts): AccountCredentials {
  const listeners = new Set<() => void>();
  let signedIn: SignedIn | undefined;
  let failed: NotSignedIn | undefined;
  let prompt: Prompt | undefined;
  let attempt: Promise<SignedIn> | undefined;

  return {
    async get() {
      if (signedIn !== undefined && left(signedIn) > 0) {
        // The old keys work until their last moment, so requests do not wait for the next ones.
        if (left(signedIn) <= getRenewalMargin(signedIn) && !mustBeAsked(failed)) inBackground(signInOnce());
        return signedIn.keys;
      }
      if (mustBeAsked(failed) && attempt === undefined) throw failed;
      return (await withoutWaitingForAPerson(signInOnce())).keys;
    },
    async renew(used) {
      if (signedIn !== undefined && !sameKeys(signedIn.keys, used)) return true;
      if (mustBeAsked(failed) && attempt === undefined) return false;
      signedIn = undefined;
      const { keys } = await withoutWaitingForAPerson(signInOnce());
      return !sameKeys(keys, used);
    },
    standing,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async signIn() {
      if (signedIn !== undefined && left(signedIn) > getRenewalMargin(signedIn)) return;
      failed = undefined;
      await withoutWaitingForAPerson(signInOnce()).catch(() => undefined);
    },
    answer: (promptId, code) => prompt?.id === promptId && prompt.answer(code),
    giveUp: (promptId) => prompt?.id === promptId && prompt.giveUp(),
  };

  function left({ keys: { expiration } }: SignedIn): number {
    return expiration === undefined ? Number.POSITIVE_INFINITY : expiration.getTime() - now();
  }

  function getRenewalMargin({ keys: { expiration }, since }: SignedIn): number {
    if (expiration === undefined) return 0;
    return Math.min(renewBefore, (expiration.getTime() - since) / 4);
  }

  function signInOnce(): Promise<SignedIn> {
    if (attempt !== undefined) return attempt;
    const begun = begin().finally(() => {
      attempt = undefined;
      changed();
    });
    attempt = begun;
    changed();
    return begun;
  }

  async function begin(): Promise<SignedIn> {
    // The caller must see the state "in progress" before the attempt ends.
    await Promise.resolve();
    try {
      const keys = await fetchKeys(null);
      const { accountId, arn } = await verify(keys);
      signedIn = { keys, accountId, arn, since: now() };
      failed = undefined;
      return signedIn;
    } catch (error) {
      failed = asNotSignedIn(error);
      throw failed;
    }
  }

  /** After a code that AWS rejects, asks for the next one with the reason, until the person gives up. */
  async function fetchKeys(again: string | null): Promise<AwsKeys> {
    try {
      return await fetch((device) => askCode(device, again));
    } catch (error) {
      if (error instanceof CodeNotTaken) return fetchKeys(error.message);
      throw error;
    }
  }

  async function askCode(device: string, again: string | null): Promise<string> {
    const asked = openPrompt({ id: newId(), device, again });
    prompt = asked;
    changed();
    try {
      return await asked.answered;
    } finally {
      prompt = undefined;
      changed();
    }
  }

  /**
   * A read fails at once when a person has been prompted, instead of waiting for them. It also fails soon when the
   * sign-in takes long, as when a program of the profile waits in a window of its own.
   */
  async function withoutWaitingForAPerson(signing: Promise<SignedIn>): Promise<SignedIn> {
    let look: () => void = changed;
    let callOff: () => void = changed;
    const asked = new Promise<never>((_, reject) => {
      callOff = after(longestWait, () => reject(new NotSignedIn('in-progress', goesOn)));
      look = () => {
        if (prompt !== undefined) reject(new NotSignedIn('code-wanted', waitsForCode));
      };
    });
    inBackground(signing);
    listeners.add(look);
    look();
    try {
      return await Promise.race([signing, asked]);
    } finally {
      callOff();
      listeners.delete(look);
    }
  }

  function standing(): AwsSignIn {
    if (prompt !== undefined) {
      const { id, device, again } = prompt;
      return { state: 'code-wanted', promptId: id, device, again };
    }
    if (signedIn !== undefined && left(signedIn) > 0) {
      const { keys, accountId, arn } = signedIn;
      return { state: 'signed-in', accountId, arn, expiresAt: keys.expiration?.toISOString() ?? null };
    }
    if (attempt !== undefined) return { state: 'in-progress' };
    if (failed !== undefined) {
      const { reason, message, run } = failed;
      const isOfWaiting = reason === 'code-wanted' || reason === 'in-progress';
      return { state: 'failed', reason: isOfWaiting ? 'given-up' : reason, why: message, run };
    }
    return signedIn === undefined ? { state: 'not-yet' } : hasExpired;
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }
}

/** The failure is kept in the standing, and callers that await the promise receive it too. */
function inBackground(signing: Promise<unknown>): void {
  signing.catch(() => undefined);
}

/** A failure that only a person can fix is not retried by each read. */
function mustBeAsked(failed: NotSignedIn | undefined): failed is NotSignedIn {
  return failed !== undefined && failed.reason !== 'unreachable';
}

function asNotSignedIn(error: unknown): NotSignedIn {
  if (error instanceof NotSignedIn) return error;
  return new NotSignedIn('refused', 'Sign-in to AWS failed.');
}

function realTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

const goesOn = 'Sign-in to AWS is still running; it takes longer than a request may.';
const waitsForCode = 'AWS needs a code from your device before anything is read.';
const hasExpired: AwsSignIn = {
  state: 'failed',
  reason: 'expired',
  why: 'The sign-in to AWS has expired.',
  run: null,
};

/** This is a code that a person is asked for, once. */
interface Prompt {
  readonly id: string;
  readonly device: string;
  /** This is the reason for asking again: the previous code was rejected. */
  readonly again: string | null;
  readonly answered: Promise<string>;
  /** Returns true the first time. */
  answer(code: string): boolean;
  giveUp(): boolean;
}

export function openPrompt(asked: Pick<Prompt, 'id' | 'device' | 'again'>): Prompt {
  let isOpen = true;
  let settle: { readonly take: (code: string) => void; readonly refuse: (why: Error) => void } | undefined;
  const answered = new Promise<string>((take, refuse) => {
    settle = { take, refuse };
  });
  const once = (end: () => void): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    end();
    return true;
  };
  return {
    ...asked,
    answered,
    answer: (code) => once(() => settle?.take(code)),
    giveUp: () =>
      once(() => settle?.refuse(new NotSignedIn('given-up', 'No code was entered, so nothing is read.'))),
  };
}

/** The SDK calls this a credential identity. It stays in the memory of the main process. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

function sameKeys(one: AwsKeys, other: AwsKeys): boolean {
  return one.accessKeyId === other.accessKeyId && one.sessionToken === other.sessionToken;
}
