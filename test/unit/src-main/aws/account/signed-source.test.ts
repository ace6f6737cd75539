import { describe, expect, it, vi } from 'vitest';
import type { PlaceCredentials } from '#main/aws/client-config.ts';
import { signedSource } from '#main/aws/account/signed-source.ts';
import type { Fetching, Sent } from '#main/pipeline/account/pass-sources.ts';
import { parseAuthorization, signatureFor } from '#test/builders/sig-v4.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const how: Fetching = {
  isAsked: false,
  refused: undefined,
  signal: new AbortController().signal,
  inBrowser: () => undefined,
};

function aSource(credentials: Partial<PlaceCredentials> = {}, baseUrl = 'https://api.example.com/stage/v1/') {
  return signedSource({
    baseUrl,
    region: 'eu-west-1',
    credentials: { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false), ...credentials },
    now: () => new Date('2026-01-05T09:00:00Z'),
  });
}

/** Returns the request as it arrives, with the full path and the host header that the HTTP client adds. */
async function arrived(request: Sent, source = aSource(), base = 'https://api.example.com/stage/v1') {
  const own = await (await source.fetch(how)).headersFor(request);
  const { host, pathname, search } = new URL(`${base}${request.path}`);
  const headers = Object.fromEntries(
    Object.entries({ ...request.headers, ...own, host }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { ...request, headers, path: pathname, query: search.slice(1), body: request.body ?? '' };
}

it('the test’s own signatures match the example that AWS has published', () => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    host: 'iam.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  };
  const request = {
    method: 'GET',
    path: '/',
    query: 'Action=ListUsers&Version=2010-05-08',
    headers,
    body: '',
  };
  expect(signatureFor(request, keys.secretAccessKey)).toBe(parseAuthorization(request).signature);
});

describe('a signed request to the pipeline API', () => {
  const requests: [string, Sent][] = [
    ['that asks', { method: 'GET', path: '/me', headers: { accept: 'application/json' }, body: undefined }],
    [
      'that changes',
      {
        method: 'POST',
        path: '/batches/batch-1/reprocess',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': 'key  of   a change',
          'if-match': '"3"',
        },
        body: JSON.stringify({ documentIds: ['d-1'], reason: 'Überprüft ✓' }),
      },
    ],
    [
      'whose path and query need escaping',
      {
        method: 'PATCH',
        path: "/workflows/a%20b/c%2Fd/e~f'(1)*!?b=2&a=x%20y&a=%2B&c=",
        headers: {},
        body: '{}',
      },
    ],
  ];

  it.each(requests)('%s, has the signature of its own bytes', async (_, request) => {
    const came = await arrived(request);
    const { scope, keyId, signature, signedHeaders } = parseAuthorization(came);
    expect([keyId, scope]).toEqual(['AKIDEXAMPLE', '20260105/eu-west-1/execute-api/aws4_request']);
    expect(signedHeaders).toEqual(
      expect.arrayContaining(['host', 'x-amz-date', ...Object.keys(request.headers)]),
    );
    expect(signature).toBe(signatureFor(came, keys.secretAccessKey));
    expect(signature).not.toBe(signatureFor({ ...came, body: `${came.body} ` }, keys.secretAccessKey));
  });

  it('has the token of temporary keys under the signature, and a port in its host', async () => {
    const source = aSource(
      { get: () => Promise.resolve({ ...keys, sessionToken: 'session-token' }) },
      'http://127.0.0.1:4567',
    );
    const request = { method: 'GET', path: '/me', headers: {}, body: undefined };
    const came = await arrived(request, source, 'http://127.0.0.1:4567');
    expect(came.headers).toMatchObject({ 'x-amz-security-token': 'session-token', host: '127.0.0.1:4567' });
    expect(parseAuthorization(came).signedHeaders).toContain('x-amz-security-token');
    expect(parseAuthorization(came).signature).toBe(signatureFor(came, keys.secretAccessKey));
  });
});

describe('the keys that sign requests', () => {
  it('are fetched again if the API says that they have expired', async () => {
    const renew = vi.fn<PlaceCredentials['renew']>(() => Promise.resolve(true));
    const source = aSource({ renew });
    const refused = await source.fetch(how);
    await source.fetch(how);
    expect(renew).not.toHaveBeenCalled();
    await source.fetch({ ...how, refused: { ...refused } });
    expect(renew).toHaveBeenCalledExactlyOnceWith(keys);
  });

  it('last as long as they say', async () => {
    const expiration = new Date('2026-01-05T10:00:00Z');
    const { expiresAt } = await aSource({ get: () => Promise.resolve({ ...keys, expiration }) }).fetch(how);
    expect(expiresAt).toBe(expiration.getTime());
  });

  it('are reported missing in a sentence that quotes nothing of an unknown error', async () => {
    const strange = aSource({ get: () => Promise.reject(new Error('secret of a process')) });
    await expect(strange.fetch(how)).rejects.toThrow('There are no keys of the account to sign with.');
    const known = Object.assign(new Error('AWS wants a code of your device.'), { name: 'NotSignedIn' });
    await expect(aSource({ get: () => Promise.reject(known) }).fetch(how)).rejects.toThrow('wants a code');
  });
});
