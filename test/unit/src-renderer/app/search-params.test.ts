import { describe, expect, test } from 'vitest';
import { findSearch, readSearch, settingsSearch, writeSearch } from '#renderer/app/search-params.ts';

describe('the settings tab', () => {
  test('is taken from the address', () => {
    expect(settingsSearch({ tab: 'appearance' })).toEqual({ tab: 'appearance' });
  });

  test.each([{}, { tab: 'nonsense' }, { tab: 3 }, { tab: ['appearance'] }])(
    'falls back to connections for %o',
    (search) => {
      expect(settingsSearch(search)).toEqual({ tab: 'connections' });
    },
  );
});

describe('the id to find', () => {
  test('is trimmed, and absent when empty', () => {
    expect(findSearch({ id: ' batch-1 ' })).toEqual({ id: 'batch-1' });
    expect(findSearch({ id: '  ' })).toEqual({});
    expect(findSearch({})).toEqual({});
  });

  test('made of digits stays what it was', () => {
    const search = readSearch('?id=12345678901234567890123');
    expect(findSearch(search)).toEqual({ id: '12345678901234567890123' });
  });

  test('survives the address', () => {
    const id = 'arn:aws:states:eu-west-1:1:execution:a&b=c#d:e+f g';
    expect(readSearch(writeSearch({ id }))).toEqual({ id });
  });
});

test('an empty search leaves no question mark', () => {
  expect(writeSearch({})).toBe('');
  expect(writeSearch({ id: undefined })).toBe('');
});
