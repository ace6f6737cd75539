import type { JobKind } from '#shared/contract/jobs/plans.ts';

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
export const mostJobsAtOnce = 2;

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
