import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

interface Options {
  readonly accessTokenSeconds?: number;
  readonly scopes?: readonly string[];
}

/** Runs a real issuer on loopback, whose own pages sign in anyone. */
export async function anIssuer({
  accessTokenSeconds = 3_600,
  scopes = ['openid', 'offline_access'],
}: Options = {}) {
  let listener: RequestListener = (_request, response) => void response.end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The provider warns that it is for development only and lists the settings left at their defaults.
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'sluice',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', ...(scopes.includes('offline_access') ? ['refresh_token'] : [])],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
    ],
    scopes: [...scopes],
    pkce: { required: () => true },
    ttl: { AccessToken: accessTokenSeconds },
    cookies: { keys: ['a key of a test'] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  const answer = provider.callback();
  let held: { readonly path: string; readonly until: Promise<void> } | undefined;
  listener = (request, response) => {
    const until = request.url === held?.path ? held?.until : undefined;
    if (until !== undefined) held = undefined;
    void (until ?? Promise.resolve()).then(() => answer(request, response));
  };
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    issuer,
    provider,
    /** Holds the next request to this path until the returned function is called. */
    hold: (path: string): (() => void) => {
      let letGo: (() => void) | undefined;
      const until = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      held = { path, until };
      return () => letGo?.();
    },
    isHeld: (): boolean => held === undefined,
    /**
     * Signs in as a browser would, through the issuer's pages and forms, and returns the address they lead
     * back to.
     */
    signInAt: async (address: string, login: string): Promise<URL> => {
      const cookies = new Map<string, string>();
      let at = address;
      let form: URLSearchParams | undefined;
      for (let step = 0; step < 20; step += 1) {
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form !== undefined && { method: 'POST', body: form }),
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';');
          const [name = '', value = ''] = pair.split('=');
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const location = response.headers.get('location');
        const page = await response.text();
        form = undefined;
        if (location !== null) {
          const next = new URL(location, at);
          if (next.pathname === '/callback') return next;
          at = next.href;
          continue;
        }
        const action = /action="([^"]+)"/.exec(page)?.[1];
        if (action === undefined)
          throw new Error(`The issuer answered ${response.status}: ${page.slice(0, 300)}`);
        at = new URL(action, at).href;
        form = page.includes('name="login"')
          ? new URLSearchParams({ prompt: 'login', login, password: 'any' })
          : new URLSearchParams({ prompt: 'consent' });
      }
      throw new Error('The issuer led nowhere.');
    },
  };
}
