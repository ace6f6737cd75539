interface Pace {
  readonly now: number;
  /** When it was read last on behalf of a job. */
  readonly lastAt: number;
  /** Whether a job is still at it. */
  readonly isRunning: boolean;
}

/**
 * When what a job changes is read again. While it runs, once a minute: each list is paid for anew, and what has changed
 * of the items themselves is told and laid over it. When it has ended, a moment later.
 */
export function readAgainAt({ now, lastAt, isRunning }: Pace): number {
  // A job of a thousand files tells of itself many times a second.
  return isRunning ? Math.max(now + pauseMs, lastAt + minuteMs) : now + pauseMs;
}

const pauseMs = 1_000;
const minuteMs = 60_000;
