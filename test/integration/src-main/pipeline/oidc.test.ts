import { request as httpRequest } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { openNetwork } from '#main/network/open-network.ts';
import { oidcSource, type SignInPage } from '#main/pipeline/account/oidc-source.ts';
import type { Fetching, Pass } from '#main/pipeline/account/pass-sources.ts';
import { anIssuer } from './an-issuer.ts';

const network = openNetwork({ environment: {} });

const anExchange = { method: 'GET', path: '/me', headers: {}, body: undefined };

async function aSource(options: Parameters<typeof anIssuer>[0] = {}) {
  const issuer = await anIssuer(options);
  const pages: SignInPage[] = [];
  let opened: ((page: SignInPage) => void) | undefined;
  const late: (() => void)[] = [];
  const source = oidcSource({
    issuer: issuer.issuer,
    clientId: 'sluice',
    fetch: network.fetch,
    now: Date.now,
    after: (_ms, work) => {
      late.push(work);
      return () => undefined;
    },
    openPage: (page) => {
      pages.push(page);
      opened?.(page);
      return Promise.resolve();
    },
  });
  const abort = new AbortController();
  const how: Fetching = {
    isAsked: true,
    refused: undefined,
    signal: abort.signal,
    inBrowser: vi.fn<Fetching['inBrowser']>(),
  };

  /** Begins a sign-in and returns the opened page with a way to end it. */
  async function begin(signal = abort.signal) {
    const shown = new Promise<SignInPage>((resolve) => {
      opened = resolve;
    });
    const pass = source.fetch({ ...how, signal });
    pass.catch(() => undefined);
    const { address } = await Promise.race([shown, pass.then(() => Promise.reject(new Error('no page')))]);
    const asked = new URL(address).searchParams;
    return {
      pass,
      address,
      asked,
      callback: asked.get('redirect_uri') ?? '',
      state: asked.get('state') ?? '',
    };
  }
  return { ...issuer, source, how, abort, begin, pages, late };
}

async function readToken(pass: Pass): Promise<string> {
  return ((await pass.headersFor(anExchange))['authorization'] ?? '').replace('Bearer ', '');
}

/** Sends any Host header, which fetch would not send. */
function ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const request = httpRequest(address, { headers, method, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      });
      request.on('error', reject);
      request.end();
    },
  );
}

describe('signing in at an issuer', { timeout: 60_000 }, () => {
  it('uses PKCE, state and nonce, returns over loopback, and gets a token that the issuer knows', async () => {
    const { begin, signInAt, how, provider, issuer, pages } = await aSource();
    const { pass, address, asked, callback } = await begin();
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'sluice',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid offline_access',
      prompt: 'consent',
    });
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(secret)).toMatch(/^[\w-]{43}$/);
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(how.inBrowser).toHaveBeenCalledWith(new URL(issuer).host);
    expect(pages[0]?.endpoint).toBe(`${issuer}/auth`);

    const back = await signInAt(address, 'mira');
    const page = await ask(back.href);
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script|code=|state=/);
    const token = await readToken(await pass);
    expect(await provider.AccessToken.find(token)).toMatchObject({ accountId: 'mira', clientId: 'sluice' });
    // The sign-in no longer waits.
    await expect(ask(back.href)).rejects.toThrow('ECONNREFUSED');
  });

  it('renews itself by its refresh token, without a prompt', async () => {
    const { begin, signInAt, source, how, pages } = await aSource();
    const { pass, address } = await begin();
    await ask((await signInAt(address, 'mira')).href);
    const first = await readToken(await pass);
    expect(source.renewsItself()).toBe(true);
    const second = await readToken(await source.fetch({ ...how, isAsked: false }));
    expect(second).not.toBe(first);
    const third = await readToken(await source.fetch({ ...how, isAsked: false }));
    expect(third).not.toBe(second);
    expect(pages).toHaveLength(1);
  });

  it('prompts again once the issuer has revoked its refresh token', async () => {
    const { begin, signInAt, source, how, provider } = await aSource();
    const { pass, address } = await begin();
    await ask((await signInAt(address, 'mira')).href);
    const found = await provider.AccessToken.find(await readToken(await pass));
    await provider.RefreshToken.revokeByGrantId(found?.grantId ?? '');
    await expect(source.fetch({ ...how, isAsked: false })).rejects.toMatchObject({ because: 'not-asked' });
    expect(source.renewsItself()).toBe(false);
  });

  it('requests no refresh token if the issuer has no scope for it, and opens no page automatically', async () => {
    const { begin, signInAt, source, how, pages } = await aSource({ scopes: ['openid'] });
    await expect(source.fetch({ ...how, isAsked: false })).rejects.toMatchObject({ because: 'not-asked' });
    expect(pages).toEqual([]);
    const { pass, address, asked } = await begin();
    expect([asked.get('scope'), asked.get('prompt')]).toEqual(['openid', null]);
    await ask((await signInAt(address, 'mira')).href);
    await pass;
    expect(source.renewsItself()).toBe(false);
  });
});

