import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { isHttpsOrLoopback } from '#shared/domain/connection.ts';
import { explainStop, sayStop } from '../../network/explain-stop.ts';
import type { Fetch } from '../../network/open-network.ts';
import { isToken, NoPass, tokenPass, type Fetching, type Pass, type PassSource } from './pass-sources.ts';

interface Parts {
  readonly issuer: string;
  readonly clientId: string;
  /** It is left out when there is no browser to open. */
  readonly openPage: OpenSignInPage | undefined;
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly after?: (ms: number, work: () => void) => () => void;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** A person may take this long in the browser. */
const longestMs = 5 * 60_000;

/**
 * Signs a person in at the issuer in their system's browser: authorization code with PKCE, back over loopback (RFC
 * 8252). The refresh token stays in memory only, so a restart of the console needs a new sign-in.
 */
export function oidcSource({ issuer, clientId, openPage, fetch, now, after = realTimer }: Parts): PassSource {
  let refreshToken: string | undefined;
  let known: Promise<Configuration> | undefined;
  /** Two renewals at once share one exchange, because the second use of a refresh token may end the sign-in. */
  let renewal: { readonly of: string; readonly tokens: Promise<Tokens> } | undefined;

  function discovered(): Promise<Configuration> {
    known ??= discoveredIssuer(issuer, clientId, fetch);
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  async function renewed({ signal }: Fetching): Promise<Pass> {
    const mine = refreshToken;
    if (mine === undefined) throw new NoPass(notSignedIn, 'not-asked');
    if (renewal?.of !== mine) renewal = { of: mine, tokens: exchanged(mine) };
    const tokens = await renewal.tokens;
    if (signal.aborted) throw new NoPass(givenUp);
    return toPass(tokens);
  }

  /**
   * An issuer may accept a refresh token only once and return the next one, so that one is kept even when the renewal was
   * given up meanwhile.
   */
  async function exchanged(mine: string): Promise<Tokens> {
    // The issuer may answer after another sign-in, whose refresh token must then not be replaced.
    const isStillMine = (): boolean => refreshToken === mine;
    const { refreshTokenGrant } = await import('openid-client');
    try {
      const tokens = await refreshTokenGrant(await discovered(), mine);
      if (!isStillMine()) throw new NoPass(givenUp);
      // An issuer may return a new refresh token each time, or let the first one last.
      refreshToken = tokens.refresh_token ?? mine;
      return tokens;
    } catch (error) {
      const { isOver, noPass } = noPassBy(error);
      if (!isOver) throw noPass;
      if (!isStillMine()) throw new NoPass(givenUp);
      refreshToken = undefined;
      throw new NoPass(notSignedIn, 'not-asked');
    } finally {
      if (renewal?.of === mine) renewal = undefined;
    }
  }

  async function asked({ signal, inBrowser }: Fetching): Promise<Pass> {
    if (openPage === undefined) throw new NoPass(noBrowser);
    const client = await import('openid-client');
    const config = await discovered();
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const callback = await openLoopbackCallback(state);
    try {
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: callback.redirectUri,
        ...scopeFor(config),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
      const page = { address, endpoint: config.serverMetadata().authorization_endpoint ?? '' };
      if (!isSignInPage(page)) throw new NoPass(noPage);
      // The attempt may have been cancelled or replaced while the metadata was fetched; a page opened now would
      // lead nowhere.
      if (signal.aborted) throw new NoPass(givenUp);
      inBrowser(new URL(issuer).host);
      await openPage(page).catch(() => {
        throw new NoPass(noBrowser);
      });
      const at = await arrivedInTime(callback.arrived, signal, after);
      const tokens = await client.authorizationCodeGrant(config, at, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      if (signal.aborted) throw new NoPass(givenUp);
      refreshToken = undefined;
      const pass = toPass(tokens);
      refreshToken = tokens.refresh_token;
      return pass;
    } finally {
      callback.close();
    }
  }

  function toPass(tokens: Tokens): Pass {
    const { access_token: token } = tokens;
    if (!isToken(token)) throw new NoPass('The sign-in gave no usable token.');
    const seconds = tokens.expiresIn();
    return tokenPass(token, seconds === undefined ? null : now() + seconds * 1_000);
  }

  return {
    renewsItself: () => refreshToken !== undefined,
    async fetch(how) {
      if (!isHttpsOrLoopback(issuer)) throw new NoPass(notSafe);
      try {
        return await (how.isAsked ? asked(how) : renewed(how));
      } catch (error) {
        throw noPassBy(error).noPass;
      }
    },
  };
}

/** A refresh token is requested only where the issuer knows that scope; other issuers answer with an error. */
function scopeFor(config: Configuration): Record<string, string> {
  const offline = config.serverMetadata().scopes_supported?.includes('offline_access') === true;
  // See https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess
  return offline ? { scope: 'openid offline_access', prompt: 'consent' } : { scope: 'openid' };
}

function arrivedInTime(
  arrived: Promise<URL>,
  signal: AbortSignal,
  after: NonNullable<Parts['after']>,
): Promise<URL> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => () => reject(new NoPass(why));
    const cancel = after(longestMs, give('Sign-in cancelled after five minutes.'));
    const giveUp = give(givenUp);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    void arrived.then(resolve).finally(() => {
      cancel();
      signal.removeEventListener('abort', giveUp);
    });
  });
}

function realTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

const notSignedIn = 'Not signed in to the pipeline API now.';
const givenUp = 'The sign-in was cancelled, so you are not signed in.';
const noBrowser = 'No browser could be opened to sign in with.';
const noPage = 'The issuer names no sign-in page, so none was opened.';
const notSafe =
  "The issuer's address starts with http: and is not on this machine, so nothing was sent there. Use an https: address in connections.json.";

/** Returns the issuer as its metadata describes it, after checking that each used address is safe for a secret. */
async function discoveredIssuer(issuer: string, clientId: string, fetch: Fetch): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, None } =
    await import('openid-client');
  const isLoopback = new URL(issuer).protocol === 'http:';
  const config = await discovery(new URL(issuer), clientId, undefined, None(), {
    timeout: 15,
    [customFetch]: fetch,
    // The function is marked deprecated only as a warning. It allows http for every address in the metadata, not
    // only for this machine, so the loop below checks each of them.
    // oxlint-disable-next-line typescript/no-deprecated
    execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
  });
  const metadata = config.serverMetadata();
  for (const field of used) {
    const address = metadata[field];
    if (address !== undefined && !isHttpsOrLoopback(address)) throw new NoPass(describeUnsafeField(field));
  }
  return config;
}

/** The second receives the code, its verifier and the refresh token; the keys from the third verify the answer. */
const used = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

function describeUnsafeField(field: (typeof used)[number]): string {
  return `The issuer's metadata gives a "${field}" that is neither https: nor on this machine, so you are not signed in and nothing was sent there. Ask the issuer's owner for an https: address.`;
}

interface LoopbackCallback {
  /** The issuer has registered http://127.0.0.1/callback with any port (RFC 8252, 7.3). */
  readonly redirectUri: string;
  /** Resolves with the first request that carries the expected state; nothing else ends the wait. */
  readonly arrived: Promise<URL>;
  close(): void;
}

/**
 * Waits on this machine for the browser to return from the issuer. Any page of any site may send a request here.
 */
async function openLoopbackCallback(state: string): Promise<LoopbackCallback> {
  let arrive: ((at: URL) => void) | undefined;
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  let isOver = false;
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    const at = parseRequestUrl(request, origin);
    if (at === undefined) return answer(response, 404, pages.notHere);
    if (at.searchParams.get('state') !== state) return answer(response, 400, pages.notAsked);
    if (isOver) return answer(response, 410, pages.over);
    isOver = true;
    answer(response, 200, at.searchParams.has('error') ? pages.refused : pages.done);
    arrive?.(at);
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  server.unref();

  return {
    redirectUri: `${origin}/callback`,
    arrived,
    close() {
      // The response page is still being sent, so open connections are not cut.
      server.close();
      server.closeIdleConnections();
    },
  };
}

