import type { Job } from '#shared/contract/jobs.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { QueueStanding } from '../../aws/queues.ts';
import type { DiscardedMessages } from '../../dead-letters/discarded-files.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { HoldClock } from '../../dead-letters/hold-clock.ts';
import type { LaterReturns } from '../../dead-letters/later-returns.ts';
import type { SentBefore } from '../../dead-letters/open-ledgers.ts';
import type { MessageFactsStore } from './message-facts.ts';

export interface DeadLetterParts {
  /** Uses the open connection, limited to the current person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly held: HeldMessages;
  readonly sentBefore: SentBefore;
  /** Reads what discards saved on this machine. */
  readonly discarded: DiscardedMessages;
  readonly returns: LaterReturns;
  /** Returns a job of a connection, for who discarded something and why. */
  readonly jobOf: (connectionId: string, jobId: string) => Job | null;
  /** Lists messages of a queue that a running job has not come to yet; they belong to the job until then. */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly shelf: SampleShelf;
  readonly facts: MessageFactsStore;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
}

/** Stands in where nothing was discarded or redriven. */
export const nothingBefore: Pick<DeadLetterParts, 'discarded' | 'returns' | 'jobOf'> = {
  discarded: {
    list: () => Promise.resolve({ messages: [], problems: [] }),
    read: () => Promise.resolve(new Map()),
  },
  returns: { findIn: () => () => [], note: () => undefined, has: () => false },
  jobOf: () => null,
};

/** Identifies a dead-letter queue of the connection that was open at the time of the request. */
export interface QueueHere extends Pick<ConnectionDoors, 'queues' | 'alarms' | 'reader'> {
  readonly connection: ConnectionSummary;
  readonly connectionId: string;
  readonly queue: string;
}

/** Checks access first, because even messages in memory are only for people who may look into this queue. */
export async function queueHere(
  { doors, session }: Pick<DeadLetterParts, 'doors' | 'session'>,
  queue: string,
): Promise<Result<QueueHere>> {
  const { connection } = session();
  const { queues, alarms, reader } = doors();
  const configured = await queues.configured([queue]);
  if (!configured.ok) return configured;
  if (configured.value.some(({ name }) => name === queue)) {
    return ok({ connection, connectionId: connection.id, queue, queues, alarms, reader });
  }
  return refused({
    code: 'not-found',
    message: `"${queue}" is not a dead-letter queue of ${connection.name}. Nothing was done.`,
    what: queue,
  });
}

/**
 * Explains why nothing may be sent there now; null where it may. The lock may close during a command: by its time, by
 * hand, or when another connection is opened. So this is checked right before each call that changes something.
 */
export function lockedMeanwhile(
  { session }: Pick<DeadLetterParts, 'session'>,
  { connection }: Pick<QueueHere, 'connection'>,
): string | null {
  const open = session().connection;
  const { id, name, unlockable } = connection;
  return whyReadOnly(open.id === id ? open : { name, unlockable, readOnly: unlockable });
}

export function notHeld(consequence: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `This console no longer holds it. ${consequence} Sample again to see whether it is still in the queue.`,
    what: 'message',
  });
}

/** Describes a sample without its messages. */
export interface SampleState {
  readonly sampledAt: number;
  readonly isWhole: boolean;
  readonly calls: number;
  /** This is how many receives ran in parallel at the end; one if it is missing. */
  readonly width?: number;
  readonly retentionSeconds: number | null;
  /** Lists SQS's own moves, by which a message may have gone back before without a mark on it. */
  readonly moves: QueueStanding['moves'];
}

/** Represents a sample that is being taken, from the moment of the request. */
export interface Sampling {
  /** The queue was released meanwhile, so messages that still arrive are given back. */
  readonly isStopped: () => boolean;
  /** Records what is known of the queue; from now on there is a sample. */
  readonly begin: (at: Pick<SampleState, 'sampledAt' | 'retentionSeconds' | 'moves'>) => void;
  readonly note: (state: Pick<SampleState, 'isWhole' | 'calls' | 'width'>) => void;
  readonly end: () => void;
}

interface SampleShelf {
  readonly open: (connectionId: string, queue: string) => Sampling;
  readonly find: (connectionId: string, queue: string) => SampleState | undefined;
  /** Includes queues that were released or are only about to be sampled, because jobs may hold messages of them. */
  readonly everSampled: (connectionId: string) => readonly string[];
  readonly forget: (connectionId: string, queue: string) => void;
}

/** This is keyed by connection and queue, and kept in memory as the messages are. */
export function sampleShelf(): SampleShelf {
  const states = new Map<string, SampleState>();
  const running = new Map<string, Set<{ isStopped: boolean }>>();
  const sampled = new Map<string, Set<string>>();

  return {
    open(connectionId, queue) {
      const where = place(connectionId, queue);
      const mine = { isStopped: false };
      const all = running.get(where) ?? new Set();
      running.set(where, all.add(mine));
      sampled.set(connectionId, (sampled.get(connectionId) ?? new Set()).add(queue));
      let before = 0;
      return {
        isStopped: () => mine.isStopped,
        begin(at) {
          if (mine.isStopped) return;
          const { calls, width = 1 } = states.get(where) ?? { calls: 0 };
          before = calls;
          states.set(where, { ...at, isWhole: false, calls, width });
        },
        note({ isWhole, calls, width = 1 }) {
          const state = states.get(where);
          if (mine.isStopped || state === undefined) return;
          states.set(where, { ...state, isWhole, calls: before + calls, width });
        },
        end: () => void all.delete(mine),
      };
    },
    find: (connectionId, queue) => states.get(place(connectionId, queue)),
    everSampled: (connectionId) => [...(sampled.get(connectionId) ?? [])],
    forget(connectionId, queue) {
      const where = place(connectionId, queue);
      for (const one of running.get(where) ?? []) one.isStopped = true;
      running.delete(where);
      states.delete(where);
    },
  };
}

function place(connectionId: string, queue: string): string {
  return JSON.stringify([connectionId, queue]);
}
