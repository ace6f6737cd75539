import type { Persona } from '#shared/contract/session.ts';
import type { PipelineSignIn } from '#shared/contract/sign-in.ts';
import { NoPass, type Pass, type PassSource } from './pass-sources.ts';

export interface SignedIn {
  readonly id: string;
  readonly pass: Pass;
  readonly who: Persona;
}

export interface ApiSignIn {
  standing(): PipelineSignIn;
  /** Returns the person whom the API named last; null until it has. */
  who(): Persona | null;
  /** Returns a sign-in whose pass lasts. Rejects with `NoPass` instead of waiting for a person. */
  get(): Promise<SignedIn>;
  /** A person starts to work there: signs in, or asks the API again who they are. It never reports a failure. */
  begin(): Promise<void>;
  /** Returns the sign-in with this id, unless it has been dropped meanwhile. */
  byId(id: string): SignedIn | undefined;
  /** Returns the present sign-in without asking for one. */
  current(): SignedIn | undefined;
  /** The API refused this sign-in. Returns a new one of the same person, or undefined. */
  renew(used: SignedIn): Promise<SignedIn | undefined>;
  /**
   * A person asks to sign in, which replaces any attempt under way. Resolves when it is over or continues in a
   * browser.
   */
  signIn(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

interface Parts {
  readonly source: PassSource;
  /** Asks the API whose pass this is. Rejects with `NoPass`. */
  readonly askWho: (pass: Pass) => Promise<Persona>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

interface Attempt {
  /** Rejects as soon as the attempt waits for a person. */
  readonly quick: Promise<SignedIn>;
  readonly abort: AbortController;
  /** This is the issuer whose page is open, once the attempt waits for a person there. */
  issuer: string | undefined;
}

/** A pass is renewed this early so that a request does not arrive with an expired one. */
const renewBefore = 60_000;
const mostLatest = 4;

/**
 * Opens the one sign-in to the API of a connection. A pass is handed out only after the API has named its owner, so
 * that nothing is done as another person than the one the console shows.
 */
export function openApiSignIn({ source, askWho, now, newId }: Parts): ApiSignIn {
  const listeners = new Set<() => void>();
  let signedIn: SignedIn | undefined;
  let who: Persona | null = null;
  let failed: { readonly why: string; readonly isAsked: boolean } | undefined;
  let attempt: Attempt | undefined;
  /** Recent sign-ins are kept because a request may have started just before the next one arrived. */
  let latest: readonly SignedIn[] = [];

  return {
    standing,
    who: () => who,
    async get() {
      if (signedIn !== undefined && lasts(signedIn, renewBefore)) return signedIn;
      try {
        return await (attempt ?? begin({ isAsked: false })).quick;
      } catch (error) {
        // The old pass works until its last moment, and the next request tries again.
        if (signedIn !== undefined && lasts(signedIn, 0)) return signedIn;
        throw error;
      }
    },
    async begin() {
      if (attempt !== undefined) return;
      if (signedIn !== undefined && lasts(signedIn, renewBefore)) await lookAgain(signedIn);
      else await begin({ isAsked: false }).quick.catch(() => undefined);
    },
    current: () => signedIn,
    byId: (id) => latest.find((one) => one.id === id),
    async renew(used) {
      if (signedIn === used) signedIn = undefined;
      try {
        const fresh = signedIn ?? (await (attempt ?? begin({ isAsked: false, refused: used.pass })).quick);
        return fresh.who.id === used.who.id ? fresh : undefined;
      } catch {
        // The failure already shows in the session.
        return undefined;
      }
    },
    async signIn() {
      attempt?.abort.abort();
      await begin({ isAsked: true }).quick.catch(() => undefined);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      attempt?.abort.abort();
      [attempt, signedIn, latest] = [undefined, undefined, []];
    },
  };

  function lasts({ pass: { expiresAt } }: SignedIn, atLeast: number): boolean {
    return expiresAt === null || expiresAt - now() > atLeast;
  }

  function begin({ isAsked, refused }: { readonly isAsked: boolean; readonly refused?: Pass }): Attempt {
    const abort = new AbortController();
    const person = waitingForPerson();
    const quick = Promise.race([tryIt(), person.waits]);
    // The caller may have gone, so an unhandled rejection is avoided here.
    quick.catch(() => undefined);
    const mine: Attempt = { abort, issuer: undefined, quick };
    attempt = mine;
    if (isAsked) failed = undefined;
    changed();
    return mine;

    async function tryIt(): Promise<SignedIn> {
      // The attempt starts only after it has been stored as the current one.
      await Promise.resolve();
      try {
        const pass = await source.fetch({ isAsked, refused, signal: abort.signal, inBrowser });
        const named = await askWho(pass);
        const fresh = { id: newId(), pass: asTaken(pass), who: named };
        if (attempt !== mine) throw new NoPass('Another sign-in was started meanwhile.');
        [signedIn, who, failed] = [fresh, fresh.who, undefined];
        latest = [fresh, ...latest.slice(0, mostLatest - 1)];
        return fresh;
      } catch (error) {
        const known = asNoPass(error);
        if (attempt === mine) fail(known, isAsked);
        throw known;
      } finally {
        if (attempt === mine) {
          attempt = undefined;
          changed();
        }
      }
    }

    function inBrowser(issuer: string): void {
      mine.issuer = issuer;
      person.isAsked();
      if (attempt === mine) changed();
    }
  }

  /** Asks again who the person is, because a role may have been granted or revoked meanwhile. */
  async function lookAgain(known: SignedIn): Promise<void> {
    try {
      const fresh = { ...known, who: await askWho(known.pass) };
      if (signedIn !== known) return;
      [signedIn, who] = [fresh, fresh.who];
      latest = latest.map((one) => (one === known ? fresh : one));
      changed();
    } catch (error) {
      const isRefused = asNoPass(error).because === 'not-taken';
      if (!isRefused || signedIn !== known || attempt !== undefined) return;
      signedIn = undefined;
      await begin({ isAsked: false, refused: known.pass }).quick.catch(() => undefined);
    }
  }

  /** A pass that the API has just accepted has not expired, whatever this machine's clock says. */
  function asTaken(pass: Pass): Pass {
    return pass.expiresAt === null || pass.expiresAt > now() ? pass : { ...pass, expiresAt: null };
  }

  function fail({ because, message }: NoPass, isAsked: boolean): void {
    if (because === 'not-taken') [signedIn, who] = [undefined, null];
    if (because !== 'not-asked') failed = { why: message, isAsked };
    // The error of a person's own attempt stays until their next one, because a failed automatic attempt adds
    // nothing to it.
    else if (failed?.isAsked !== true) {
      failed = who === null ? undefined : { why: hasExpired, isAsked: false };
    }
  }

  function standing(): PipelineSignIn {
    if (attempt?.issuer !== undefined) return { state: 'in-browser', issuer: attempt.issuer };
    const renews = failed === undefined && source.renewsItself();
    if (signedIn !== undefined && (renews || lasts(signedIn, 0))) {
      const { expiresAt } = signedIn.pass;
      const ends = expiresAt === null || renews ? null : new Date(expiresAt).toISOString();
      return { state: 'signed-in', expiresAt: ends };
    }
    if (attempt !== undefined) return { state: 'in-progress' };
    if (failed !== undefined) return { state: 'failed', why: failed.why };
    return signedIn === undefined ? { state: 'not-yet' } : { state: 'failed', why: hasExpired };
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }
}

/** Rejects as soon as a person is asked, since callers cannot wait that long. */
function waitingForPerson(): { readonly waits: Promise<never>; readonly isAsked: () => void } {
  let reject: ((why: NoPass) => void) | undefined;
  const waits = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { waits, isAsked: () => reject?.(new NoPass(inABrowser)) };
}

function asNoPass(error: unknown): NoPass {
  return error instanceof NoPass ? error : new NoPass('Sign-in to the pipeline API failed.');
}

const inABrowser = 'Continue the sign-in to the pipeline API in your browser.';
const hasExpired = 'The sign-in to the pipeline API has expired. Sign in again.';
