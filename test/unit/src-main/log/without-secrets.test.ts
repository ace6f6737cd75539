import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '#main/log/without-secrets.ts';

const secret = 'S3CRETVALUE';

describe('withoutSecrets', () => {
  it.each([
    'secretAccessKey',
    'sessionToken',
    'SessionToken',
    'token',
    'idToken',
    'access_token',
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'PresignedURL',
    'EncryptedAESKey',
    'EncodedAESIV',
    'apiKey',
    'privateKey',
    'credentials',
    'X-Amz-Security-Token',
    'x-api-key',
    'auth-token',
    'session-token',
    'private-key',
    'passwd',
    'jwt',
    'X-Amz-Signature',
  ])('hides what is named %s, at any depth', (name) => {
    const logged = { call: [{ [name]: secret, deeper: { [name]: { a: secret } } }] };
    expect(JSON.stringify(withoutSecrets(logged))).not.toContain(secret);
  });

  it.each([
    'operation',
    'reference',
    'tokenCount',
    'inputTokens',
    'keyCount',
    'author',
    'ms',
    'tokenFromEnvironment',
    'passed',
    'pass-rate',
  ])('shows %s', (name) => {
    expect(withoutSecrets({ [name]: 'plain' })).toEqual({ [name]: 'plain' });
  });

  it('hides secrets inside text and errors', () => {
    const texts = [
      'signed with AKIAIOSFODNN7EXAMPLE',
      'https://b.s3.example/k?X-Amz-Credential=abc%2F2026&X-Amz-Signature=deadbeef',
      'ready http://127.0.0.1:1/#token=QmFzZTY0',
      'Authorization: Bearer abc.def-ghi==',
      'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    ];
    for (const text of texts) {
      const scrubbed = JSON.stringify(withoutSecrets({ err: new Error(text, { cause: new Error(text) }) }));
      for (const leak of [
        'AKIAIOSFODNN7EXAMPLE',
        'deadbeef',
        'abc%2F2026',
        'QmFzZTY0',
        'abc.def-ghi',
        'eyJzdWIi',
      ]) {
        expect(scrubbed).not.toContain(leak);
      }
    }
  });

  it('never throws, whatever is logged', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withDate: true }), (value) => void withoutSecrets(value)),
    );
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => withoutSecrets(loop)).not.toThrow();
  });
});