describe('a renewal that is answered after another person has signed in', { timeout: 60_000 }, () => {
  async function aLateRenewal() {
    const source = await aSource();
    const { begin, signInAt, provider, how, hold, isHeld } = source;
    const ownerOf = async (pass: Pass) => await provider.AccessToken.find(await readToken(pass));
    const signIn = async (login: string) => {
      const { pass, address } = await begin();
      await ask((await signInAt(address, login)).href);
      return ownerOf(await pass);
    };
    const mira = await signIn('mira');
    const letGo = hold('/token');
    const abort = new AbortController();
    const renewal = source.source.fetch({ ...how, isAsked: false, signal: abort.signal });
    renewal.catch(() => undefined);
    await expect.poll(isHeld).toBe(true);
    return {
      renewal,
      letGo,
      abort,
      signIn,
      cancelSignIn: async () => {
        const cancel = new AbortController();
        const { pass } = await begin(cancel.signal);
        cancel.abort();
        await expect(pass).rejects.toThrow('was cancelled');
      },
      isOver: () => provider.RefreshToken.revokeByGrantId(mira?.grantId ?? ''),
      renewedOwner: async () =>
        (await ownerOf(await source.source.fetch({ ...how, isAsked: false })))?.accountId,
    };
  }

  it.each([true, false])('does not turn them into the previous person (given up: %j)', async (isGivenUp) => {
    const { renewal, letGo, abort, signIn, renewedOwner } = await aLateRenewal();
    if (isGivenUp) abort.abort();
    expect(await signIn('otto')).toMatchObject({ accountId: 'otto' });
    letGo();
    await expect(renewal).rejects.toThrow('was cancelled');
    expect(await renewedOwner()).toBe('otto');
  });

  it.each(['the answer came first', 'the next renewal came first'])(
    'leaves the next renewal its refresh token when the other sign-in is cancelled (%s)',
    async (order) => {
      const { renewal, letGo, abort, cancelSignIn, renewedOwner } = await aLateRenewal();
      // A person presses sign-in, and then changes their mind.
      abort.abort();
      await cancelSignIn();
      if (order === 'the answer came first') {
        letGo();
        await expect(renewal).rejects.toThrow('was cancelled');
        expect(await renewedOwner()).toBe('mira');
      } else {
        const next = renewedOwner();
        letGo();
        expect(await next).toBe('mira');
        await expect(renewal).rejects.toThrow('was cancelled');
      }
      expect(await renewedOwner()).toBe('mira');
    },
  );

  it('does not end their sign-in when the previous one expires', async () => {
    const { renewal, letGo, signIn, isOver, renewedOwner } = await aLateRenewal();
    await isOver();
    expect(await signIn('otto')).toMatchObject({ accountId: 'otto' });
    letGo();
    await expect(renewal).rejects.toThrow('was cancelled');
    expect(await renewedOwner()).toBe('otto');
  });
});

