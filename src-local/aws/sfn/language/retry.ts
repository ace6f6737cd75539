import {
  anyError,
  dataLimitExceeded,
  heartbeatTimeout,
  runtimeError,
  taskFailed,
  timeout,
} from './errors.ts';
import type { Catcher, Retrier } from './state.ts';

/**
 * The first retrier that knows this error's name; `index` is its place, under which a state counts its attempts.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html
 */
export function matchRetrier(
  retriers: readonly Retrier[] | undefined,
  error: string,
): { readonly index: number; readonly retrier: Retrier } | undefined {
  const index = (retriers ?? []).findIndex((candidate) => knows(candidate.ErrorEquals, error));
  const retrier = retriers?.[index];
  return retrier && { index, retrier };
}

/** Whether a retrier that was used `used` times may be used again. */
export function mayRetry(retrier: Retrier, used: number): boolean {
  return used < (retrier.MaxAttempts ?? 3);
}

/** Milliseconds to wait before the retry that follows `used` earlier ones; `unit` (0 ≤ unit < 1) is the dice of FULL jitter. */
export function delayOf(retrier: Retrier, used: number, unit: number): number {
  const grown = (retrier.IntervalSeconds ?? 1) * (retrier.BackoffRate ?? 2) ** used;
  const seconds = Math.min(grown, retrier.MaxDelaySeconds ?? longestDelay);
  return Math.round(seconds * 1_000 * (retrier.JitterStrategy === 'FULL' ? unit : 1));
}

/** A year: no execution lives longer, and a long backoff must not count to infinity. */
const longestDelay = 31_536_000;

export function matchCatcher(catchers: readonly Catcher[] | undefined, error: string): Catcher | undefined {
  return catchers?.find((candidate) => knows(candidate.ErrorEquals, error));
}

function knows(names: readonly string[], error: string): boolean {
  // "A States.Runtime error is not retriable, and will always cause the execution to fail."
  if (error === runtimeError) return false;
  return names.some((name) => {
    if (name === error) return true;
    if (name === timeout) return error === heartbeatTimeout;
    if (error === dataLimitExceeded) return false;
    return name === anyError || (name === taskFailed && error !== timeout);
  });
}
