import type { JobKind } from '#shared/contract/plans.ts';

/** In milliseconds. */
export const pace = {
  /** A document takes about 15 s, so that nothing has ended before. */
  firstLook: {
    reprocess: 12_000,
    'redrive-execution': 3_000,
    'stop-execution': 2_000,
    // Deleted is deleted.
    'discard-messages': 0,
    'requeue-files': 3_000,
    'trigger-downloads': 5_000,
    'close-downloads': 0,
  },
  look: { from: 3_000, to: 30_000 },
  /**
   * A consumer may be done with a message in a moment. The pause only ever grows while a call is looked after, so that
   * its items are read some 25 times at most, however many end in between. The first steps are of one message and of ten:
   * a look at them costs next to nothing, and everything waits for it.
   */
  lookAtMessages: { from: 50, fromAtFew: 20, few: 100, to: 15_000 },
  /** Who has not ended by then is reported as still running. */
  patience: 2 * 3_600_000,
  /** The same for messages, where what the pipeline writes cannot be read at all. */
  patienceUnread: 600_000,
  /** Not after a call whose items have all reached a good end: then the pipeline keeps up. */
  betweenCalls: 1_000,
  /** Until a call that was not taken, or not answered, is made again. */
  again: { from: 2_000, to: 60_000 },
  /** How long the console may have been away for a job to go on by itself. */
  shortAbsence: 3_600_000,
  /** How long a console that ends waits for an answer that is under way. */
  farewell: 5_000,
} as const;

/** How often one call is tried in all before the job brakes. */
export const mostTries = 10;
export const mostInCall = 50;
const mostJobsAtOnce = 2;

/** Half as long again each time. */
export function longer(ms: number, { to }: { readonly to: number }): number {
  return Math.min(to, ms * 1.5);
}

/** The time between sending so many items and the first look at them. */
export function firstLookAfter(kind: JobKind, items: number): number {
  if (kind !== 'redrive-messages') return pace.firstLook[kind];
  const { from, fromAtFew, few } = pace.lookAtMessages;
  return items <= few ? fromAtFew : from;
}

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
