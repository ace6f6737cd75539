import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { aDownloadBatch } from '#test/builders/a-download.ts';

it('open is what is expected, and neither completed nor failed', () => {
  expect(
    fileSetsOf(aDownloadBatch({ expected: ['d', 'a', 'b', 'c'], completed: ['a'], failed: ['b'] })),
  ).toEqual({
    expected: ['a', 'b', 'c', 'd'],
    completed: ['a'],
    failed: ['b'],
    open: ['c', 'd'],
    unexpected: [],
    inBoth: [],
  });
});

it('tells of what nobody expects, and of what is said to be both', () => {
  expect(
    fileSetsOf(aDownloadBatch({ expected: ['a'], completed: ['a', 'x'], failed: ['a', 'y'] })),
  ).toMatchObject({ open: [], unexpected: ['x', 'y'], inBoth: ['a'] });
});

it('property: the sets add up, whatever stands in them', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', ''), { maxLength: 9 });
  fc.assert(
    fc.property(ids, ids, ids, (expected, completed, failed) => {
      const sets = fileSetsOf({ expected, completed, failed });
      const ended = new Set([...sets.completed, ...sets.failed]);
      expect(ended.size).toBe(sets.completed.length + sets.failed.length - sets.inBoth.length);
      // E − (C ∪ F) and (C ∪ F) − E leave the same in the middle.
      expect(sets.expected.length - sets.open.length).toBe(ended.size - sets.unexpected.length);
      for (const set of Object.values(sets)) {
        expect(set).toEqual([...new Set<string>(set)].toSorted());
      }
    }),
  );
});
