import { describe, expect, test } from 'vitest';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { whyMasked } from '#shared/domain/dead-letters/why-masked.ts';

const secretNames = [
  'secretAccessKey',
  'aws_secret_access_key',
  'accessKey',
  'secretKey',
  'signingKey',
  'encryptionKey',
  'passwordHash',
  'password_hash',
  'tokenValue',
  'connectionString',
  'clientSecretValue',
  'authHeader',
  'tokens',
  'secrets',
  'sessionCookies',
  'apiKeys',
  'presignedUrls',
  'signatures',
  'otp',
  'bearer',
];

describe('a value that is a secret or names a person', () => {
  test.each([
    ['password', 'p', 'secret'],
    ['dbPassword', 'p', 'secret'],
    ['x-api-key', 'k', 'secret'],
    ['apiKey', 'k', 'secret'],
    ['Set-Cookie', 'sid=1', 'secret'],
    ['note', 'password: hunter2', 'secret'],
    ['note', '{"password":"hunter2"', 'secret'],
    ['note', 'Authorization: Bearer 0123456789abcdef', 'token'],
    ['note', 'mail ada@mail.example.co.uk now', 'e-mail'],
    ['note', 'pay DE89370400440532013000 now', 'account number'],
    ['ocrText', 'Invoice', 'extracted value'],
    ...secretNames.map((name): [string, string, string] => [name, 'wJalrXUtn', 'secret']),
    ['note', 'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI', 'secret'],
    ['note', '{broken "secretAccessKey":"wJalr"', 'secret'],
    ['note', String.raw`{broken \"signing_key\":\"wJalr\"`, 'secret'],
    ['note', 'tokens=abc-1', 'secret'],
    ['note', '<SecretAccessKey>wJalr</SecretAccessKey>', 'secret'],
    ['note', 'Authorization: Basic dXNlcjpwYXNzd29yZA==', 'secret'],
    ['note', 'sent Basic dXNlcjpwYXNzd29yZA== there', 'secret'],
    ['note', 'authorization: bearer abc', 'secret'],
    ['note', 'mail john%40example.com now', 'e-mail'],
    ['note', String.raw`go https://b.s3/x?a=1\u0026X-Amz-Signature=dead`, 'pre-signed URL'],
    ['note', 'to=https%3A%2F%2Fb.s3%2Fx%3FX-Amz-Signature%3Ddead', 'pre-signed URL'],
    ['note', 'to=https%253A%252F%252Fd1%252Fx%253Fa%253D1%2526Signature%253Ddead', 'pre-signed URL'],
    ['note', 'https://d1/x?a=1&amp;Signature=dead', 'pre-signed URL'],
    ['note', 'X-Amz-Security-Token: FwoGZXIvYXdzE', 'pre-signed URL'],
  ])('%s: %s', (name, value, why) => expect(whyMasked(name, value)).toBe(why));
});

describe('any other value is shown', () => {
  test.each([
    ['batchId', 'batch-01M3A7K2QX9P'],
    ['messageId', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'],
    ['eTag', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['arn', 'arn:aws:sqs:eu-central-1:111122223333:documents'],
    ['key', 'documents/northwind/batch-1/doc-1/invoice+1.pdf'],
    ['inputTokens', '1200'],
    ['tokens', '1234'],
    ['taskTokenCount', '3'],
    ['keyCount', '3'],
    ['signatures', '2'],
    ['secretName', 'prod/db'],
    ['secretArn', 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:prod'],
    ['idempotencyKey', 'batch-1/run-2'],
    ['sortKey', 'DOC#doc-1'],
    ['fileName', 'Rechnung Müller & Söhne (50% off).pdf'],
    ['fileName', 'basic-agreement_v2.pdf'],
    ['note', 'inputTokens: 1234, outputTokens=56'],
    ['note', 'Basic authentication is off'],
    ['note', 'the bearer of this letter'],
    ['note', 'the token has expired'],
    ['note', 'secretary at 5 p.m. @ the office'],
    ['note', 'pay DE89370400440532013001 now'],
    ['url', 'https://hooks.kestrel.example/in?run=1'],
    ['at', '2026-11-09T08:22:12.000Z'],
    ['text', 'a sentence with blanks that is '.repeat(20)],
  ])('%s: %s', (name, value) => expect(whyMasked(name, value)).toBeNull());
});

/** Each of these would take minutes if a pattern backtracked. */
describe('a malicious text of a megabyte is read to its end', () => {
  const million = 1_000_000;
  test.each([
    ['tokens that never come', '-eyJ'.repeat(million / 4)],
    ['one token without its dot', `eyJ${'x'.repeat(million)}`],
    ['signs', '@'.repeat(million)],
    ['addresses without an end', 'a@b'.repeat(million / 3)],
    ['dots', `a@${'b.'.repeat(million / 2)}`],
    ['accounts', 'DE89 3704 '.repeat(million / 10)],
    ['capitals', 'A'.repeat(million)],
    ['keys', 'token '.repeat(million / 6)],
    ['equals', 'token='.repeat(million / 6)],
    ['addresses with colons', '://a:'.repeat(million / 5)],
    ['keys in PEM', '-----BEGIN '.repeat(million / 11)],
    ['quotes', '"'.repeat(million)],
    ['backslashes', `"${'\\'.repeat(million)}`],
    ['figures', `[${'1e9,'.repeat(million / 4)}1]`],
  ])('%s', (_name, text) => {
    expect(maskedBody(text).text.length).toBeGreaterThan(0);
    expect(maskedBody(JSON.stringify({ note: text })).text.length).toBeGreaterThan(0);
  });
});
