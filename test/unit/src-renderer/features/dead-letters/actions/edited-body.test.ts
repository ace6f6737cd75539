import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compactJson,
  compareBodies,
  formatJson,
} from '#renderer/features/dead-letters/actions/edited-body.ts';

describe('formatting JSON', () => {
  test('puts one value on each line', () => {
    expect(formatJson('{"a":[1,{"b":{}}],"c":[]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": {}\n    }\n  ],\n  "c": []\n}',
    );
  });

  test('matches JSON.stringify and keeps the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
        expect(compactJson(formatJson(text))).toBe(text);
      }),
    );
  });

  test('keeps every digit, escape and duplicate key', () => {
    const text = String.raw`{"id":12345678901234567890,"e":1.50,"u":"\u00e9 {","id":"a, b"}`;
    expect(compactJson(formatJson(text))).toBe(text);
  });

  test('leaves text that is not JSON unchanged', () => {
    for (const text of ['', 'plain text', '{"half":', "{'single': 1}"]) {
      expect(formatJson(text)).toBe(text);
      expect(compactJson(text)).toBe(text);
    }
  });
});

describe('an edited body', () => {
  const original = '{"batchId":"b-1","attempt":3}';

  test('is not edited if only its layout changed', () => {
    const { changes, whyNot } = compareBodies(original, formatJson(original));
    expect(changes).toEqual([]);
    expect(whyNot).toContain('No changes yet');
  });

  test('is sent as compact as the original, with its differences by path', () => {
    const edited = compareBodies(original, formatJson(original).replace('b-1', 'b-2'));
    expect(edited).toEqual({
      sent: '{"batchId":"b-2","attempt":3}',
      changes: [{ path: '.batchId', before: '"b-1"', after: '"b-2"' }],
      otherShape: [],
      whyNot: null,
    });
  });

  test('keeps the layout of a formatted original', () => {
    const own = '{ "batchId": "b-1" }';
    expect(compareBodies(own, '{ "batchId": "b-2" }').sent).toBe('{ "batchId": "b-2" }');
  });

  test('reports another shape, but can be sent', () => {
    const { otherShape, whyNot } = compareBodies(original, '{"batchId":"b-1","attempt":"3","more":true}');
    expect(otherShape.map(({ path }) => path)).toEqual(['.attempt', '.more']);
    expect(whyNot).toBeNull();
  });

  test('is refused if it is no longer JSON', () => {
    const { otherShape } = compareBodies(original, '{"batchId":"b-1",');
    expect(otherShape).toMatchObject([{ path: '' }]);
  });

  test('counts as different if a number is written in another way', () => {
    const { changes } = compareBodies('{"total":1.0}', '{"total":1.00}');
    expect(changes).toHaveLength(1);
  });

  test('is refused if it is empty or larger than SQS accepts', () => {
    expect(compareBodies('some text', '  ').whyNot).toContain('an empty body');
    expect(compareBodies('some text', 'é'.repeat(600_000)).whyNot).toContain('1 MiB');
  });

  test('is either refused or different for any input, and can always be described', () => {
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
