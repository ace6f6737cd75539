import { join } from 'node:path';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox } from '#main/aws/sandbox.ts';

/** The sandbox's AWS, in a thread of its own, its state in the home folder. `workerFile` is its built entry. */
export function embeddedAws(home: string, workerFile: URL): OpenSandbox {
  const region = 'local';
  const account = '000000000000';
  return async (systems) => {
    const worker = await startPocketAwsWorker(workerFile, {
      folder: join(home, 'local'),
      region,
      account,
      systems,
    });
    return {
      requestHandler: requestHandler(worker.dispatch),
      region,
      accountId: account,
      hasEnded: () => worker.hasEnded(),
      close: () => worker.close(),
    };
  };
}
