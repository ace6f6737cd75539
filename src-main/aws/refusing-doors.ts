import type { Failure, Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './connection-access.ts';
import { refusedQueues } from './refused-queues.ts';

/** Of a connection that nothing can be asked of yet: says so, whatever it is asked. */
export function refusingDoors(connectionName: string): ConnectionDoors {
  const why = `"${connectionName}" is an AWS account, and connecting to accounts is not built yet.`;
  const failure: Failure = {
    code: 'aws-unreachable',
    message: `${why} Nothing was read. Open the local sandbox instead.`,
    service: 'AWS',
    reference: '',
  };
  const refuse = (): Promise<Result<never>> => Promise.resolve({ ok: false, failure });
  const refuseChange = () => Promise.resolve({ kind: 'refused', name: 'aws-unreachable', why } as const);
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
    pipeline: { call: () => Promise.resolve({ kind: 'not-sent', why }) },
    files: { read: refuse },
    ...refusedQueues(failure),
  };
}
