/** All times are in milliseconds. */
export const pace = {
  look: { from: 3_000, to: 30_000 },
  /**
   * A consumer may finish a message within a moment. The pause only grows while a call is followed up, so its items are
   * read about 25 times at most, however many end in between. The first steps have one message and ten: looking at them
   * costs next to nothing, and everything else waits for them.
   */
  lookAtMessages: { from: 50, fromAtFew: 20, few: 100, to: 15_000 },
  /** An item that has not ended by then is reported as still running. */
  patience: 2 * 3_600_000,
  /** Limits the wait for messages when nothing that the pipeline writes can be read. */
  patienceUnread: 600_000,
  /** There is no pause after a call whose items have all reached a good end, because the pipeline keeps up. */
  betweenCalls: 1_000,
  /** This is the pause before a call that was not taken or not answered is repeated. */
  again: { from: 2_000, to: 60_000 },
  /** This is how old an answer about an alarm or a queue may be that the pace of a job is bound to. */
  watch: 15_000,
  /** This is the longest interruption after which a job resumes without a person. */
  shortAbsence: 3_600_000,
  /** This is how long a closing console waits for an answer that is under way. */
  farewell: 5_000,
} as const;

/** This is how often one call is tried in all before the job brakes. */
export const mostTries = 10;
export const mostInCall = 50;
const mostJobsAtOnce = 2;

/** Each pause is half as long again as the one before. */
export function longer(ms: number, { to }: { readonly to: number }): number {
  return Math.min(to, ms * 1.5);
}

/** Decides which jobs may send on a connection: a few at once, the others in the order in which they came. */
export interface Turns {
  /** Tells whether it is this job's turn; if not, the job joins the queue. */
  take(connectionId: string, jobId: string): boolean;
  giveBack(connectionId: string, jobId: string): void;
  /** Resolves when another job has given back its turn. */
  changed(): Promise<void>;
  /** Resolves when the pause is over, or earlier if something has changed. */
  changedDuring(pause: Promise<void>): Promise<void>;
  /** Makes every waiting job check again. */
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
    changedDuring: (pause) =>
      new Promise((resolve, reject) => {
        wakers.push(resolve);
        pause
          .finally(() => {
            wakers = wakers.filter((one) => one !== resolve);
          })
          .then(resolve, reject);
      }),
    wake,
  };
}
