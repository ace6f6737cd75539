import { describe, expect, test } from 'vitest';
import { messageFingerprint } from '#shared/domain/dead-letters/message-fingerprint.ts';

const cause = (message: string) => ({ stage: 'ingest', code: 'UnknownBatch', message });

describe('the fingerprint of a dead letter', () => {
  test('is that of its cause, whatever its body says', () => {
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

  test('is that of its looks where nobody has said why', () => {
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

  test('does not count what a redrive has added', () => {
    const [one, other] = [[], ['sluice.redriveOf', 'sluice.redrives']].map((names) =>
      messageFingerprint(null, 'ping', names),
    );
    expect(one).toEqual(other);
  });

  test.each([
    ['ping', 'Text “ping”'],
    [' ', 'An empty text'],
    ['', 'An empty text'],
  ])('of a body that is no JSON tells what it says: %s', (body, pattern) => {
    expect(messageFingerprint(null, body, []).pattern).toBe(pattern);
  });

  test('of a body that means ill is found as soon as of another', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(messageFingerprint(null, deep, []).pattern.length).toBeLessThanOrEqual(160);
    expect(messageFingerprint(null, 'a"'.repeat(200_000), []).pattern.length).toBeLessThanOrEqual(160);
  });
});

test('a pattern has no secret of a key, a text or a cause, and its id is by what was written', () => {
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
