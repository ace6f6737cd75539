import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LocalWorld {
  readonly address: string;
  readonly tables: { readonly extraction: string; readonly jobs: string; readonly batches: string };
  readonly personas: readonly {
    readonly role: string;
    readonly tenants: '*' | readonly string[];
    readonly token: string;
  }[];
  stop(): Promise<void>;
}

/** Runs `npm run local` with a home folder of its own, which is deleted afterwards. */
export async function localWorld(): Promise<LocalWorld> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-fuzz-'));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/local.ts', '--home', home, '--seed', '1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const address = await Promise.race([readyLine(child.stdout), ended]);
    if (address === undefined) throw new Error('The local world ended before it was ready');
    const answer = await fetch(`${address}/_local/world`);
    return { ...((await answer.json()) as Omit<LocalWorld, 'address' | 'stop'>), address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyLine(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^ready (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  return undefined;
}
