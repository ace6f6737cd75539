import { expect, it } from 'vitest';
import { operationsOf } from '#scripts/conformance/fuzz/operations-of.ts';

it('takes a number of operations, and nothing that would compare none', () => {
  expect(operationsOf('20000')).toBe(20_000);
  for (const text of ['abc', '0', '-1', '1.5', '']) expect(() => operationsOf(text)).toThrow('--operations');
});
