import { expect, it } from 'vitest';
import { findCommonCause } from '#renderer/features/dead-letters/discarded/use-discarded.ts';

it('gives the cause to a plan only if all chosen messages were discarded for it', () => {
  const of = (...causes: (string | null)[]) =>
    findCommonCause(causes.map((fingerprint) => ({ fingerprint })));
  expect(of('177481', '177481')).toBe('177481');
  expect(of('177481', 'c2d9f0')).toBeNull();
  expect(of('177481', null)).toBeNull();
  expect(of(null)).toBeNull();
  expect(of()).toBeNull();
});
