import type { Failure, Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './connection-access.ts';
import { refusedQueues } from './refused-queues.ts';

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
