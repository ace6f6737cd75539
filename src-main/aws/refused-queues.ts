import type { Failure, Result } from '#shared/contract/result.ts';
import type { QueueAlarms } from './alarms.ts';
import type { EntryOutcome, QueueChange, Queues } from './queues.ts';

/** Says so, whatever it is asked, and sends nothing. */
export function refusedQueues(failure: Failure): { readonly queues: Queues; readonly alarms: QueueAlarms } {
  const read = (): Promise<Result<never>> => Promise.resolve({ ok: false, failure });
  const entries = (of: readonly unknown[]): Promise<readonly EntryOutcome[]> =>
    Promise.resolve(of.map(() => refusedEntry(failure)));
  const change = (): Promise<QueueChange> => Promise.resolve(refusedChange(failure));
  return {
    queues: {
      configured: read,
      standing: read,
      attributes: read,
      receive: read,
      hide: (_queue, handles) => entries(handles),
      send: (_queue, messages) => entries(messages),
      delete: (_queue, handles) => entries(handles),
      startMove: change,
      cancelMove: change,
    },
    alarms: {
      watched: read,
      ofQueues: read,
      oldestAges: read,
      list: read,
      history: read,
      metrics: read,
    },
  };
}

/** Whatever the entry is: what cannot be asked at all has refused nothing for good. */
export function refusedEntry({ code, message }: Failure): EntryOutcome {
  return { kind: 'refused', name: code, why: message, mayTryAgain: false, isForNow: true };
}

export function refusedChange({ code, message }: Failure): QueueChange {
  return { kind: 'refused', name: code, why: message };
}
