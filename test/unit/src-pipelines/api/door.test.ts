import { generateKeyPair, SignJWT, exportSPKI, type CryptoKey } from 'jose';
import { expect, it } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi, type PipelineApiOptions } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';

const now = Date.UTC(2026, 0, 5, 9);
const secret = new TextEncoder().encode('a secret of thirty-two bytes or more');
const mira: Caller = { sub: 'support', name: 'Mira', role: 'support', tenants: ['northwind'] };
const claims = { name: 'Mira', role: 'support', tenants: ['northwind'] };

it('knows the caller by a token until it expires', async () => {
  const token = await signToken(secret, mira, { issuedAt: now - 60_000, expiresAt: now + 60_000 });
  const answer = await ask({ token });
  expect([answer.status, answer.body]).toEqual([200, { ...mira, keeps: ['activity'] }]);
  expect((await ask({ token, at: now + 59_999 })).status).toBe(200);
  const late = await ask({ token, at: now + 60_000 });
  expect([late.status, late.body['code']]).toEqual([401, 'sign-in-expired']);
  expect(late.headers['www-authenticate']).toMatch(/^Bearer/);
});

it.each([
  ['there is none', () => undefined],
  ['it is no token', () => 'abc'],
  ['it is signed with another key', () => signed({ ...claims }, new TextEncoder().encode('b'.repeat(40)))],
  ['it is not signed', () => `${part({ alg: 'none' })}.${part({ ...claims, sub: 'a', exp: now })}.`],
  ['it never expires', () => signed({ ...claims }, secret, false)],
  ['it says no role', () => signed({ ...claims, role: undefined }, secret)],
  ['it says a role that there is not', () => signed({ ...claims, role: 'owner' }, secret)],
  ['its subject would break a key', () => signed({ ...claims, sub: 'a#b' }, secret)],
  ['it is for later', () => signed({ ...claims, nbf: now / 1_000 + 60 }, secret)],
])('refuses a token where %s', async (_, made) => {
  const answer = await ask({ token: await made() });
  expect([answer.status, answer.body['code']]).toEqual([401, 'not-signed-in']);
});

it('takes tokens that an issuer signs with its private key, and never its public key for a secret', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const token = await signed(claims, privateKey, true, 'ES256');
  expect((await ask({ token, key: publicKey })).status).toBe(200);
  const forged = await signed(claims, new TextEncoder().encode(await exportSPKI(publicKey)));
  expect((await ask({ token: forged, key: publicKey })).status).toBe(401);
});

it('says which methods an address takes, and that there is no other address', async () => {
  const token = await signToken(secret, mira, { issuedAt: now, expiresAt: now + 1_000 });
  const wrong = await ask({ token, method: 'DELETE' });
  expect([wrong.status, wrong.body['code'], wrong.headers['allow']]).toEqual([
    405,
    'method-not-allowed',
    'GET',
  ]);
  const paths = ['/', '/me/', '/me/x', '/batches/a/b', '/documents//b/c', '/__proto__', '/%6de', '//me'];
  for (const path of paths) expect([path, (await ask({ token, path })).status]).toEqual([path, 404]);
});

it('returns each answer’s request id, keeps answers out of caches, and describes itself', async () => {
  const { headers } = await ask({ path: '/health' });
  expect(headers).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': '00000000-0000-4000-8000-000000000001',
  });
  const description = await ask({ path: '/openapi.json' });
  expect(description.body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

it('reveals only a defect’s request id', async () => {
  const reported: unknown[] = [];
  const defect = new TypeError('secret of the house');
  const { status, body } = await ask({
    path: '/health',
    at: () => {
      throw defect;
    },
    report: (error, requestId) => reported.push(error, requestId),
  });
  expect([status, body['code']]).toEqual([500, 'unexpected']);
  expect(JSON.stringify(body)).not.toContain('secret of the house');
  expect(reported).toEqual([defect, '00000000-0000-4000-8000-000000000001']);
});

interface Asked {
  readonly token?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly at?: number | (() => number);
  readonly key?: CryptoKey | Uint8Array;
  readonly report?: NonNullable<PipelineApiOptions['report']>;
}

/** Calls the API without AWS, because none of these calls needs it. */
async function ask({ token, method = 'GET', path = '/me', at = now, key = secret, report }: Asked) {
  const parts = {
    now: () => (typeof at === 'number' ? at : at()),
    dice: { uuid: () => '00000000-0000-4000-8000-000000000001' },
  } as unknown as PipelineParts;
  const none = () => Promise.reject(new Error('This is not asked for here'));
  const downloads = { requeueFile: none, triggerDownloads: none, closeDownloads: none };
  const api = pipelineApi(parts, {
    identify: identifyByToken(parts, key),
    downloads,
    ...(report && { report }),
  });
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await api({ method, path, query: '', headers, body: new Uint8Array() });
  return { ...answer, body: JSON.parse(answer.body) as Readonly<Record<string, unknown>> };
}

function signed(
  payload: Readonly<Record<string, unknown>>,
  key: CryptoKey | Uint8Array,
  expires = true,
  alg = 'HS256',
): Promise<string> {
  const token = new SignJWT({ sub: 'support', ...payload }).setProtectedHeader({ alg });
  return (expires ? token.setExpirationTime(new Date(now + 60_000)) : token).sign(key);
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
