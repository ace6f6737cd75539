import { join } from 'node:path';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox } from '#main/aws/sandbox.ts';
import { sandboxControl } from './sandbox-control.ts';
import { sandboxPipeline } from './sandbox-pipeline.ts';

interface EmbeddedAwsOptions {
  readonly home: string;
  /** The built entry of its thread. */
  readonly workerFile: URL;
  /** Which world it should hold; left out, the one that is there. */
  readonly seed: number | undefined;
  /** What a person should hear about how it was opened. */
  readonly say: (notice: string) => void;
}

/** The sandbox's AWS and its pipelines, in a thread of their own, their state in the home folder. */
export function embeddedAws({ home, workerFile, seed, say }: EmbeddedAwsOptions): OpenSandbox {
  const region = 'local';
  const account = '000000000000';
  // Asked for at the start: who has begun another world since must not lose it when the thread is started anew.
  let asked = seed;
  return async (systems) => {
    const worker = await startPocketAwsWorker(workerFile, {
      folder: join(home, 'local'),
      region,
      account,
      systems,
      ...(asked === undefined ? {} : { seed: String(asked) }),
    });
    asked = undefined;
    for (const notice of worker.notices) say(notice);
    return {
      requestHandler: requestHandler(worker.dispatch),
      region,
      accountId: account,
      pipeline: sandboxPipeline(worker.dispatch),
      control: sandboxControl(worker.dispatch),
      hasEnded: () => worker.hasEnded(),
      close: () => worker.close(),
    };
  };
}
