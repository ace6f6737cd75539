import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageDetail } from '#shared/contract/dead-letters.ts';
import { maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import { toPointer, shownBody } from '#renderer/features/dead-letters/message/shown-body.ts';
import { ExactNumber, jsonText } from '#renderer/ui/json-lines.ts';

const none = new Map<string, string>();

describe('a masked body', () => {
  test('says where something is hidden, and what', () => {
    const { masked, paths, json } = shownBody(
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

  test('has what was revealed in its place, and nothing else', () => {
    const { masked, json } = shownBody(
      leftMain({ token: 'abcdef', list: [{ token: 'ghijkl' }] }),
      new Map([['.list[0].token', 'ghijkl']]),
    );
    expect([...masked.keys()]).toEqual(['/token']);
    expect(jsonText(json ?? null, masked)).toContain('"ghijkl"');
  });

  test('stays as it is when an attribute is revealed', () => {
    const body = leftMain({ token: 'abcdef' });
    const revealed = new Map([['attribute:apiToken', 'not of the body']]);
    expect(shownBody(body, revealed)).toEqual(shownBody(body, none));
  });

  test('an address that opens a file is not offered to anybody', () => {
    const url = 'https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Signature=abc';
    const { masked, paths } = shownBody(leftMain({ source: { url } }), none);
    expect([...masked.keys()]).toEqual(['/source/url']);
    expect(paths.size).toBe(0);
  });

  test('keeps every digit of a figure', () => {
    const { json } = shownBody(leftMain('{"cents":12345678901234567890}'), none);
    expect(json).toEqual({ cents: new ExactNumber('12345678901234567890') });
  });

  test('that was cut is a text, since half of JSON is none', () => {
    const body = leftMain({ a: 1 });
    expect(shownBody({ ...body, isCut: true }, none).json).toBeUndefined();
  });

  test('opens a text that is JSON itself where something is hidden in it', () => {
    const { json, opened, paths } = shownBody(
      leftMain({ Message: JSON.stringify({ batchId: 'b-1', token: 'abcdef' }) }),
      none,
    );
    expect(opened).toEqual(['/Message']);
    expect(paths.get('/Message/token')).toBe('.Message.token');
    expect(json).toMatchObject({ Message: { batchId: 'b-1' } });
  });

  test('is the body again once everything is revealed, whatever its keys are called', () => {
    fc.assert(
      fc.property(bodies, (value) => {
        const text = JSON.stringify(value);
        const body = leftMain(text);
        const values = new Map(body.masked.map(({ path }) => [path, valueAtPath(text, path) ?? '']));
        const { json, masked } = shownBody(body, values);
        expect(masked.size).toBe(0);
        expect(JSON.parse(jsonText(json ?? null))).toEqual(value);
      }),
    );
  });
});

test('a path of main is a pointer of the tree', () => {
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
