import { expect, test } from 'vitest';
import { readCost, writeCost } from '#shared/pricing/read-cost.ts';

test.each([
  [4.5, 'digits', '$0.0000006'],
  [4.5, 'sign', '<$0.0001'],
  [4.5, undefined, '<$0.0001'],
  [1_284_000, undefined, '$0.1605'],
  [0, 'digits', '$0.00'],
] as const)('%d read units, small sums as %s, cost %s', (rru, tiny, text) => {
  expect(readCost(rru, tiny === undefined ? {} : { tiny }).text).toBe(text);
});

test('write units have a price of their own, and both name the book', () => {
  expect(writeCost(336_000).text).toBe('$0.21');
  expect(writeCost(1).book).toBe(readCost(1).book);
  expect(readCost(1).book).toMatch(/since 1 Nov 2024, on demand$/);
});
