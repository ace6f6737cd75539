import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubText } from '#main/log/secret-text.ts';

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

  it('what stands around a secret', () => {
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
  'a long text of %s takes no longer than it should',
  (part) => {
    const started = performance.now();
    scrubText(part.repeat(400_000 / part.length));
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);
