import { expect, it } from 'vitest';
import { parseOperationCount } from '#scripts/conformance/fuzz/operations-of.ts';

it('takes a number of operations, and no number that would compare none', () => {
  expect(parseOperationCount('20000')).toBe(20_000);
  for (const text of ['abc', '0', '-1', '1.5', ''])
    expect(() => parseOperationCount(text)).toThrow('--operations');
});
