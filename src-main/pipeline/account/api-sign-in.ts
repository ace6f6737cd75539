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
  /** As the API itself has said last; null until it has. */
  who(): Persona | null;
  /** With a pass that lasts. Rejects with `NoPass`, and rather than wait for a person. */
  get(): Promise<SignedIn>;
  /** Somebody begins to work there: signs in, or asks the API anew who that is. Nobody is told how it went. */
  begin(): Promise<void>;
  /** The one of this id, if it has not gone meanwhile. */
  byId(id: string): SignedIn | undefined;
  /** As it stands, without asking anybody. */
  current(): SignedIn | undefined;
  /** The API does not take this one. Undefined where there is no other of the same person. */
  renew(used: SignedIn): Promise<SignedIn | undefined>;
  /** Somebody asks for it, in place of any that is under way. Resolves when it is over, or goes on in a browser. */
  signIn(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

interface Parts {
  readonly source: PassSource;
  /** Asks the API whose pass this is. Rejects with `NoPass`. */
  readonly askWho: (pass: Pass) => Promise<Persona>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

interface Attempt {
  /** Rejects as soon as a person is waited for. */
  readonly quick: Promise<SignedIn>;
  readonly abort: AbortController;
  /** Once it waits for a person there: whose page it is. */
  issuer: string | undefined;
}

/** A request that is on its way should not arrive too late. */
const renewBefore = 60_000;
const mostLatest = 4;

/**
 * The one sign-in to the API of a connection. Nobody gets a pass whose owner the API has not named, so that nothing is
 * done as somebody else than whoever the console shows.
 */
export function openApiSignIn({ source, askWho, now, newId }: Parts): ApiSignIn {
  const listeners = new Set<() => void>();
  let signedIn: SignedIn | undefined;
  let who: Persona | null = null;
  let failed: { readonly why: string; readonly isAsked: boolean } | undefined;
  let attempt: Attempt | undefined;
  /** A request may have begun just before the next sign-in was there. */
  let latest: readonly SignedIn[] = [];

  return {
    standing,
    who: () => who,
    async get() {
      if (signedIn !== undefined && lasts(signedIn, renewBefore)) return signedIn;
      try {
        return await (attempt ?? begin({ isAsked: false })).quick;
      } catch (error) {
        // Until the last moment the old one does: the next who asks tries again.
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
        // It stands in the session already.
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
    // Whoever began it may not be there any more.
    quick.catch(() => undefined);
    const mine: Attempt = { abort, issuer: undefined, quick };
    attempt = mine;
    if (isAsked) failed = undefined;
    changed();
    return mine;

    async function tryIt(): Promise<SignedIn> {
      // Not before it is known as the attempt that is made.
      await Promise.resolve();
      try {
        const pass = await source.fetch({ isAsked, refused, signal: abort.signal, inBrowser });
        const named = await askWho(pass);
        const fresh = { id: newId(), pass: asTaken(pass), who: named };
        if (attempt !== mine) throw new NoPass('Another sign-in has begun meanwhile.');
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

  /** A role may have been given or taken meanwhile. */
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

  /** What the API has just taken has not expired, whatever the clock of this machine says. */
  function asTaken(pass: Pass): Pass {
    return pass.expiresAt === null || pass.expiresAt > now() ? pass : { ...pass, expiresAt: null };
  }

  function fail({ because, message }: NoPass, isAsked: boolean): void {
    if (because === 'not-taken') [signedIn, who] = [undefined, null];
    if (because !== 'not-asked') failed = { why: message, isAsked };
    // Why somebody's own try failed stays until their next one: that only they can try is no news.
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

/** Nobody waits as long as a person may take. */
function waitingForPerson(): { readonly waits: Promise<never>; readonly isAsked: () => void } {
  let reject: ((why: NoPass) => void) | undefined;
  const waits = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { waits, isAsked: () => reject?.(new NoPass(inABrowser)) };
}

function asNoPass(error: unknown): NoPass {
  return error instanceof NoPass ? error : new NoPass('The sign-in to the pipeline API did not work.');
}

const inABrowser = 'The sign-in to the pipeline API goes on in your browser.';
const hasExpired = 'The sign-in to the pipeline API has expired. Sign in again.';
