import type { QueueStanding } from '../../aws/queues.ts';

/** What is known of a sample beside its messages. */
export interface SampleState {
  readonly sampledAt: number;
  readonly isWhole: boolean;
  readonly calls: number;
  /** How many receives went side by side at last; one, where nothing is said. */
  readonly width?: number;
  readonly retentionSeconds: number | null;
  /** SQS's own, by which a message may have gone back before without a mark on it. */
  readonly moves: QueueStanding['moves'];
}

/** A sample that is being taken, from the moment in which somebody has asked for it. */
export interface Sampling {
  /** Somebody has let go of the queue meanwhile: what still comes is given back. */
  readonly isStopped: () => boolean;
  /** What is known of the queue: from now on there is a sample. */
  readonly begin: (at: Pick<SampleState, 'sampledAt' | 'retentionSeconds' | 'moves'>) => void;
  readonly note: (state: Pick<SampleState, 'isWhole' | 'calls' | 'width'>) => void;
  readonly end: () => void;
}

export interface SampleShelf {
  readonly open: (connectionId: string, queue: string) => Sampling;
  readonly find: (connectionId: string, queue: string) => SampleState | undefined;
  /** Also those that were let go of, or are only about to be sampled: jobs may hold messages of them. */
  readonly everSampled: (connectionId: string) => readonly string[];
  readonly forget: (connectionId: string, queue: string) => void;
}

/** By connection and queue; in memory, as the messages are. */
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
