import { describe, expect, test } from 'vitest';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { whyMasked } from '#shared/domain/dead-letters/why-masked.ts';

describe('a value that opens a door or names a person', () => {
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
  ])('%s: %s', (name, value, why) => expect(whyMasked(name, value)).toBe(why));
});

describe('a value that does neither is shown', () => {
  test.each([
    ['batchId', 'batch-01M3A7K2QX9P'],
    ['messageId', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'],
    ['eTag', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['arn', 'arn:aws:sqs:eu-central-1:111122223333:documents'],
    ['key', 'documents/northwind/batch-1/doc-1/invoice+1.pdf'],
    ['inputTokens', '1200'],
    ['note', 'the token has expired'],
    ['note', 'secretary at 5 p.m. @ the office'],
    ['note', 'pay DE89370400440532013001 now'],
    ['url', 'https://hooks.kestrel.example/in?run=1'],
    ['at', '2026-11-09T08:22:12.000Z'],
    ['text', 'a sentence with blanks that is '.repeat(20)],
  ])('%s: %s', (name, value) => expect(whyMasked(name, value)).toBeNull());
});

/** Each would take minutes if a pattern went back over what it has read. */
describe('a text of a megabyte that means ill is read to its end', () => {
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
