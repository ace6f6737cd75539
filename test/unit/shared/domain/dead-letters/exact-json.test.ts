import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactFigure, readExactJson, writeExactJson } from '#shared/domain/dead-letters/exact-json.ts';
import { readJson } from '#shared/domain/dead-letters/read-json.ts';

test.each([
  '12345678901234567890',
  '-0',
  '1.50',
  '1E400',
  '1e-7',
  '[0.1,-12345678901234567890.123456789,7]',
  '{"a":"12345678901234567890","b":12345678901234567890}',
  String.raw`{"\"1.50":"\\","b":"say \"1.50\""}`,
])('%s is written as it was read', (json) => {
  expect(writeExactJson(readExactJson(json) ?? null)).toBe(json);
});

test('a figure has its digits, and a text that looks like one is a text', () => {
  expect(exactFigure(readExactJson('1.50') ?? null)).toBe('1.50');
  expect(readExactJson('1.5')).toBe(1.5);
  expect(exactFigure(readExactJson('"1.50"') ?? null)).toBeUndefined();
});

test('property: all JSON is read as it is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(writeExactJson(readExactJson(json) ?? null)).toBe(JSON.stringify(JSON.parse(json)));
      expect(readJson(json)).toEqual(JSON.parse(json));
    }),
  );
});

test('property: what is no JSON is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isJson = readExactJson(text) !== undefined;
      expect(isJson).toBe(readJson(text) !== undefined);
    }),
  );
});

test('what nests too deep to be walked is a text', () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;
  expect(readJson(nested(90))).toBeDefined();
  expect(readJson(nested(101))).toBeUndefined();
  expect(readExactJson(nested(300_000))).toBeUndefined();
  expect(readJson(JSON.stringify('['.repeat(300_000)))).toBeDefined();
});
