import type { JobPace } from '#shared/contract/pace.ts';
import { theItems } from '#shared/domain/job-words.ts';
import type { Log } from '../log/open-log.ts';
import type { JobAction, Look, RunningJob, SeenItems } from './job-action.ts';
import type { HeldLock } from './job-lock.ts';
import type { ConditionReader } from './pace-conditions.ts';
import type { JobRecord, NewEvent } from './job-record.ts';
import { NotWritten, type Journal } from './journal.ts';
import { longer, mostTries, pace, type Turns } from './pace.ts';

/** Holds state that is not in the journal and is lost when the console ends. */
interface Passing {
  /** Holds the last look at each item that has not ended. */
  readonly looks: Map<string, Look>;
  waitsForTurn: boolean;
  /** This is a sentence such as "The documents cannot be read at the moment". */
  trouble: string | null;
  /**
   * Explains why the job stopped here although its journal says that it runs: the next line could not be written, or
   * there is a bug.
   */
  halted: string | null;
  /** Holds the outcome of a call that could not be written because the disk was full. */
  unwritten: NewEvent | null;
  lastCallAt: number;
  nextLookAt: number;
  lookPause: number;
  /** This is the time since which every look has failed; null if the last one succeeded. */
  failingSince: number | null;
  /** Counts consecutive calls that never arrived, or rechecks that failed. */
  failures: number;
  /** Holds the conditions of the pace as they were last read. */
  watched: JobPace['watched'];
  /** This is the time since which the clock is behind the last call, because it was set back; else null. */
  behindSince: number | null;
}

/** Represents a job while this console runs it. */
export interface JobAtWork {
  readonly record: JobRecord;
  readonly job: RunningJob;
  readonly action: JobAction;
  readonly lock: HeldLock;
  readonly turns: Turns;
  readonly conditions: ConditionReader;
  readonly passing: Passing;
  readonly log: Log;
  readonly now: () => number;
  readonly newKey: () => string;
  /** Nothing more is begun once it is aborted. */
  readonly signal: AbortSignal;
  /** Ends early and without an error when the console ends. */
  readonly pause: (ms: number) => Promise<void>;
  /** Writes an event to disk and then reports the change. */
  readonly write: (event: NewEvent) => void;
  readonly seen: (items: SeenItems) => void;
  readonly changed: () => void;
}

/** The console or its world has ended, so there is no journal to write to any more. */
export class JournalClosed extends Error {
  override readonly name = 'JournalClosed';
}

interface Parts extends Pick<
  JobAtWork,
  'action' | 'lock' | 'turns' | 'conditions' | 'log' | 'now' | 'newKey' | 'signal' | 'seen' | 'changed'
> {
  readonly journal: Journal;
  readonly isClosed: () => boolean;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function jobAtWork({ journal, isClosed, sleep, ...parts }: Parts): JobAtWork {
  const { record } = journal;
  const { signal, changed } = parts;
  const passing = nothingPassing();
  return {
    ...parts,
    record,
    passing,
    job: {
      plan: record.plan,
      by: record.by,
      reason: record.reason ?? undefined,
      isOver: () => record.phase !== 'running' || signal.aborted,
    },
    async pause(ms) {
      if (ms <= 0 || signal.aborted) return;
      try {
        await sleep(ms, signal);
      } catch (error) {
        // A Node timer rejects when it is aborted; the loop sees the signal itself.
        if (!signal.aborted) throw error;
      }
    },
    write(event) {
      if (isClosed()) throw new JournalClosed();
      try {
        journal.append(event);
      } catch (error) {
        // An event that has happened must not be forgotten; one that was only intended must be.
        if (error instanceof NotWritten && answers.has(event.event)) passing.unwritten = event;
        throw error;
      }
      changed();
    },
  };
}

const answers: ReadonlySet<NewEvent['event']> = new Set(['sent', 'refused', 'not-sent', 'uncertain']);

export function isRunning({ record, signal }: JobAtWork): boolean {
  return record.phase === 'running' && !signal.aborted;
}

function nothingPassing(): Passing {
  return {
    looks: new Map(),
    waitsForTurn: false,
    trouble: null,
    halted: null,
    unwritten: null,
    lastCallAt: Number.NEGATIVE_INFINITY,
    nextLookAt: 0,
    lookPause: 0,
    failingSince: null,
    failures: 0,
    watched: [],
    behindSince: null,
  };
}

/**
 * Notes messages of this job that were seen in their dead-letter queue again by any receive, including those that had
 * already ended as confirmed or unconfirmed.
 */
export function noteReturns(
  { record, write }: Pick<JobAtWork, 'record' | 'write'>,
  returned: ReadonlyMap<string, string> = new Map(),
): void {
  const items = [...returned].flatMap(([id, note]) => {
    const state = record.items.get(id)?.state;
    return state === 'running' || state === 'fixed' || state === 'unconfirmed' ? [{ id, note }] : [];
  });
  if (items.length > 0) write({ event: 'returned', items });
}

/** Tries again a little later, up to a limit, because nothing was done. */
export async function tryLater(work: JobAtWork, why: string): Promise<void> {
  const { passing, record } = work;
  const items = theItems(record.plan.kind);
  passing.failures += 1;
  if (passing.failures >= mostTries) {
    passing.failures = 0;
    passing.trouble = null;
    return work.write({
      event: 'braked',
      why: `Nothing more was sent: ${items} ${why}, ${mostTries} times.`,
    });
  }
  passing.trouble = `${items.replace(/^t/, 'T')} ${why}; it is tried again.`;
  work.changed();
  let ms: number = pace.again.from;
  for (let failure = 1; failure < passing.failures; failure += 1) ms = longer(ms, pace.again);
  await work.pause(ms);
}
