import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { CodeNotTaken, NotSignedIn } from '../aws-trouble.ts';
import type { PlaceCredentials } from '../client-config.ts';

export interface AccountCredentials extends PlaceCredentials {
  standing(): AwsSignIn;
  onChange(listener: () => void): () => void;
  /** Somebody asks for it: what was given up is tried again. */
  signIn(): Promise<void>;
  /** False where nobody waits for a code by this name. */
  answer(promptId: string, code: string): boolean;
  giveUp(promptId: string): boolean;
}

interface Parts {
  /** By the profile. Asks for a code where the profile wants one. Rejects with `NotSignedIn`. */
  readonly fetch: (askCode: (device: string) => Promise<string>) => Promise<AwsKeys>;
  /** Asks STS whose they are, and refuses keys of another account. */
  readonly verify: (keys: AwsKeys) => Promise<{ readonly accountId: string; readonly arn: string }>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs once; what it answers calls that off. */
  readonly after?: (ms: number, work: () => void) => () => void;
}

interface SignedIn {
  readonly keys: AwsKeys;
  readonly accountId: string;
  readonly arn: string;
  readonly since: number;
}

/** At most; of keys that live for minutes only, as long as a quarter of their life. */
const renewBefore = 5 * 60_000;
/** Less than a request may take: it should end as one that was never sent, and not as one without an answer. */
const longestWait = 8_000;

/**
 * The one sign-in of a connection. All clients take their keys here, so there is one prompt; and nobody gets keys that
 * STS has not said to be of the connection's account. A person who has given up is not asked again by a page's reads.
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
        // Until the last moment the old ones do, so nobody waits for those that come next.
        if (left(signedIn) <= marginOf(signedIn) && !mustBeAsked(failed)) inBackground(signInOnce());
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
      if (signedIn !== undefined && left(signedIn) > marginOf(signedIn)) return;
      failed = undefined;
      await withoutWaitingForAPerson(signInOnce()).catch(() => undefined);
    },
    answer: (promptId, code) => prompt?.id === promptId && prompt.answer(code),
    giveUp: (promptId) => prompt?.id === promptId && prompt.giveUp(),
  };

  function left({ keys: { expiration } }: SignedIn): number {
    return expiration === undefined ? Number.POSITIVE_INFINITY : expiration.getTime() - now();
  }

  function marginOf({ keys: { expiration }, since }: SignedIn): number {
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
    // Whoever has asked for it must have been told that it goes on before it ends.
    await Promise.resolve();
    try {
      const keys = await keysOf(null);
      const { accountId, arn } = await verify(keys);
      signedIn = { keys, accountId, arn, since: now() };
      failed = undefined;
      return signedIn;
    } catch (error) {
      failed = asNotSignedIn(error);
      throw failed;
    }
  }

  /** Whoever typed a code that AWS does not take is asked for the next, and told why, until they give up. */
  async function keysOf(again: string | null): Promise<AwsKeys> {
    try {
      return await fetch((device) => askCode(device, again));
    } catch (error) {
      if (error instanceof CodeNotTaken) return keysOf(error.message);
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
   * A read is told at once that somebody is being asked, rather than waiting as long as a person may take; and before
   * long that it goes on, as where a program of the profile waits for a window of its own.
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

/** Its failure is kept in the standing; who waits for it hears of it, too. */
function inBackground(signing: Promise<unknown>): void {
  signing.catch(() => undefined);
}

/** What only a person can mend is not tried again by each read. */
function mustBeAsked(failed: NotSignedIn | undefined): failed is NotSignedIn {
  return failed !== undefined && failed.reason !== 'unreachable';
}

function asNotSignedIn(error: unknown): NotSignedIn {
  if (error instanceof NotSignedIn) return error;
  return new NotSignedIn('refused', 'The sign-in to AWS did not work.');
}

function realTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

const goesOn = 'The sign-in to AWS goes on, and takes longer than a request may.';
const waitsForCode = 'AWS wants a code of your device before anything is read.';
const hasExpired: AwsSignIn = {
  state: 'failed',
  reason: 'expired',
  why: 'The sign-in to AWS has expired.',
  run: null,
};

/** A code that somebody is asked for, once. */
interface Prompt {
  readonly id: string;
  readonly device: string;
  /** Why it is asked again: the code before was not taken. */
  readonly again: string | null;
  readonly answered: Promise<string>;
  /** True the first time. */
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
      once(() => settle?.refuse(new NotSignedIn('given-up', 'No code was given, so nothing is read.'))),
  };
}

/** What the SDK calls a credential identity. It stays in the memory of the main process. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

function sameKeys(one: AwsKeys, other: AwsKeys): boolean {
  return one.accessKeyId === other.accessKeyId && one.sessionToken === other.sessionToken;
}
