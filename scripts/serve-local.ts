import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServedLocal {
  readonly address: string;
  stop(): Promise<void>;
}

/** Runs `npm run local` as a process of its own: an account that is reached over HTTP, in an existing region. */
export async function serveLocal(build: 'out' | 'out-test' = 'out-test'): Promise<ServedLocal> {
  // The process has a channel to this one, so it ends when this one does.
  const child = spawn(process.execPath, [`${build}/main/local.js`, '--region', accountRegion], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  if (!child.stdout) throw new Error('Standard output is a pipe');
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The account ended with ${code} before it was ready.`)),
  );
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  const address = /^ready (\S+)\n$/.exec(line.toString())?.[1];
  if (address === undefined) throw new Error(`The account is not served: ${line.toString()}`);
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export const accountRegion = 'eu-west-1';
