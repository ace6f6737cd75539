import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker, type PocketAwsInWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox } from '#main/aws/sandbox.ts';
import { sandboxControl } from '#main/start/sandbox-control.ts';
import { sandboxPipeline } from '#main/start/sandbox-pipeline.ts';
import { startBrowserHost } from '#main/start/start-browser-host.ts';

/** Asked over the channel to the process that has started this one; answered with the same when it has passed. */
export interface Pass {
  readonly id: number;
  readonly seconds: number;
}

/**
 * Runs as a process of its own: the browser host as it is, and beside it somebody who moves the clock of its sandbox.
 * A message that nobody can use needs minutes until it is a dead letter again, and all else is as it would be.
 */
const [home = '', build = ''] = process.argv.slice(2);
const { promise: world, resolve: opened } = withResolvers<PocketAwsInWorker>();

const openSandbox: OpenSandbox = async (systems) => {
  const worker = await startPocketAwsWorker(pathToFileURL(join(build, 'main/pocket-aws.js')), {
    folder: join(home, 'local'),
    region: 'local',
    account: '000000000000',
    systems,
  });
  opened(worker);
  return {
    requestHandler: requestHandler(worker.dispatch),
    region: 'local',
    accountId: '000000000000',
    pipeline: sandboxPipeline(worker.dispatch),
    control: sandboxControl(worker.dispatch),
    hasEnded: () => worker.hasEnded(),
    close: () => worker.close(),
  };
};

process.on('message', (pass: Pass) => {
  void world.then((sandbox) => sandbox.advance(pass.seconds * 1_000)).then(() => process.send?.(pass));
});
const started = await startBrowserHost({
  flags: {
    host: 'web',
    port: 0,
    open: false,
    home,
    connection: undefined,
    seed: undefined,
    catalogue: undefined,
    help: false,
  },
  home,
  rendererDir: join(build, 'renderer'),
  openSandbox,
  version: '0.0.0',
});
if (!started.ok) throw new Error(started.problem);

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
