import { expect, test, vi } from 'vitest';
import type { PageWord } from '#renderer/features/review/viewer/page-words.ts';
import {
  describeSearch,
  readPages,
  type SearchedPages,
} from '#renderer/features/review/viewer/searched-pages.ts';
import { findMessages } from '#renderer/features/review/viewer/viewer-messages.ts';
import { aKey } from './a-pdf-engine.ts';

const document = aKey('DOC-1');

function aWord(text: string): PageWord {
  return { text, box: [0.1, 0.1, 0.1, 0.02], line: 0, part: 0 };
}

/** Reads pages of one word each; those that are named fail. */
async function read(pages: number, failing: readonly number[], text = 'Total'): Promise<SearchedPages> {
  const onRead = vi.fn<(read: SearchedPages) => void>();
  const store = {
    words: (_: unknown, page: number) =>
      failing.includes(page)
        ? Promise.reject(new Error('Not reached.'))
        : Promise.resolve(text === '' ? [] : [aWord(text)]),
  };
  await readPages(store, document, { pages, signal: new AbortController().signal, onRead });
  const last = onRead.mock.lastCall?.[0];
  if (last === undefined) throw new Error('No page was read.');
  return last;
}

const search = { sought: 'total', at: 0, matches: 1, most: 1_000 };

test('pages whose words could not be read are listed, and the others keep their numbers', async () => {
  const { words, unread } = await read(4, [2, 3]);
  expect(words.map((own) => own.length)).toEqual([1, 0, 0, 1]);
  expect(unread).toEqual([2, 3]);
});

test('a document has no text only if every page was read', async () => {
  const unread = await read(2, [1, 2]);
  const state = { ...search, pages: 2, sought: '' };
  expect(describeSearch({ ...state, read: await read(2, [], '') })).toBe(findMessages.noText);
  expect(describeSearch({ ...state, read: await read(2, [2], '') })).toBe('');
  expect(describeSearch({ ...state, read: unread })).toBe('');
});

test('a count is a lower bound if a page was not searched', async () => {
  const state = { ...search, pages: 3 };
  const whole = await read(3, []);
  const partly = await read(3, [2]);
  expect(describeSearch({ ...state, read: whole, matches: 3 })).toBe('3 found');
  expect(describeSearch({ ...state, read: partly, matches: 2 })).toBe('at least 2 found');
  expect(describeSearch({ ...state, read: partly, matches: 2, at: 1 })).toBe('1 of at least 2');
  expect(describeSearch({ ...state, read: whole, matches: 1_000 })).toBe('at least 1000 found');
  expect(describeSearch({ ...state, read: whole, matches: 0 })).toBe('no match');
  expect(describeSearch({ ...state, read: partly, matches: 0 })).toBe('no match on the pages read');
  expect(describeSearch({ ...state, read: partly, pages: 9 })).toBe('reading page 3 of 9');
});

test('the pages that were not searched are named, or counted if there are many', () => {
  expect(findMessages.unread([2, 3], 4)).toBe('Pages 2 and 3 could not be read, so they were not searched.');
  expect(findMessages.unread([2], 4)).toBe('Page 2 could not be read, so it was not searched.');
  expect(findMessages.unread([1], 1)).toBe('The page could not be read, so nothing was searched.');
  expect(findMessages.unread([1, 2], 2)).toBe('The pages could not be read, so nothing was searched.');
  const many = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(findMessages.unread(many, 40)).toBe('20 of 40 pages could not be read, so they were not searched.');
});
