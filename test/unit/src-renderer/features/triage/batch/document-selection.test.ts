import { expect, test } from 'vitest';
import { describeSelection, countSelected } from '#renderer/features/triage/batch/document-selection.tsx';

const known = (id: string) => id.startsWith('known');

test('says what is selected, and where it is', () => {
  const selected = new Set(['a', 'b', 'c', 'known-1', 'known-2', 'far-1']);
  const where = countSelected(selected, new Set(['a', 'b', 'c', 'd']), 1, known);
  expect(where).toEqual({ selected: 6, hiddenByFilter: 1, elsewhere: 2, unread: 1 });
  expect(describeSelection(where)).toBe(
    '6 selected, 1 not shown by this filter, 2 in other tabs or groups, 1 on pages not read',
  );
});

test('a visible selection needs only one number', () => {
  expect(describeSelection(countSelected(new Set(['a']), new Set(['a']), 0, known))).toBe('1 selected');
});

test('thousands are grouped', () => {
  expect(describeSelection({ selected: 10_000, hiddenByFilter: 0, elsewhere: 0, unread: 9_900 })).toBe(
    '10,000 selected, 9,900 on pages not read',
  );
});
