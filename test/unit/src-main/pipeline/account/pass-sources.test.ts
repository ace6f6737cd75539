import { describe, expect, it } from 'vitest';
import {
  bearerSource,
  commandSource,
  jwtExpiry,
  type Fetching,
} from '#main/pipeline/account/pass-sources.ts';
import { readToken } from './a-pass-source.ts';

const how: Fetching = {
  isAsked: false,
  refused: undefined,
  signal: new AbortController().signal,
  inBrowser: () => undefined,
};
const now = Date.UTC(2026, 0, 5, 9);

function jwt(claims: unknown): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

describe('the expiry in a token', () => {
  it.each<[string, string, number | null]>([
    ['in seconds', jwt({ exp: 1_767_607_200 }), 1_767_607_200_000],
    ['not there', jwt({ sub: 'a' }), null],
    ['no number', jwt({ exp: '1767607200' }), null],
    ['beyond every date', jwt({ exp: 1e300 }), null],
    ['before all time', jwt({ exp: -1 }), null],
    ['of claims that are no object', jwt('exp'), null],
    ['of what is null', jwt(null), null],
    ['of no JSON', 'a.b.c', null],
    ['of an opaque token', 'opaque', null],
    ['of two parts', 'a.b', null],
  ])('%s', (_, token, expiry) => {
    expect(jwtExpiry(token)).toBe(expiry);
  });
});

describe('a token from the environment', () => {
  it('is read when it is needed, and sent as it is', async () => {
    const environment: Record<string, string> = {};
    const source = bearerSource('API_TOKEN', environment);
    environment['API_TOKEN'] = ` ${jwt({ exp: 1_767_607_200 })}\n`;
    const pass = await source.fetch(how);
    expect(await readToken(pass)).toBe(`Bearer ${jwt({ exp: 1_767_607_200 })}`);
    expect(pass.expiresAt).toBe(1_767_607_200_000);
    expect(source.renewsItself()).toBe(false);
  });

  it.each([undefined, '', '  '])(
    'that is missing (%j) is reported by the name of its variable',
    async (value) => {
      await expect(bearerSource('API_TOKEN', { API_TOKEN: value }).fetch(how)).rejects.toThrow(
        /API_TOKEN, .* is not set/,
      );
    },
  );

  it.each(['two words', 'line\nbreak: header', 'ümlaut', 'a'.repeat(16_385)])(
    'that cannot be a header is not sent, and not quoted',
    async (value) => {
      const refusal = await bearerSource('API_TOKEN', { API_TOKEN: value })
        .fetch(how)
        .catch((error: unknown) => error as Error);
      expect(refusal).toMatchObject({ name: 'NoPass' });
      expect((refusal as Error).message).toContain('API_TOKEN');
      expect((refusal as Error).message).not.toContain(value.slice(0, 9));
    },
  );
});

describe('a token that a command prints', () => {
  const printing = (output: string) =>
    commandSource(
      ['/usr/local/bin/api-token', '--for', 'me'],
      () => now,
      () => Promise.resolve({ ok: true, output }),
    );

  it('is kept as long as it says, or for five minutes', async () => {
    const exp = now / 1_000 + 3_600;
    const saying = await printing(`${jwt({ exp })}\r\n`).fetch(how);
    expect(await readToken(saying)).toBe(`Bearer ${jwt({ exp })}`);
    expect(saying.expiresAt).toBe(now + 3_600_000);
    expect((await printing('opaque').fetch(how)).expiresAt).toBe(now + 300_000);
    // By a wrong clock the token has already expired, but it is tried anyway.
    expect((await printing(jwt({ exp: 1 })).fetch(how)).expiresAt).toBe(now + 300_000);
    expect(printing('opaque').renewsItself()).toBe(true);
  });

  it.each(['', '\n', 'Enter your password: secret-thing', 'alpha\nbeta'])(
    'is none if the command printed something else, which is not quoted',
    async (output) => {
      const refusal = await printing(output)
        .fetch(how)
        .catch((error: unknown) => error as Error);
      expect((refusal as Error).message).toMatch(/^The command "api-token" printed no token/);
      expect((refusal as Error).message).not.toMatch(/secret-thing|alpha|beta/);
    },
  );

  it('is reported missing with the reason given by the run', async () => {
    const failing = commandSource(
      ['C:/bin/tok', 'secret-argument'],
      () => now,
      () => Promise.resolve({ ok: false, why: 'it ended with 3.' }),
    );
    await expect(failing.fetch(how)).rejects.toThrow(
      /^The command "tok" gave no token for the pipeline API: it ended with 3\.$/,
    );
  });
});

describe('a whole command line written as one word', () => {
  it.each([
    ['get-token --user ops --password hunter2'],
    ['password=hunter2'],
    ['C:\\bin\\get-token.exe --password=hunter2'],
  ])('is not quoted if it gives no token: %j', async (program) => {
    for (const ran of [
      { ok: false, why: 'there is no such program.' },
      { ok: true, output: 'two words' },
    ] as const) {
      const source = commandSource(
        [program],
        () => now,
        () => Promise.resolve(ran),
      );
      const refusal = await source.fetch(how).catch((error: unknown) => error as Error);
      expect((refusal as Error).message).toMatch(
        /^The command (?:gave|printed) no token for the pipeline API: /,
      );
      expect((refusal as Error).message).not.toMatch(/hunter2|ops/);
    }
  });
});
