import { mostJobsAtOnce } from './pace.ts';

/** Who may send on a connection: so many at once, the others in the order in which they came. */
export interface Turns {
  /** Whether it is this job's turn; if not, it stands in the queue from now on. */
  take(connectionId: string, jobId: string): boolean;
  giveBack(connectionId: string, jobId: string): void;
  /** Until somebody has given back. */
  changed(): Promise<void>;
  /** Everybody who waits looks again. */
  wake(): void;
}

export function openTurns(): Turns {
  const queues = new Map<string, string[]>();
  let wakers: (() => void)[] = [];
  const wake = (): void => {
    const waiting = wakers;
    wakers = [];
    for (const go of waiting) go();
  };
  return {
    take(connectionId, jobId) {
      const queue = queues.get(connectionId) ?? [];
      if (!queue.includes(jobId)) queues.set(connectionId, [...queue, jobId]);
      return (queues.get(connectionId) ?? []).indexOf(jobId) < mostJobsAtOnce;
    },
    giveBack(connectionId, jobId) {
      const queue = queues.get(connectionId) ?? [];
      if (!queue.includes(jobId)) return;
      queues.set(
        connectionId,
        queue.filter((one) => one !== jobId),
      );
      wake();
    },
    changed: () => new Promise((resolve) => wakers.push(resolve)),
    wake,
  };
}
