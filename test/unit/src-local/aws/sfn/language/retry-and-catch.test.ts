import { describe, expect, it } from 'vitest';
import {
  computeRetryDelay,
  matchCatcher,
  matchRetrier,
  mayRetry,
} from '#local/aws/sfn/language/retry-and-catch.ts';

const retriers = [{ ErrorEquals: ['Busy', 'Lost'], MaxAttempts: 0 }, { ErrorEquals: ['States.ALL'] }];

describe('retrying', () => {
  it('takes the first retrier that knows the error', () => {
    expect(matchRetrier(retriers, 'Lost')).toMatchObject({ index: 0 });
    expect(matchRetrier(retriers, 'Other')).toMatchObject({ index: 1 });
    expect(matchRetrier(undefined, 'Other')).toBeUndefined();
  });

  it('tries three times by default', () => {
    expect([0, 1, 2, 3].map((used) => mayRetry({ ErrorEquals: ['E'] }, used))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(mayRetry({ ErrorEquals: ['E'], MaxAttempts: 0 }, 0)).toBe(false);
  });

  it('waits longer each time, up to the most allowed', () => {
    const plain = { ErrorEquals: ['E'] };
    expect([0, 1, 2].map((used) => computeRetryDelay(plain, used, 0.5))).toEqual([1_000, 2_000, 4_000]);
    const capped = { ...plain, IntervalSeconds: 3, BackoffRate: 1.5, MaxDelaySeconds: 5 };
    expect([0, 1, 2].map((used) => computeRetryDelay(capped, used, 0.5))).toEqual([3_000, 4_500, 5_000]);
    expect(computeRetryDelay({ ...plain, MaxAttempts: 99_999_999 }, 5_000, 0)).toBe(31_536_000_000);
  });

  it('spreads the wait over its whole length with full jitter', () => {
    const jittered = { ErrorEquals: ['E'], IntervalSeconds: 10, JitterStrategy: 'FULL' as const };
    expect(computeRetryDelay(jittered, 1, 0)).toBe(0);
    expect(computeRetryDelay(jittered, 1, 0.25)).toBe(5_000);
  });
});

describe('catching', () => {
  const catches = (name: string, error: string): boolean =>
    matchCatcher([{ ErrorEquals: [name], Next: 'Caught' }], error) !== undefined;

  it.each([
    ['States.ALL', 'Anything', true],
    ['States.ALL', 'States.Timeout', true],
    ['States.ALL', 'States.DataLimitExceeded', false],
    ['States.ALL', 'States.Runtime', false],
    ['States.DataLimitExceeded', 'States.DataLimitExceeded', true],
    ['States.TaskFailed', 'Anything', true],
    ['States.TaskFailed', 'States.Timeout', false],
    ['States.TaskFailed', 'States.HeartbeatTimeout', true],
    ['States.Timeout', 'States.HeartbeatTimeout', true],
    ['States.HeartbeatTimeout', 'States.Timeout', false],
    ['Any', 'Anything', false],
  ])('%s catches %s: %s', (name, error, expected) => {
    expect(catches(name, error)).toBe(expected);
  });
});