describe('other requests to the callback', { timeout: 60_000 }, () => {
  it('end nothing and give nothing: another state, path, Host, method, or two of a kind', async () => {
    const { begin, signInAt } = await aSource();
    const { pass, address, callback, state } = await begin();
    const own = new URL(callback);
    const right = `state=${state}&code=a`;
    const hostile: [string, Record<string, string>?, string?][] = [
      [`${callback}?state=wrong&code=stolen`],
      [`${callback}?code=stolen`],
      [callback],
      [`${callback}?state=wrong&error=access_denied`],
      [`${callback}?${right}&state=${state}`],
      [`${callback}?${right}&code=b`],
      [`${callback}/?${right}`],
      [`${own.origin}/?${right}`],
      [`${own.origin}//callback?${right}`],
      [`${own.origin}/callback/../x?${right}`],
      [`${callback}?${right}`, { host: 'attacker.example' }],
      [`${callback}?${right}`, { host: `localhost:${own.port}` }],
      [`${callback}?${right}`, { host: `127.0.0.1:${own.port}.attacker.example` }],
      [`${callback}?${right}`, {}, 'POST'],
      [`${callback}?${right}`, {}, 'HEAD'],
    ];
    for (const [at, headers, method] of hostile) {
      const { status, text } = await ask(at, headers, method);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('stolen');
    }
    await ask((await signInAt(address, 'mira')).href);
    expect(await readToken(await pass)).not.toBe('');
  });

  it('are ignored after the first right one', async () => {
    const { begin, signInAt, provider } = await aSource();
    const { pass, address, callback, state } = await begin();
    const back = await signInAt(address, 'mira');
    const [first, second] = await Promise.all([
      ask(back.href),
      ask(`${callback}?state=${state}&code=of-another-person`).catch(() => ({ status: 410 })),
    ]);
    expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([200, 410]);
    expect(await provider.AccessToken.find(await readToken(await pass))).toMatchObject({ accountId: 'mira' });
  });

  it('report an error of the issuer by its code, and nothing of its description', async () => {
    const { begin, issuer } = await aSource();
    const { pass, callback, state } = await begin();
    const page = await ask(
      `${callback}?state=${state}&iss=${encodeURIComponent(issuer)}&error=access_denied&error_description=%3Cscript%3Ecall+us%3C/script%3E`,
    );
    expect(page.text).toContain('Not signed in');
    expect(page.text).not.toContain('call us');
    await expect(pass).rejects.toThrow(/^The sign-in was refused or cancelled in the browser\.$/);
  });

  it('give no code that the issuer did not issue for this very request', async () => {
    const { begin, signInAt } = await aSource();
    const other = await aSource();
    const { pass, callback, state } = await begin();
    const theirs = await other.begin();
    const code = (await other.signInAt(theirs.address, 'mallory')).searchParams.get('code') ?? '';
    await ask(`${callback}?state=${state}&code=${code}`);
    await expect(pass).rejects.toMatchObject({ name: 'NoPass' });
    other.abort.abort();
    // An answer of the same issuer to another challenge is refused too.
    const again = await begin();
    const elsewhere = new URL(again.address);
    elsewhere.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    await ask((await signInAt(elsewhere.href, 'mallory')).href);
    await expect(again.pass).rejects.toThrow('The issuer refused the sign-in (invalid_grant).');
  });

  it('give no token that was issued for another nonce', async () => {
    const { begin, signInAt } = await aSource();
    const { pass, address } = await begin();
    const elsewhere = new URL(address);
    elsewhere.searchParams.set('nonce', 'of-another-person');
    await ask((await signInAt(elsewhere.href, 'mallory')).href);
    await expect(pass).rejects.toMatchObject({ name: 'NoPass' });
  });
});

describe('a sign-in at an issuer that does not complete', { timeout: 60_000 }, () => {
  it('can be given up, and then waits for nothing', async () => {
    const { begin, abort } = await aSource();
    const { pass, callback } = await begin();
    abort.abort();
    await expect(pass).rejects.toThrow('was cancelled');
    await expect(ask(callback)).rejects.toThrow('ECONNREFUSED');
  });

  it('opens no page if it was given up before there was one', async () => {
    const { source, how, abort, pages } = await aSource();
    const pass = source.fetch(how);
    // The issuer's metadata is still being read.
    abort.abort();
    await expect(pass).rejects.toThrow('was cancelled');
    expect(pages).toEqual([]);
    expect(how.inBrowser).not.toHaveBeenCalled();
  });

  it('ends automatically', async () => {
    const { begin, late } = await aSource();
    const { pass } = await begin();
    late[0]?.();
    await expect(pass).rejects.toThrow('cancelled after five minutes');
  });

  it('says so if the issuer does not answer, and opens nothing', async () => {
    const { how, abort, begin } = await aSource();
    const { callback, pass } = await begin();
    abort.abort();
    await expect(pass).rejects.toThrow('was cancelled');
    const openPage = vi.fn<() => Promise<void>>();
    // The server no longer listens.
    const issuer = new URL(callback).origin;
    const source = oidcSource({ issuer, clientId: 'sluice', now: Date.now, fetch: network.fetch, openPage });
    await expect(source.fetch(how)).rejects.toThrow(/^The issuer could not be reached \(ECONNREFUSED\)\./);
    expect(openPage).not.toHaveBeenCalled();
  });

  it('sends nothing to an issuer that is neither https nor local', async () => {
    const { how } = await aSource();
    const openPage = vi.fn<() => Promise<void>>();
    const source = oidcSource({
      issuer: 'http://sso.example.com',
      clientId: 'sluice',
      fetch: network.fetch,
      now: Date.now,
      openPage,
    });
    await expect(source.fetch(how)).rejects.toThrow('nothing was sent there');
  });
});
