import { expect, test } from 'vitest';
import { countWords } from '#renderer/features/triage/parts/use-pages.ts';

test.each([
  ['nothing is said of a list that nobody has read', { rows: [], isRead: false, complete: false }, undefined],
  ['all of it is here', { rows: new Array<number>(9), isRead: true, complete: true }, '9'],
  ['there is more to read', { rows: new Array<number>(25), isRead: true, complete: false }, '25+'],
  ['an empty one', { rows: [], isRead: true, complete: true }, '0'],
  ['a long one', { rows: new Array<number>(1_200), isRead: true, complete: true }, '1,200'],
] as const)('%s', (_what, pages, words) => {
  expect(countWords(pages)).toBe(words);
});
