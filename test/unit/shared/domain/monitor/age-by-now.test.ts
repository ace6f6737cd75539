import { expect, it } from 'vitest';
import { ageByNow } from '#shared/domain/monitor/age-by-now.ts';

const at = Date.parse('2026-11-20T14:36:00.000Z');

it.each([
  [30, 480],
  [60, 480],
  [90, 510],
  [600, 1_020],
])('%d s after its minute began, an age of 480 s is at least %d s', (later, age) => {
  expect(ageByNow([at, 480], at + later * 1_000)).toBe(age);
});
