import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  exactFigure,
  jsonDiff,
  readExactJson,
  readJson,
  writeExactJson,
} from '#shared/domain/dead-letters/exact-json.ts';

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

test('a number keeps its digits, and a text that looks like one stays a text', () => {
  expect(exactFigure(readExactJson('1.50') ?? null)).toBe('1.50');
  expect(readExactJson('1.5')).toBe(1.5);
  expect(exactFigure(readExactJson('"1.50"') ?? null)).toBeUndefined();
});

test('property: reads all JSON as it is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(writeExactJson(readExactJson(json) ?? null)).toBe(JSON.stringify(JSON.parse(json)));
      expect(readJson(json)).toEqual(JSON.parse(json));
    }),
  );
});

test('property: recognises invalid JSON', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isJson = readExactJson(text) !== undefined;
      expect(isJson).toBe(readJson(text) !== undefined);
    }),
  );
});

test('treats JSON that is nested too deep as text', () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;
  expect(readJson(nested(90))).toBeDefined();
  expect(readJson(nested(101))).toBeUndefined();
  expect(readExactJson(nested(300_000))).toBeUndefined();
  expect(readJson(JSON.stringify('['.repeat(300_000)))).toBeDefined();
});

test('reports each leaf that differs, with both values', () => {
  const before = JSON.stringify({ a: 1, b: { c: 'x' }, list: [1, 2], gone: true });
  const after = JSON.stringify({ a: 2, b: { c: 'x' }, list: [1], more: null });
  expect(jsonDiff(before, after)).toEqual([
    { path: '.a', before: '1', after: '2' },
    { path: '.list[1]', before: '2', after: null },
    { path: '.gone', before: 'true', after: null },
    { path: '.more', before: null, after: 'null' },
  ]);
});

test('reports one change if one side is not JSON', () => {
  expect(jsonDiff('ping', 'pong')).toEqual([{ path: '', before: 'ping', after: 'pong' }]);
  expect(jsonDiff('ping', 'ping')).toEqual([]);
});

test('reports nothing if both are equal, however they are written', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(jsonDiff(json, JSON.stringify(JSON.parse(json), null, 2))).toEqual([]);
    }),
  );
});
