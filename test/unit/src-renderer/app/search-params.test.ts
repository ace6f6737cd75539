import { describe, expect, test } from 'vitest';
import { deadLettersSearch, findSearch, settingsSearch } from '#renderer/app/search-params.ts';

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
});

test('the address of Dead letters keeps what it knows and nothing else', () => {
  expect(deadLettersSearch({ queue: 'doc-extract-dlq', group: 'c2d9f0', tenant: 'northwind' })).toEqual({
    queue: 'doc-extract-dlq',
    group: 'c2d9f0',
  });
});
