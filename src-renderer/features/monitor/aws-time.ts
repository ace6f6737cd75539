import type { Monitor } from '#shared/contract/monitor/poller.ts';

/**
 * What time it is by the clock that stamped what is shown: a computer's clock may be wrong, and a sandbox may have been
 * moved. A few seconds are the way of an answer, and no difference.
 */
export function awsTime(monitor: Pick<Monitor, 'aheadMs'> | undefined, now: number): number {
  const ahead = monitor?.aheadMs ?? 0;
  return Math.abs(ahead) <= toleranceMs ? now : now + ahead;
}

const toleranceMs = 5_000;
