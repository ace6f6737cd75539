import { expect, test } from 'vitest';
import {
  formatAbout,
  formatClock,
  formatRunningTime,
  formatTimeTaken,
  formatUtcTime,
} from '#renderer/features/plans/times.ts';

test.each([
  [9_000, '00:09'],
  [582_000, '09:42'],
  [3_847_000, '1:04:07'],
  [-5, '00:00'],
])('%d ms on a clock is %s', (ms, words) => {
  expect(formatClock(ms)).toBe(words);
});

test.each([
  [900, '0.9 s'],
  [10_800, '10.8 s'],
  [59_960, '1 min'],
  [228_000, '3 min 48 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms took %s', (ms, words) => {
  expect(formatTimeTaken(ms)).toBe(words);
});

test.each([
  [-2_000, '0 s'],
  [48_900, '48 s'],
  [228_000, '3 min 48 s'],
])('%d ms of running are %s', (ms, words) => {
  expect(formatRunningTime(ms)).toBe(words);
});

test.each([
  [1, 'about 5 s'],
  [28, 'about 30 s'],
  [350, 'about 6 min'],
  [7_750, 'about 2 h 10 min'],
])('%d s to come are %s', (seconds, words) => {
  expect(formatAbout(seconds)).toBe(words);
});

test('an invalid time is left out', () => {
  expect(formatUtcTime('2026-11-22T14:24:06.120Z')).toBe('14:24:06 UTC');
  expect(formatUtcTime('soon')).toBe('');
});
