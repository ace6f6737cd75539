import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#main/web/renderer-files.ts';
import { aBrowserHost } from '#test/builders/a-browser-host.ts';
import type { BrowserHostUnderTest } from '#test/builders/a-browser-host.ts';

let host: BrowserHostUnderTest;
let cookie: string;

beforeAll(async () => {
  host = await aBrowserHost();
  cookie = await host.signIn();
});
afterAll(() => host.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  host.ask(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { cookie, 'content-type': 'application/json', ...headers },
  });

describe('signing in', () => {
  it('exchanges a 256-bit token once, for a cookie no script can read and no other site can send', async () => {
    const token = host.newToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const first = await host.ask('/session', { method: 'POST', body: JSON.stringify({ token }) });
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toMatch(
      new RegExp(`^sluice_session_${host.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    const second = await host.ask('/session', { method: 'POST', body: JSON.stringify({ token }) });
    expect(second.status).toBe(401);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it.each([{ token: 'wrong' }, { token: 7 }, {}, { token: '' }, { token: 'x'.repeat(10_000) }])(
    'refuses the token %#',
    async (body) => {
      const answer = await host.ask('/session', { method: 'POST', body: JSON.stringify(body) });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
    },
  );

  it('refuses calls and events without the cookie, or with another', async () => {
    for (const headers of [{}, { cookie: `sluice_session_${host.port}=guess` }]) {
      const call = await host.ask('/call/session.current', { method: 'POST', body: '{"input":{}}', headers });
      expect(call.status).toBe(401);
      expect((await host.ask('/events', { headers })).status).toBe(401);
    }
  });
});

describe('requests from elsewhere', () => {
  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]:80'])(
    'refuses the foreign Host "%s" on every route',
    async (foreign) => {
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/events'],
        ['POST', '/call/session.current'],
        ['POST', '/session'],
      ] as const) {
        const answer = await host.ask(path, { method, headers: { host: foreign, cookie } });
        expect(answer.status).toBe(403);
        expect(answer.json).toMatchObject({ failure: { code: 'untrusted-caller' } });
      }
    },
  );

  it.each([
    'https://evil.example',
    'null',
    'http://localhost',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.example',
  ])('refuses the foreign Origin "%s" although the cookie is right', async (origin) => {
    const answer = await post('/call/session.current', { input: {} }, { origin });
    expect(answer.status).toBe(403);
  });

  it('refuses a request that the browser marks as cross-site', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await post('/call/session.current', { input: {} }, { 'sec-fetch-site': site });
      expect(answer.status).toBe(403);
    }
  });

  it('listens on loopback only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) await expect(reaches(address, host.port)).resolves.toBe(false);
    await expect(reaches('127.0.0.1', host.port)).resolves.toBe(true);
  });
});

describe('calls', () => {
  it('answer with a Result', async () => {
    const answer = await post('/call/session.current', { input: {} });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ ok: true, value: { connection: { id: 'local' }, host: 'browser' } });
  });

  it.each([
    ['an unknown operation', '/call/no.such', { input: {} }, 404, 'unknown-operation'],
    ['a prototype name', '/call/__proto__', { input: {} }, 404, 'unknown-operation'],
    ['an extra field of the input', '/call/session.current', { input: { a: 1 } }, 400, 'invalid-input'],
    [
      'an extra field beside the input',
      '/call/session.current',
      { input: {}, role: 'admin' },
      400,
      'malformed-request',
    ],
    ['no input', '/call/session.current', {}, 400, 'invalid-input'],
    ['a list as body', '/call/session.current', [], 400, 'malformed-request'],
    ['text that is not JSON', '/call/session.current', '{"input":', 400, 'malformed-request'],
    ['an empty body', '/call/session.current', '', 400, 'malformed-request'],
    ['a watch that is called', '/call/session.watch', { input: {} }, 400, 'malformed-request'],
    ['another path', '/calls', { input: {} }, 404, 'malformed-request'],
  ])('refuses %s', async (_what, path, body, status, code) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ ok: false, failure: { code } });
  });

  it('refuses a body of 10 MB and says the limit', async () => {
    const body = JSON.stringify({ input: { where: 'here', message: 'x'.repeat(10 * 1_048_576) } });
    const answer = await post('/call/problems.report', body);
    expect(answer.status).toBe(413);
    expect(answer.json).toMatchObject({ failure: { code: 'input-too-large', limitBytes: 1_048_576 } });
    expect((await post('/call/session.current', { input: {} })).status).toBe(200);
  });

  it('refuses methods it does not use', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await host.ask('/call/session.current', { method, headers: { cookie } })).status).toBe(405);
    }
  });
});

describe('files', () => {
  it('serves the page and its assets with the whole set of headers', async () => {
    for (const path of ['/', '/today', '/triage?tenant=t1', '/index.html', '/assets/app-1a2b.js']) {
      const answer = await host.ask(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    expect(contentSecurityPolicy).not.toContain('unsafe');
  });

  it('writes the theme into the page, so that it never flashes the other one', async () => {
    // This home was never used, so the page opens on Welcome.
    expect((await host.ask('/')).text).toContain('<html lang="en" data-first-start="">');
    await post('/call/preferences.save', { input: { welcomed: 'yes' } });
    expect((await host.ask('/')).text).toContain('<html lang="en">');
    await post('/call/preferences.save', { input: { theme: 'light', motion: 'reduced' } });
    expect((await host.ask('/today')).text).toContain(
      '<html lang="en" data-theme="light" data-motion="reduced">',
    );
    await post('/call/preferences.save', { input: { theme: 'system', motion: 'system' } });
    expect((await host.ask('/')).text).toContain('<html lang="en">');
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/secret.txt',
    '/assets/../../secret.txt',
    '/index.html%00.txt',
    '//etc/passwd',
    '/favicon.png',
  ])('never reaches a file outside the bundle: %s', async (path) => {
    const answer = await host.ask(path);
    expect(answer.text).not.toContain('not for the web');
    expect(answer.text).not.toContain('root:');
  });
});

function reaches(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 1_000 });
    const done = (reached: boolean): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('timeout', () => done(false));
  });
}

describe('a refused request', () => {
  it('is in the log, with the reference that the answer carries', async () => {
    const refusals = [
      await host.ask('/session', { method: 'POST', body: '{"token":"S3CRET-guess"}' }),
      await host.ask('/', { headers: { host: 'evil.example' } }),
      await host.ask('/call/session.current', { method: 'POST', body: '{"input":{}}' }),
      await post('/call/session.current', 'not json'),
    ];
    const log = await logText();
    for (const { json } of refusals) {
      const { failure } = json as { failure: { reference: string; code: string } };
      expect(failure.reference).toMatch(/^[0-9a-f-]{13}$/);
      expect(log).toContain(`"code":"${failure.code}","reference":"${failure.reference}"`);
    }
    expect(log).not.toContain('S3CRET-guess');
  });
});

describe('addresses of pages', () => {
  it.each(['/', '/today/', '/no/such/page', '/documents/DOC-1.png', '/triage/a%2Fb', '/find?id=x'])(
    '%s is the page',
    async (path) => {
      const answer = await host.ask(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('<title>Sluice</title>');
    },
  );

  it.each(['/assets/gone-1a2b.js', '/favicon.ico', '/secret.txt', 'http://evil.example/', '/%00'])(
    '%s is not',
    async (path) => {
      expect((await host.ask(path)).status).toBe(404);
    },
  );
});

/** The log is written in the background, so a line may be a moment late. */
async function logText(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return readFileSync(join(host.home, 'log', 'sluice.log'), 'utf8');
}
