import { expect, test } from 'vitest';
import { awsTime } from '#renderer/features/monitor/aws-time.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

test('the time of what is shown is AWS’s, wherever this computer’s clock stands', () => {
  expect(awsTime({ aheadMs: 3_600_000 }, now)).toBe(now + 3_600_000);
  expect(awsTime({ aheadMs: -90_000 }, now)).toBe(now - 90_000);
});

test('the way of an answer is no difference, and before a look there is none', () => {
  expect(awsTime({ aheadMs: -2_000 }, now)).toBe(now);
  expect(awsTime(undefined, now)).toBe(now);
});
