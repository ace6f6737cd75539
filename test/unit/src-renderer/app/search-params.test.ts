import { describe, expect, test } from 'vitest';
import {
  deadLettersSearch,
  findSearch,
  readSearch,
  settingsSearch,
  writeSearch,
} from '#renderer/app/search-params.ts';

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

describe('the connection that is shown', () => {
  test('is taken from the address, on its tab alone', () => {
    expect(settingsSearch({ connection: 'staging' })).toEqual({
      tab: 'connections',
      connection: 'staging',
    });
    expect(settingsSearch({ tab: 'review', connection: 'staging' })).toEqual({ tab: 'review' });
  });

  test.each(['', 'No Such Id', '../secret', 7, ['staging']])('%j is left out', (connection) => {
    expect(settingsSearch({ connection })).toEqual({ tab: 'connections' });
  });
});

describe('the id to find', () => {
  test('is trimmed, and absent when empty', () => {
    expect(findSearch({ id: ' batch-1 ' })).toEqual({ id: 'batch-1' });
    expect(findSearch({ id: '  ' })).toEqual({});
    expect(findSearch({})).toEqual({});
  });
});

test('the address of Dead letters keeps its known parameters and nothing else', () => {
  expect(deadLettersSearch({ queue: 'doc-extract-dlq', group: 'c2d9f0', tenant: 'northwind' })).toEqual({
    queue: 'doc-extract-dlq',
    group: 'c2d9f0',
  });
});

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