/**
 * Returns undefined for requests that the issuer would never cause: another name in `Host` is a site that resolves
 * to this machine.
 */
function parseRequestUrl({ method, url = '', headers }: IncomingMessage, origin: string): URL | undefined {
  if (method !== 'GET' || `http://${headers.host ?? ''}` !== origin) return undefined;
  if (!url.startsWith('/') || !URL.canParse(url, origin)) return undefined;
  const at = new URL(url, origin);
  const isCallback = at.origin === origin && at.pathname === '/callback';
  const [states, codes] = ['state', 'code'].map((name) => at.searchParams.getAll(name).length);
  return isCallback && (states ?? 0) <= 1 && (codes ?? 0) <= 1 ? at : undefined;
}

function answer(response: ServerResponse, status: number, [title, text]: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n</html>\n`,
  );
}

type Page = readonly [title: string, text: string];

/** The pages repeat nothing that was sent. */
const pages = {
  done: ['Signed in', 'Go back to Sluice. You may close this page.'],
  refused: ['Not signed in', 'The sign-in was refused. Go back to Sluice for details.'],
  over: ['Already signed in or cancelled', 'This sign-in was already answered. Go back to Sluice.'],
  notAsked: ['Unexpected sign-in', 'Sluice did not ask for this sign-in. Nothing was done.'],
  notHere: ['Page not found', 'Sluice is waiting for a sign-in, but this is not one.'],
} as const satisfies Record<string, Page>;

interface Trouble {
  readonly noPass: NoPass;
  /** It is true when the issuer no longer accepts this grant. */
  readonly isOver: boolean;
}

/**
 * Uses the issuer's error code alone, because its description and the library's message may quote what was sent.
 */
export function noPassBy(error: unknown): Trouble {
  if (error instanceof NoPass) return { noPass: error, isOver: false };
  const said = oauthCode(error);
  if (said === 'access_denied') return trouble('The sign-in was refused or cancelled in the browser.');
  if (said !== undefined)
    return trouble(`The issuer refused the sign-in (${said}).`, said === 'invalid_grant');
  const stop = explainStop(error, { to: 'the issuer' });
  if (stop !== null) return trouble(sayStop(stop));
  const code =
    getErrorCode(error) ??
    getErrorCode(findRootCause(error)) ??
    getErrorCode(findRootCause(findRootCause(error)));
  if (code !== undefined) return trouble(`The issuer did not answer, or its answer is not valid (${code}).`);
  return trouble('Sign-in at the issuer failed.');
}

function trouble(why: string, isOver = false): Trouble {
  return { noPass: new NoPass(why), isOver };
}

function oauthCode(error: unknown): string | undefined {
  const said = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined;
  return typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? said : undefined;
}

function getErrorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z_]{1,60}$/.test(code) ? code : undefined;
}

function findRootCause(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** This is the page at which a person signs in, for the system's browser. */
export interface SignInPage {
  readonly address: string;
  /**
   * This is the authorization endpoint from the issuer's own metadata; its host often differs from the issuer's.
   */
  readonly endpoint: string;
}

/** Rejects when no browser could be opened. */
export type OpenSignInPage = (page: SignInPage) => Promise<void>;

/**
 * Accepts only the issuer's authorization endpoint with a query, because the operating system runs whatever an
 * address tells it to.
 */
export function isSignInPage({ address, endpoint }: SignInPage): boolean {
  if (address.length > 8_192 || !printable.test(address) || !isHttpsOrLoopback(address)) return false;
  if (!URL.canParse(endpoint)) return false;
  const [asked, known] = [new URL(address), new URL(endpoint)];
  const isPlain = asked.username === '' && asked.password === '' && asked.hash === '';
  return isPlain && asked.origin === known.origin && asked.pathname === known.pathname;
}

const printable = /^[!-[\]-~]+$/;
