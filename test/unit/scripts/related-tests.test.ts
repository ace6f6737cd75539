import { expect, test } from 'vitest';
import { sortNearestFirst } from '#scripts/related-tests.ts';

const imports = [
  { from: 'src/b.ts', to: 'src/a.ts', typeOnly: false },
  { from: 'src/types.ts', to: 'src/a.ts', typeOnly: true },
  { from: 'test/unit/b.test.ts', to: 'src/b.ts', typeOnly: false },
  { from: 'test/integration/a.test.ts', to: 'src/a.ts', typeOnly: false },
  { from: 'test/unit/a.test.ts', to: 'src/a.ts', typeOnly: false },
  { from: 'test/unit/types.test.ts', to: 'src/types.ts', typeOnly: false },
];

test('runs unit tests first, the nearest to the change before the others', () => {
  expect(sortNearestFirst(['src/a.ts'], imports)).toEqual([
    'test/unit/a.test.ts',
    'test/unit/b.test.ts',
    'test/integration/a.test.ts',
  ]);
  expect(sortNearestFirst(['test/unit/b.test.ts'], imports)).toEqual(['test/unit/b.test.ts']);
});
