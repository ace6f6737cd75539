import { expect, it } from 'vitest';
import { readAgainAt } from '#renderer/features/downloads/acting/read-pace.ts';

it('reads at most once a minute while a job runs, and a moment after it has ended', () => {
  const first = { now: 5_000, lastAt: Number.NEGATIVE_INFINITY };
  expect(readAgainAt({ ...first, isRunning: true })).toBe(6_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: true })).toBe(66_000);
  expect(readAgainAt({ now: 90_000, lastAt: 6_000, isRunning: true })).toBe(91_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: false })).toBe(8_000);
});
