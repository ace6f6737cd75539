import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { semiSpaceMb } from '#local/host/young-generation.ts';

export interface ServedPocketAws {
  readonly address: string;
  readonly advance: (seconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts pocket AWS as `npm run local` does, in a separate process, over HTTP, with its journal on disk and
 * no traffic.
 */
export async function servedPocketAws(): Promise<ServedPocketAws> {
  mkdirSync('.cache/bench', { recursive: true });
  const home = mkdtempSync('.cache/bench/served-');
  const node = [
    '--no-warnings',
    `--max-semi-space-size=${semiSpaceMb}`,
    join('out', 'main', 'local.js'),
    '--home',
    home,
  ];
  // The child ends when the channel does, whatever ends this process.
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const address = await Promise.race([
    addressIn(createInterface({ input: child.stdout as Readable })),
    ended.then(() => Promise.reject(new Error('Pocket AWS has ended before it was ready'))),
  ]);
  await control(address, 'traffic', { paused: true });
  return {
    address,
    advance: (seconds) => control(address, 'clock', { advanceSeconds: seconds }),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Pocket AWS has said no address');
}

async function control(address: string, what: string, body: object): Promise<void> {
  const answer = await fetch(`${address}/_local/${what}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`/_local/${what}: ${await answer.text()}`);
}
