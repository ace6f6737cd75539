import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';

const token = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'x'.repeat(40)}`;
const signed = 'https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Signature=0123456789abcdef';

describe('a body, as it is shown', () => {
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

  test('that is a text is shown, but for one that is a secret whole', () => {
    expect(maskedBody('ping')).toEqual({ isJson: false, text: 'ping', masked: [] });
    expect(maskedBody(token).masked).toEqual([{ path: '', why: 'token', characters: token.length }]);
    expect(maskedBody(token).text).not.toContain('eyJ');
    expect(valueAtPath(token, '')).toBe(token);
  });

  test('has each masked value at the path that is told, whatever its keys are called', () => {
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

  test('has nothing at a path that there is not', () => {
    expect(valueAtPath('{"a":1}', '.b')).toBeUndefined();
    expect(valueAtPath('{"a":1}', '.a.b')).toBeUndefined();
    expect(valueAtPath('ping', '.a')).toBeUndefined();
    expect(valueAtPath('{"a":[1]}', '.a[3]')).toBeUndefined();
    expect(valueAtPath('{}', '.constructor')).toBeUndefined();
  });
});
