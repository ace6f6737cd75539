import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { isHttpsOrLoopback } from '#shared/domain/connection.ts';
import { isToken, NoPass, tokenPass, type Fetching, type Pass, type PassSource } from '../pass.ts';
import { discoveredIssuer } from './discovered-issuer.ts';
import { openLoopbackCallback } from './loopback-callback.ts';
import { noPassBy } from './oidc-trouble.ts';
import { isSignInPage, type OpenSignInPage } from './sign-in-page.ts';

interface Parts {
  readonly issuer: string;
  readonly clientId: string;
  /** Left out where there is no browser to open. */
  readonly openPage: OpenSignInPage | undefined;
  readonly now: () => number;
  readonly after?: (ms: number, work: () => void) => () => void;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** How long somebody may take in the browser. */
const longestMs = 5 * 60_000;

/**
 * A person signs in at the issuer, in the browser of their system: authorization code with PKCE, back over loopback
 * (RFC 8252). The refresh token is kept in memory alone, so who starts the console anew signs in anew.
 */
export function oidcSource({ issuer, clientId, openPage, now, after = realTimer }: Parts): PassSource {
  let refreshToken: string | undefined;
  let known: Promise<Configuration> | undefined;

  function discovered(): Promise<Configuration> {
    known ??= discoveredIssuer(issuer, clientId);
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  async function renewed({ signal }: Fetching): Promise<Pass> {
    const mine = refreshToken;
    if (mine === undefined) throw new NoPass(nobody, 'not-asked');
    // The issuer may answer after somebody else has signed in: what is kept by then is theirs.
    const isStillMine = (): boolean => refreshToken === mine && !signal.aborted;
    const { refreshTokenGrant } = await import('openid-client');
    try {
      const tokens = await refreshTokenGrant(await discovered(), mine);
      if (!isStillMine()) throw new NoPass(givenUp);
      const pass = passOf(tokens);
      // An issuer may hand out another each time, or let the first one last.
      refreshToken = tokens.refresh_token ?? mine;
      return pass;
    } catch (error) {
      const { isOver, noPass } = noPassBy(error);
      if (!isOver) throw noPass;
      if (!isStillMine()) throw new NoPass(givenUp);
      refreshToken = undefined;
      throw new NoPass(nobody, 'not-asked');
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
      // Given up, or begun anew, while the issuer was asked for its addresses: nothing would wait behind this page.
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
      const pass = passOf(tokens);
      refreshToken = tokens.refresh_token;
      return pass;
    } finally {
      callback.close();
    }
  }

  function passOf(tokens: Tokens): Pass {
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

/** A refresh token is asked for where the issuer has such a word; for others it is a mistake. */
function scopeFor(config: Configuration): Record<string, string> {
  const offline = config.serverMetadata().scopes_supported?.includes('offline_access') === true;
  // https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess
  return offline ? { scope: 'openid offline_access', prompt: 'consent' } : { scope: 'openid' };
}

function arrivedInTime(
  arrived: Promise<URL>,
  signal: AbortSignal,
  after: NonNullable<Parts['after']>,
): Promise<URL> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => () => reject(new NoPass(why));
    const cancel = after(longestMs, give('Nobody signed in within five minutes, so nobody is signed in.'));
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

const nobody = 'Nobody is signed in to the pipeline API now.';
const givenUp = 'The sign-in was given up, so nobody is signed in.';
const noBrowser = 'No browser could be opened to sign in with.';
const noPage = 'The issuer names no page of its own to sign in at, so none was opened.';
const notSafe =
  'The address of the issuer begins with http: and is not on this machine, so nothing is sent there. Give it an https: address in connections.json.';
