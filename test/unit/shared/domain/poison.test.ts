import { describe, expect, test } from 'vitest';
import { isPoison, timesFailedTheSame } from '#shared/domain/poison.ts';
import type { PassportFailure } from '#shared/domain/poison.ts';

const throttled = { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many tokens, request 71' };

describe('a document is poison', () => {
  test('when it has failed for the same reason three times', () => {
    const passport = [failure(), reprocessed, failure({ reason: 'Too many tokens, request 9' }), failure()];
    expect(timesFailedTheSame(throttled, passport)).toBe(3);
    expect(isPoison(throttled, passport)).toBe(true);
    expect(isPoison(throttled, passport.slice(1))).toBe(false);
  });

  test('and not when its failures had other reasons', () => {
    const passport = [
      failure(),
      failure({ stage: 'verify' }),
      failure({ code: 'InternalServerException' }),
      failure({ reason: 'The document is encrypted' }),
      failure(),
    ];
    expect(timesFailedTheSame(throttled, passport)).toBe(2);
    expect(isPoison(throttled, passport)).toBe(false);
  });

  test('also by scores that were too low, of which a passport keeps no code', () => {
    const low = { stage: 'verify', code: 'BelowConfidence', message: 'Confidence 0.41 is under 0.56' };
    const passport = [0.41, 0.38, 0.4].map((score): PassportFailure => ({
      what: 'failed',
      stage: 'verify',
      reason: `Confidence ${String(score)} is under 0.56`,
      after: { status: 'FAILED', score },
    }));
    expect(isPoison(low, passport)).toBe(true);
  });
});

test('what is not a failure is not counted, whatever it says', () => {
  const told = { ...failure(), what: 'reprocessed', after: { status: 'PROCESSING' } };
  expect(timesFailedTheSame(throttled, [told, told, told])).toBe(0);
});

function failure(differently: { stage?: string; code?: string; reason?: string } = {}): PassportFailure {
  const { stage = 'gap-fill', code = 'ThrottlingException', reason = throttled.message } = differently;
  return { what: 'failed', stage, reason, after: { status: 'FAILED', code } };
}

const reprocessed: PassportFailure = {
  what: 'reprocessed',
  stage: null,
  reason: null,
  after: { status: 'PROCESSING', run: 2 },
};
