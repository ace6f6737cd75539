import { describe, expect, test } from 'vitest';
import { messageFingerprint, shownCause, shownName } from '#shared/domain/dead-letters/message-cause.ts';

const cause = (message: string) => ({ stage: 'ingest', code: 'UnknownBatch', message });

describe('the fingerprint of a dead letter', () => {
  test('depends on its cause, whatever its body says', () => {
    const one = messageFingerprint(
      cause('The tenant northwind has no batch batch-01M3A7K2QX9P'),
      '{"a":1}',
      [],
    );
    const other = messageFingerprint(cause('The tenant northwind has no batch batch-01M3ZZZZ11AB'), 'hello', [
      'x',
    ]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ from: 'cause', code: 'UnknownBatch' });
    expect(one.pattern).toContain('UnknownBatch');
  });

  test('depends on its shape if no cause is recorded', () => {
    const one = messageFingerprint(null, '{"tenantId":"kestrel","batchId":7}', []);
    expect(one).toMatchObject({
      from: 'body',
      code: null,
      pattern: 'JSON { batchId: number, tenantId: text }',
    });
    expect(messageFingerprint(null, '{"batchId":8,"tenantId":"other"}', []).id).toBe(one.id);
    expect(messageFingerprint(null, '{"batchId":"8","tenantId":"other"}', []).id).not.toBe(one.id);
    expect(messageFingerprint(null, '{"batchId":8,"tenantId":"other"}', ['retry']).id).not.toBe(one.id);
  });

  test('ignores what a redrive has added', () => {
    const [one, other] = [[], ['sluice.redriveOf', 'sluice.redrives']].map((names) =>
      messageFingerprint(null, 'ping', names),
    );
    expect(one).toEqual(other);
  });

  test.each([
    ['ping', 'Text “ping”'],
    [' ', 'An empty text'],
    ['', 'An empty text'],
  ])('of a body that is not JSON shows its text: %s', (body, pattern) => {
    expect(messageFingerprint(null, body, []).pattern).toBe(pattern);
  });

  test('of a malicious body is found as quickly as of another', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(messageFingerprint(null, deep, []).pattern.length).toBeLessThanOrEqual(160);
    expect(messageFingerprint(null, 'a"'.repeat(200_000), []).pattern.length).toBeLessThanOrEqual(160);
  });
});

test('a pattern contains no secret of a key, a text or a cause, and its id uses the original', () => {
  const print = (body: string) => messageFingerprint(null, body, []);
  expect(print('{"perUser":{"ada@example.com":1}}')).toEqual(print('{"perUser":{"bob@example.org":1}}'));
  expect(print('{"perUser":{"ada@example.com":1}}').pattern).toBe('JSON { perUser: { …: number } }');
  expect(print('Authorization: Basic dXNlcjpwYXNzd29yZA==').pattern).toBe('A text that is masked: secret');
  const refused = {
    stage: 'webhook',
    code: 'HTTP_401',
    message: 'Bearer abcdefghijklmnopqrstuvwxyz refused',
  };
  const { id, pattern } = messageFingerprint(refused, '{}', []);
  expect(pattern).not.toContain('abcdefgh');
  expect(id).toBe(messageFingerprint({ ...refused }, '[]', ['x']).id);
});

describe('a cause is shown', () => {
  test.each([
    'The tenant kestrel has no batch batch-01M3A7K2QX9P',
    'JSON: Unexpected token } at position 5',
    'Basic authentication failed: 401 Unauthorized',
    'inputTokens: 1234 exceed the 1000 that are allowed (outputTokens: 0)',
    'invoice+1.pdf: 5 of 12 pages, 48,213 bytes',
    'secretary at 5 p.m. @ the office',
    'https://hooks.kestrel.example/in answered 503',
    'C:\\scans\\new\\a.pdf is no file',
    'arn:aws:sqs:eu-central-1:111122223333:documents is not there',
    '‹masked: e-mail, 12 characters›',
  ])('unchanged: %s', (text) => expect(shownCause(text)).toBe(text));

  test.each([
    [
      'POST https://hooks.cust.example/in?key=SUPER answered 401',
      'POST https://hooks.cust.example/in?… answered 401',
    ],
    ['POST https://u:SUPER@hooks.cust/in?key=SUPER refused', 'POST https://hooks.cust/in?… refused'],
    // Rows have this form, because they take the name and the host for an e-mail address.
    [
      'POST https://u:(an e-mail address)/in?key=SUPER refused',
      'POST https://(an e-mail address)/in?… refused',
    ],
    ['GET /in?to=(an e-mail address)&key=SUPER', 'GET /in?…'],
    ['Authorization: Bearer SUPERSUPER1 is over', 'Authorization: Bearer ‹masked› is over'],
    ['sent bearer SUPERSUPERSUPER1 to them', 'sent bearer ‹masked› to them'],
    ['Authorization: Basic dXNlcjpTVVBFUg== refused', 'Authorization: Basic ‹masked› refused'],
    ['sent Basic dXNlcjpTVVBFUg== to them', 'sent Basic ‹masked› to them'],
    ['password: SUPER is wrong', 'password: ‹masked› is wrong'],
    ['AWS_SECRET_ACCESS_KEY=SUPER is over', 'AWS_SECRET_ACCESS_KEY=‹masked› is over'],
    ['no mailbox of SUPER.ada@example.com', 'no mailbox of (an e-mail address)'],
    ['redirect=https%3A%2F%2Fb.s3%2Fx%3FX-Amz-Signature%3DSUPER', '‹masked: pre-signed URL, 57 characters›'],
    ['pay SUPER to DE89 3704 0044 0532 0130 00', '‹masked: account number, 40 characters›'],
  ])('without its secrets: %s', (text, shown) => {
    expect(shownCause(text)).toBe(shown);
    expect(shownCause(shown)).toBe(shown);
  });
});

test('a name is no longer than an id, and is not an address', () => {
  expect(shownName('invoice 1 (final).pdf')).toBe('invoice 1 (final).pdf');
  expect(shownName('a b '.repeat(20_000))).toHaveLength(256);
  expect(shownName(`${'long '.repeat(100)}ada@example.com`)).not.toContain('ada');
  expect(shownName('ada@example.com.pdf')).toBe('(an e-mail address)');
  // The text that reveals the secret must not be cut off before the check.
  const signed = `https://b.s3/${'x'.repeat(240)}?X-Amz-Credential=SUPER&X-Amz-Signature=SUPER`;
  expect(shownName(signed)).toBe('(a presigned address)');
});

/** Each of these would take minutes if a pattern backtracked. */
test.each([
  ['addresses', 'https://'],
  ['queries', '?a=&'],
  ['headers', 'Authorization: '],
  ['names', 'token="'],
  ['quotes', "password: '"],
  ['signs', 'a@'],
  ['hosts', 'a@b.'],
  ['backslashes', '\\'],
  ['percents', '%25'],
  ['entities', '&#'],
  ['schemes', '://a'],
  ['plain', 'x'],
])('a malicious cause of half a megabyte is read to its end: %s', (_, part) => {
  expect(shownCause(part.repeat(500_000 / part.length)).length).toBeGreaterThan(0);
});
