import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { semiSpaceMb } from '#local/host/young-generation.ts';
import { built } from './measured-by.ts';
import type { ScaledWorld } from './programs/scaled-aws.ts';

export interface ServedScaled {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Starts `programs/scaled-aws.ts` in a process of its own, which ends with this one. */
export async function serveScaled(world: ScaledWorld): Promise<ServedScaled> {
  const node = ['--no-warnings', `--max-semi-space-size=${semiSpaceMb}`, await built('scaled-aws')];
  const child = spawn(process.execPath, [...node, JSON.stringify(world)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const address = await Promise.race([
    findAddress(createInterface({ input: child.stdout as Readable })),
    ended.then(() => Promise.reject(new Error('The served AWS has ended before it was ready'))),
  ]);
  return {
    address,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function findAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The served AWS has said no address');
}
