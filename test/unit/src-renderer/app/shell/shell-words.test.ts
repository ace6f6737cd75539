import { expect, test } from 'vitest';
import { initials } from '#renderer/app/shell/initials.ts';
import { countWords, rruWords } from '#renderer/app/shell/spend-words.ts';

test.each([
  ['Mira Okafor', 'MO'],
  ['Ana de la Cruz', 'AC'],
  ['Élodie', 'ÉL'],
  ['  ', '?'],
  ['maya ortiz (temp)', 'MO'],
])('the initials of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test('spend is grouped, with one decimal at most', () => {
  expect(rruWords(0)).toBe('0 RRU');
  expect(rruWords(1284.53)).toBe('1,284.5 RRU');
  expect(countWords(12_000)).toBe('12,000');
});
