import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { jsonDiff } from '#shared/domain/dead-letters/json-diff.ts';

test('tells each leaf that differs, with both values', () => {
  const before = JSON.stringify({ a: 1, b: { c: 'x' }, list: [1, 2], gone: true });
  const after = JSON.stringify({ a: 2, b: { c: 'x' }, list: [1], more: null });
  expect(jsonDiff(before, after)).toEqual([
    { path: '.a', before: '1', after: '2' },
    { path: '.list[1]', before: '2', after: null },
    { path: '.gone', before: 'true', after: null },
    { path: '.more', before: null, after: 'null' },
  ]);
});

test('is one change where one of them is no JSON', () => {
  expect(jsonDiff('ping', 'pong')).toEqual([{ path: '', before: 'ping', after: 'pong' }]);
  expect(jsonDiff('ping', 'ping')).toEqual([]);
});

test('says nothing of what is the same, however it is written', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(jsonDiff(json, JSON.stringify(JSON.parse(json), null, 2))).toEqual([]);
    }),
  );
});
