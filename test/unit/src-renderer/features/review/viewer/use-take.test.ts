import { expect, test } from 'vitest';
import {
  describeNoText,
  findWordsToTake,
  type ReadValue,
} from '#renderer/features/review/viewer/use-take.ts';

const box: ReadValue['box'] = [0.5, 0.1, 0.1, 0.02];
const values: readonly ReadValue[] = [
  { text: '4711', page: 1, box },
  { text: 'Other', page: 2, box },
];

test('a page whose words could not be read is no picture, and its values can still be taken', () => {
  const unread = findWordsToTake(null, values, 1);
  const picture = findWordsToTake([], values, 1);
  expect([unread.whyNoText, picture.whyNoText]).toEqual(['unread', 'picture']);
  expect(unread.words?.map(({ text }) => text)).toEqual(['4711']);
  expect(describeNoText('unread', 1)).toBe(
    "Couldn't read the text of page 1. Press again to retry, or type the value.",
  );
  expect(describeNoText('picture', 1)).toContain('is a picture without text');
});

test('a page with words has text, and one that is being read says nothing yet', () => {
  const word = { text: 'Total', box, line: 0, part: 0 };
  expect(findWordsToTake([word], values, 1)).toEqual({ words: [word], whyNoText: null });
  expect(findWordsToTake(undefined, values, 1)).toEqual({ words: undefined, whyNoText: null });
});
