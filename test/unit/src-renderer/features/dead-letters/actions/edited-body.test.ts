import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compactJson,
  compareBodies,
  formatJson,
} from '#renderer/features/dead-letters/actions/edited-body.ts';

describe('JSON with a value a line', () => {
  test('looks as everybody lays it out', () => {
    expect(formatJson('{"a":[1,{"b":{}}],"c":[]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": {}\n    }\n  ],\n  "c": []\n}',
    );
  });

  test('is laid out as JSON.stringify does, and says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
        expect(compactJson(formatJson(text))).toBe(text);
      }),
    );
  });

  test('loses no digit, no escape and no key that stands there twice', () => {
    const text = String.raw`{"id":12345678901234567890,"e":1.50,"u":"\u00e9 {","id":"a, b"}`;
    expect(compactJson(formatJson(text))).toBe(text);
  });

  test('leaves alone what is no JSON', () => {
    for (const text of ['', 'plain text', '{"half":', "{'single': 1}"]) {
      expect(formatJson(text)).toBe(text);
      expect(compactJson(text)).toBe(text);
    }
  });
});

describe('an edited body', () => {
  const original = '{"batchId":"b-1","attempt":3}';

  test('laid out anew is not edited', () => {
    const { changes, whyNot } = compareBodies(original, formatJson(original));
    expect(changes).toEqual([]);
    expect(whyNot).toContain('Nothing is changed');
  });

  test('is sent as compact as the original was, with its differences by their paths', () => {
    const edited = compareBodies(original, formatJson(original).replace('b-1', 'b-2'));
    expect(edited).toEqual({
      sent: '{"batchId":"b-2","attempt":3}',
      changes: [{ path: '.batchId', before: '"b-1"', after: '"b-2"' }],
      otherShape: [],
      whyNot: null,
    });
  });

  test('keeps the layout of one that had its own', () => {
    const own = '{ "batchId": "b-1" }';
    expect(compareBodies(own, '{ "batchId": "b-2" }').sent).toBe('{ "batchId": "b-2" }');
  });

  test('of another shape says so, and may go all the same', () => {
    const { otherShape, whyNot } = compareBodies(original, '{"batchId":"b-1","attempt":"3","more":true}');
    expect(otherShape.map(({ path }) => path)).toEqual(['.attempt', '.more']);
    expect(whyNot).toBeNull();
  });

  test('that is no JSON any more says so', () => {
    const { otherShape } = compareBodies(original, '{"batchId":"b-1",');
    expect(otherShape).toMatchObject([{ path: '' }]);
  });

  test('with a figure written otherwise is different, though it reads the same', () => {
    const { changes } = compareBodies('{"total":1.0}', '{"total":1.00}');
    expect(changes).toHaveLength(1);
  });

  test('is not sent empty, or larger than SQS takes', () => {
    expect(compareBodies('some text', '  ').whyNot).toContain('no empty body');
    expect(compareBodies('some text', 'é'.repeat(600_000)).whyNot).toContain('1 MiB');
  });

  test('whatever is typed is either refused or different, and what is told of it never fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.oneof(fc.json(), fc.string()), (before, after) => {
        const { changes, sent, whyNot } = compareBodies(before, after);
        if (whyNot === null) {
          expect(sent).not.toBe(before);
          expect(changes.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
