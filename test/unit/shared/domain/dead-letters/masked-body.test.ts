import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { bodyWithoutSigned, maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';

const token = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'x'.repeat(40)}`;
const signed = 'https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Signature=0123456789abcdef';

describe('a masked body', () => {
  test('keeps its structure and its ids', () => {
    const body = { tenantId: 'northwind', batchId: 'batch-1', counts: { FAILED: 2 }, ok: true, note: null };
    const shown = maskedBody(JSON.stringify(body));
    expect(shown).toMatchObject({ isJson: true, masked: [] });
    expect(JSON.parse(shown.text)).toEqual(body);
  });

  test.each([
    ['taskToken', 'AAAA', 'secret'],
    ['PresignedURL', 'https://x', 'secret'],
    ['EncryptedAESKey', 'k', 'secret'],
    ['url', signed, 'pre-signed URL'],
    ['jwt', token, 'token'],
    ['requestedBy', 'mira@example.com', 'e-mail'],
    ['key', 'AKIAIOSFODNN7EXAMPLE', 'access key'],
    ['iban', 'DE89 3704 0044 0532 0130 00', 'account number'],
    ['value', '149.90', 'extracted value'],
    ['blob', 'A'.repeat(201), 'opaque text'],
  ])('hides %s', (name, value, why) => {
    const body = JSON.stringify({ list: [{ [name]: value }] });
    const shown = maskedBody(body);
    expect(shown.masked).toEqual([{ path: `.list[0].${name}`, why, characters: value.length }]);
    expect(shown.text).not.toContain(value.length > 3 ? value : `"${value}"`);
    expect(valueAtPath(body, `.list[0].${name}`)).toBe(value);
  });

  test('that is text is shown, unless the whole text is a secret', () => {
    expect(maskedBody('ping')).toEqual({ isJson: false, text: 'ping', masked: [] });
    expect(maskedBody(token).masked).toEqual([{ path: '', why: 'token', characters: token.length }]);
    expect(maskedBody(token).text).not.toContain('eyJ');
    expect(valueAtPath(token, '')).toBe(token);
  });

  test('has each masked value at the reported path, whatever its keys are called', () => {
    const json = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.oneof(
        fc.constant(signed),
        fc.dictionary(fc.string({ minLength: 1 }), fc.constant('mira@example.com')),
      ),
    );
    fc.assert(
      fc.property(json, (value) => {
        const body = JSON.stringify(value);
        const { masked, text } = maskedBody(body);
        expect(text).not.toContain('X-Amz-Signature');
        expect(text).not.toContain('mira@');
        for (const { path, characters } of masked) expect(valueAtPath(body, path)?.length).toBe(characters);
      }),
    );
  });

  test('has nothing at an unknown path', () => {
    expect(valueAtPath('{"a":1}', '.b')).toBeUndefined();
    expect(valueAtPath('{"a":1}', '.a.b')).toBeUndefined();
    expect(valueAtPath('ping', '.a')).toBeUndefined();
    expect(valueAtPath('{"a":[1]}', '.a[3]')).toBeUndefined();
    expect(valueAtPath('{}', '.constructor')).toBeUndefined();
  });
});

describe('a key that contains a person or a secret', () => {
  const body = JSON.stringify({
    perUser: { 'ada@example.com': 1, 'bob@example.com': 'shown', 'doc-01M3A7K2': { token: 'hush' } },
    [signed]: { 'eve@example.com': { password: 'hush' } },
  });

  test('is masked, and different keys stay different', () => {
    const { text, masked } = maskedBody(body);
    for (const secret of ['example.com', '0123456789abcdef', 'hush']) expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      perUser: {
        '‹masked: e-mail, 15 characters›': 1,
        '‹masked: e-mail, 15 characters› 2': 'shown',
        'doc-01M3A7K2': {},
      },
    });
    expect(JSON.stringify(masked)).not.toMatch(/example\.com|0123456789abcdef/);
  });

  test('leads to its value by the masked name', () => {
    expect(valueAtPath(body, '.perUser.‹masked: e-mail, 15 characters› 2')).toBe('shown');
    const paths = maskedBody(body).masked.map(({ path }) => path);
    expect(paths.map((path) => valueAtPath(body, path))).toEqual(['hush', 'hush']);
  });

  test('is masked in a text that is JSON, too, and if it occurs twice', () => {
    const inner = '{"ada@example.com":1}';
    expect(maskedBody(JSON.stringify({ Message: inner })).text).not.toContain('ada@');
    expect(maskedBody(JSON.stringify({ Message: '{"to":"ada@example.com","to":1}' })).text).not.toContain(
      'ada@',
    );
    expect(maskedBody('{"to":"ada@example.com","to":1}').text).not.toContain('ada@');
  });
});

test('counts of tokens are shown, and tokens are not', () => {
  const usage = { inputTokens: 1234, tokens: { input: 12, output: 3.5 }, outputTokens: 12 };
  expect(maskedBody(JSON.stringify(usage)).masked).toEqual([]);
  const secrets = { tokens: ['abc-1', '123456'], secrets: { pin: 1234, db: 'hunter2' }, cookies: ['sid=1'] };
  expect(maskedBody(JSON.stringify(secrets)).masked.map(({ path }) => path)).toEqual([
    '.tokens[0]',
    '.tokens[1]',
    '.secrets.pin',
    '.secrets.db',
    '.cookies[0]',
  ]);
});

describe('a body without credentials', () => {
  test('is unchanged if it contains none', () => {
    for (const body of ['{ "to":"ada@example.com", "n":1.50 }', 'password: p', '', '[1,1]', '{"token":"t"']) {
      expect(bodyWithoutSigned(body)).toBe(body);
    }
  });

  test('says so in their place, and has all the rest', () => {
    const body = JSON.stringify({
      url: signed,
      to: 'ada@example.com',
      in: JSON.stringify({ [signed]: signed, n: 1 }),
    });
    const words = `‹masked: pre-signed URL, ${signed.length} characters›`;
    expect(JSON.parse(bodyWithoutSigned(body))).toEqual({
      url: words,
      to: 'ada@example.com',
      in: JSON.stringify({ [words]: words, n: 1 }),
    });
    expect(bodyWithoutSigned(`see ${signed}`)).toMatch(/^‹masked: pre-signed URL/);
    expect(bodyWithoutSigned(`{"a":${JSON.stringify(signed)},"a":1}`)).toBe('{"a":1}');
  });
});
