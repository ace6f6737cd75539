import { expect, it } from 'vitest';
import { steppedFile } from '#renderer/features/downloads/file/stepped-file.ts';

it('J and K lead down and up the list as it stands, and not past its ends', () => {
  const order = ['a', 'b', 'c'];
  expect(steppedFile(order, 'a', 1)).toBe('b');
  expect(steppedFile(order, 'c', -1)).toBe('b');
  expect(steppedFile(order, 'a', -1)).toBeUndefined();
  expect(steppedFile(order, 'c', 1)).toBeUndefined();
  expect(steppedFile(order, 'filtered-away', 1)).toBe('a');
  expect(steppedFile([], 'a', 1)).toBeUndefined();
});
