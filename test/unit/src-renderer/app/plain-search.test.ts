import { expect, test } from 'vitest';
import { readSearch, writeSearch } from '#renderer/app/plain-search.ts';

test('an id made of digits stays what it was', () => {
  expect(readSearch('?id=12345678901234567890123')).toEqual({ id: '12345678901234567890123' });
});

test('an id survives the address', () => {
  const id = 'arn:aws:states:eu-west-1:1:execution:a&b=c#d:e+f g';
  expect(readSearch(writeSearch({ id }))).toEqual({ id });
});

test('an empty search leaves no question mark', () => {
  expect(writeSearch({})).toBe('');
  expect(writeSearch({ id: undefined })).toBe('');
});
