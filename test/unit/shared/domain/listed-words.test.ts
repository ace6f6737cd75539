import { expect, test } from 'vitest';
import { listed } from '#shared/domain/listed-words.ts';

test('words are listed as they are said', () => {
  expect(listed([])).toBe('');
  expect(listed(['A'])).toBe('A');
  expect(listed(['A', 'B'])).toBe('A and B');
  expect(listed(['A', 'B', 'C'], 'or')).toBe('A, B or C');
});
