import type { Failure, Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './connection-access.ts';
import type { QueueAlarms } from './alarms.ts';
import type { EntryOutcome, QueueChange, Queues } from './queues.ts';

/** Of a connection that nothing can be asked of now: says why, or by its name that it is so, whatever it is asked. */
export function refusingDoors(said: string | Failure): ConnectionDoors {
  const failure = typeof said === 'string' ? unreachable(said) : said;
  const refuse = (): Promise<Result<never>> => Promise.resolve({ ok: false, failure });
  const refuseChange = () =>
    Promise.resolve({ kind: 'refused', name: failure.code, why: failure.message } as const);
  return {
    reader: { run: refuse, ask: refuse, readAgain: refuse, changed() {} },
    executions: {
      runOf: refuse,
      describe: refuse,
      history: refuse,
      documentIds: refuse,
      redrive: refuseChange,
      stop: refuseChange,
    },
    pipeline: { call: () => Promise.resolve({ kind: 'not-sent', why: failure.message }) },
    files: { read: refuse },
    ...refusedQueues(failure),
  };
}

function unreachable(connectionName: string): Failure {
  const message = `"${connectionName}" can be asked for nothing now. Nothing was read.`;
  return { code: 'aws-unreachable', message, service: 'AWS', reference: '' };
}

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
