import { expect, test } from 'vitest';
import { formatCount, describeOtherItems } from '#renderer/features/triage/parts/use-pages.ts';

test.each([
  ['an unread list has no count', { rows: [], isRead: false, complete: false }, undefined],
  ['all of it is here', { rows: new Array<number>(9), isRead: true, complete: true }, '9'],
  ['there is more to read', { rows: new Array<number>(25), isRead: true, complete: false }, '25+'],
  ['an empty one', { rows: [], isRead: true, complete: true }, '0'],
  ['a long one', { rows: new Array<number>(1_200), isRead: true, complete: true }, '1,200'],
] as const)('%s', (_what, pages, words) => {
  expect(formatCount(pages)).toBe(words);
});

test('an item of another kind is described by its keys', () => {
  const project = { entity: 'Project', partitionKey: 'TENANT#t', sortKey: 'PROJECT#p' };
  const stranger = { entity: null, partitionKey: 'TENANT#t', sortKey: 'LEDGER#9' };
  expect(describeOtherItems([])).toBe('');
  expect(describeOtherItems([project])).toBe('1 item of another kind in this list: Project, SK PROJECT#p');
  expect(describeOtherItems([stranger, project, project, project])).toBe(
    '4 items of another kind in this list: unknown, SK LEDGER#9; Project, SK PROJECT#p; Project, SK PROJECT#p; and 1 more',
  );
});
