import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubText, withoutSecrets } from '#main/log/secret-text.ts';

const secret = 'S3CRET/va+lue';

describe('scrubText hides', () => {
  it.each([
    `Authorization: Basic ${secret}`,
    `Authorization: AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=${secret}`,
    `{"authorization":"Basic ${secret}"}`,
    `Cookie: theme=dark; sluice_session_4100=${secret}`,
    `sluice_session_4100=${secret}; Path=/`,
    'https://S3CRET:va+lue@host.example/v1',
    'https://me:p@S3CRET@host.example/v1',
    `GET /v1?access_token=${secret}&page=2`,
    `GET /v1?page=2&token=${secret}`,
    `{"password":"${secret}"}`,
    `{"password":"a \\"${secret}\\" b"}`,
    `{ 'passphrase': 'a b ${secret}' }`,
    `body "{\\"password\\":\\"a b ${secret}\\"}"`,
    `aws_secret_access_key=${secret}`,
    `aws_secret_access_key = ${secret}`,
    `x-api-key: ${secret}`,
    `{"token":"${secret}"}`,
  ])('%s', (text) => {
    const scrubbed = scrubText(text);
    expect(scrubbed).toContain('[hidden]');
    expect(scrubbed).not.toMatch(/S3CRET|va\+lue/);
  });
});

describe('scrubText keeps', () => {
  it.each([
    'batch-01JC9Q4V8M7T failed: token bucket empty',
    'CredentialsProviderError: Could not load credentials from any providers',
    'InvalidSignatureException: Signature expired: 20261120T140000Z is now earlier',
    'ExpiredTokenException: The security token included in the request is expired',
    'SyntaxError: Unexpected token }, see https://host.example/a/b@2?c=d#e',
    'the password is not set; basic checks passed',
    'tokens=12, inputTokens: 9, author=someone@host.example',
    'arn:aws:sqs:eu-west-1:111122223333:queue at https://host.example:8443/v1',
  ])('%s', (text) => {
    expect(scrubText(text)).toBe(text);
  });

  it('the text around a secret', () => {
    expect(scrubText(`call to https://u:p@host.example/v1?access_token=${secret}&page=2 failed`)).toBe(
      'call to https://[hidden]@host.example/v1?access_token=[hidden]&page=2 failed',
    );
  });
});

it('never throws', () => {
  const parts = fc.constantFrom('secret', 'token', '"', "'", '\\', ':', '=', ' ', '\n', '://', '@', '&', 'x');
  fc.assert(fc.property(fc.array(parts), (all) => void scrubText(all.join(''))));
  expect(scrubText(`secret:"${'x'.repeat(5_000_000)}`)).toBe('secret:[hidden]');
});

it.each(['secret', 'secret:"', 'password=\\"', 'authorization:', '://', 'x@', 'Bearer ', 'eyJ', '"token"'])(
  'a long text of %s takes no longer than needed',
  (part) => {
    const started = performance.now();
    scrubText(part.repeat(400_000 / part.length));
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);

const secretValue = 'S3CRETVALUE';

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
  ])('hides values named %s, at any depth', (name) => {
    const logged = { call: [{ [name]: secretValue, deeper: { [name]: { a: secretValue } } }] };
    expect(JSON.stringify(withoutSecrets(logged))).not.toContain(secretValue);
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
