import { expect, test } from 'vitest';
import { hashClosures } from '#scripts/layers/hash-closures.ts';

const files = ['a.ts', 'b.ts', 'c.ts', 'other.ts'];
const imports = [
  { from: 'a.ts', to: 'b.ts' },
  { from: 'b.ts', to: 'c.ts' },
  // Types may go round in a circle.
  { from: 'c.ts', to: 'b.ts' },
  { from: 'other.ts', to: 'npm:zod' },
  { from: 'other.ts', to: undefined },
];
const texts = { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', 'other.ts': 'other' };

test('a file is asked again when it or what it imports, however far away, has changed', () => {
  expect(findChanged({ ...texts, 'c.ts': 'new' })).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(findChanged({ ...texts, 'a.ts': 'new' })).toEqual(['a.ts']);
  expect(findChanged(texts)).toEqual([]);
});

test('every file is asked again when something that concerns all has changed', () => {
  expect(findChanged(texts, { seed: 'new' })).toEqual(files);
});

test('a file is asked again when its import is found elsewhere', () => {
  const moved = imports.map((one) => (one.from === 'a.ts' ? { ...one, to: 'other.ts' } : one));
  expect(findChanged(texts, { edges: moved })).toEqual(['a.ts']);
});

function findChanged(
  now: Readonly<Record<string, string>>,
  { seed = 'seed', edges = imports }: { seed?: string; edges?: typeof imports } = {},
): readonly string[] {
  const before = hashClosures(files, imports, 'seed', readFrom(texts));
  const after = hashClosures(files, edges, seed, readFrom(now));
  return files.filter((file) => before.get(file) !== after.get(file));
}

function readFrom(record: Readonly<Record<string, string>>) {
  return (file: string): string => record[file] ?? '';
}
