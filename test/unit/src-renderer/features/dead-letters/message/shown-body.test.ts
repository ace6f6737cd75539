import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageDetail } from '#shared/contract/dead-letters.ts';
import { maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import { toPointer, toShownBody } from '#renderer/features/dead-letters/message/shown-body.ts';
import { ExactNumber, jsonText } from '#renderer/ui/json-lines.ts';

const none = new Map<string, string>();

describe('a masked body', () => {
  test('lists the masked values with their kind', () => {
    const { masked, paths, json } = toShownBody(
      leftMain({ batchId: 'b-1', source: { token: 'abcdef' }, requestedBy: 'jo@example.com' }),
      none,
    );
    expect([...masked]).toEqual([
      ['/source/token', 'secret, 6 characters'],
      ['/requestedBy', 'e-mail, 14 characters'],
    ]);
    expect(paths.get('/source/token')).toBe('.source.token');
    expect(jsonText(json ?? null, masked)).not.toContain('abcdef');
  });

  test('contains the revealed values and nothing else', () => {
    const { masked, json } = toShownBody(
      leftMain({ token: 'abcdef', list: [{ token: 'ghijkl' }] }),
      new Map([['.list[0].token', 'ghijkl']]),
    );
    expect([...masked.keys()]).toEqual(['/token']);
    expect(jsonText(json ?? null, masked)).toContain('"ghijkl"');
  });

  test('does not change when an attribute is revealed', () => {
    const body = leftMain({ token: 'abcdef' });
    const revealed = new Map([['attribute:apiToken', 'not of the body']]);
    expect(toShownBody(body, revealed)).toEqual(toShownBody(body, none));
  });

  test('never offers to reveal an address that opens a file', () => {
    const url = 'https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Signature=abc';
    const { masked, paths } = toShownBody(leftMain({ source: { url } }), none);
    expect([...masked.keys()]).toEqual(['/source/url']);
    expect(paths.size).toBe(0);
  });

  test('keeps every digit of a number', () => {
    const { json } = toShownBody(leftMain('{"cents":12345678901234567890}'), none);
    expect(json).toEqual({ cents: new ExactNumber('12345678901234567890') });
  });

  test('is plain text if it was cut', () => {
    const body = leftMain({ a: 1 });
    expect(toShownBody({ ...body, isCut: true }, none).json).toBeUndefined();
  });

  test('parses a string of JSON that contains a masked value', () => {
    const { json, opened, paths } = toShownBody(
      leftMain({ Message: JSON.stringify({ batchId: 'b-1', token: 'abcdef' }) }),
      none,
    );
    expect(opened).toEqual(['/Message']);
    expect(paths.get('/Message/token')).toBe('.Message.token');
    expect(json).toMatchObject({ Message: { batchId: 'b-1' } });
  });

  test('equals the original once everything is revealed, whatever its keys are', () => {
    fc.assert(
      fc.property(bodies, (value) => {
        const text = JSON.stringify(value);
        const body = leftMain(text);
        const values = new Map(body.masked.map(({ path }) => [path, valueAtPath(text, path) ?? '']));
        const { json, masked } = toShownBody(body, values);
        expect(masked.size).toBe(0);
        expect(JSON.parse(jsonText(json ?? null))).toEqual(value);
      }),
    );
  });
});

test('converts a path of main to a pointer of the tree', () => {
  expect(toPointer('.source.url')).toBe('/source/url');
  expect(toPointer(String.raw`.a\.b[0].c/d~e`)).toBe('/a.b/0/c~1d~0e');
  expect(toPointer('')).toBe('');
});

const keys = fc.constantFrom('token', 'a.b', '[0]', 'c/d', '~', String.raw`back\slash`, 'batchId', '');
const bodies = fc
  .dictionary(
    keys,
    fc.oneof(
      fc.constantFrom('plain', 'jo@example.com', '‹masked: secret, 3 characters›'),
      fc.dictionary(keys, fc.constantFrom('abc', 'deeper')),
      fc.array(fc.dictionary(keys, fc.constantFrom('abc', 'in a list'))),
    ),
  )
  .filter((value) => Object.keys(value).length > 0);

function leftMain(body: object | string): MessageDetail['body'] {
  const { isJson, text, masked } = maskedBody(typeof body === 'string' ? body : JSON.stringify(body));
  return { isJson, text, masked: masked.map((one) => ({ ...one })), isCut: false };
}
