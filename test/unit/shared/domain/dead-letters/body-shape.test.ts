import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { shapeChanges, describeShape, shapeText } from '#shared/domain/dead-letters/body-shape.ts';

describe('the shape of a body', () => {
  test('has keys and types, and no values', () => {
    const shape = describeShape({ run: 1, batchId: 'b', counts: { FAILED: 2 }, tags: ['a'], note: null });
    expect(shapeText(shape)).toBe(
      '{ batchId: text, counts: { FAILED: number }, note: nothing, run: number, tags: [text] }',
    );
  });

  test('does not depend on the order of its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
        const turned = Object.fromEntries(Object.entries(json).toReversed());
        expect(shapeText(describeShape(JSON.parse(JSON.stringify(turned))))).toBe(
          shapeText(describeShape(JSON.parse(JSON.stringify(json)))),
        );
      }),
    );
  });
});

describe('an edited body', () => {
  const original = JSON.stringify({ batchId: 'b', run: 1, file: { key: 'a' }, rows: [{ n: 1 }], note: null });
  const edited = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(original) as object), ...change });

  test('may have other values', () => {
    expect(shapeChanges(original, edited({ batchId: 'c', run: 9, rows: [{ n: 4 }, { n: 5 }] }))).toEqual([]);
  });

  test('may fill in a null', () => {
    expect(shapeChanges(original, edited({ note: 'sent again' }))).toEqual([]);
  });

  test.each([
    [{ batchId: 7 }, '.batchId', 'It was text, and is number.'],
    [{ extra: 1 }, '.extra', 'The original has no such key.'],
    [{ file: {} }, '.file.key', 'It is missing.'],
    [{ rows: [{ n: '1' }] }, '.rows[].n', 'It was number, and is text.'],
    [{ file: null }, '.file', 'It was object, and is nothing.'],
  ])('is reported if it has another shape: %j', (change, path, says) => {
    expect(shapeChanges(original, edited(change))).toEqual([{ path, says }]);
  });

  test('is reported if it is no longer JSON; a text may become any text', () => {
    expect(shapeChanges(original, '{')).toEqual([
      { path: '', says: 'The original is JSON, and this is not.' },
    ]);
    expect(shapeChanges('hello', 'other')).toEqual([]);
  });

  test('that is the original has no change of shape, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(shapeChanges(json, json)).toEqual([]);
      }),
    );
  });
});
