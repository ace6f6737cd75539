import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { TestType } from '@playwright/test';
import type { RunningConsole } from '#scripts/start-console.ts';
import { freshHome } from '#scripts/start-console.ts';
import { test as base } from './fixtures.ts';
import type { Meanwhile } from './moved-console-host.ts';

/** Extends `test` with an account that other users can change, in a world whose clock can be moved. */
export const test: Moved = base.extend<{ readonly world: MovedConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- as in fixtures.ts
  world: async ({}, use) => {
    const started = await startMovedConsole();
    await use(started);
    await started.stop();
  },
  host: async ({ world }, use) => use(world),
});

type Doing = Meanwhile extends infer One
  ? One extends { readonly id: number }
    ? Omit<One, 'id'>
    : never
  : never;

/** Both of these work once the sandbox is open, which the first request does. */
export interface MovedConsole extends RunningConsole {
  meanwhile(doing: Doing): Promise<void>;
  /** Moves the clock of the sandbox's world on and runs whatever falls due on the way. */
  pass(seconds: number): Promise<void>;
}

type Moved =
  typeof base extends TestType<infer Each, infer Worker>
    ? TestType<Each & { readonly world: MovedConsole }, Worker>
    : never;

async function startMovedConsole(): Promise<MovedConsole> {
  const home = freshHome();
  const child = fork('out-test/main/moved-console-host.js', [home, 'out-test'], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString('utf8')));
  const closed = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    let stdout = '';
    child.stdout?.on('data', (text: Buffer) => {
      stdout += text.toString('utf8');
      const ready = /^ready (\S+)\n/m.exec(stdout)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('close', () => reject(new Error(`The console ended before it was ready: ${stderr}`)));
  });
  let lastId = 0;
  async function meanwhile(doing: Doing): Promise<void> {
    const id = ++lastId;
    child.send({ id, ...doing });
    for (;;) {
      const [done] = (await once(child, 'message')) as [{ readonly id: number }];
      if (done.id === id) return;
    }
  }
  return {
    address,
    origin: new URL(address).origin,
    home,
    stderr: () => stderr,
    meanwhile,
    pass: (seconds) => meanwhile({ does: 'pass', seconds }),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      rmSync(home, { recursive: true, force: true });
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
