import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, TestType } from '@playwright/test';
import type { RunningConsole } from '#scripts/start-console.ts';
import { freshHome } from '#scripts/start-console.ts';
import type { MessageRow, Sample } from '#shared/contract/dead-letters/messages.ts';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import type { Pass } from './dead-letters-host.ts';
import { expect, test as base } from './fixtures.ts';
import { answer } from './triage-world.ts';

/** As `test`, in a world whose clock can be moved. */
export const test: InTime = base.extend<{ readonly time: ConsoleInTime }>({
  // oxlint-disable-next-line no-empty-pattern -- as in fixtures.ts
  time: async ({}, use) => {
    const started = await startConsoleInTime();
    await use(started);
    await started.stop();
  },
  host: async ({ time }, use) => use(time),
});

export interface ConsoleInTime extends RunningConsole {
  /** In the sandbox's world, once it is open, with all that falls due on the way. */
  pass(seconds: number): Promise<void>;
}

type InTime =
  typeof base extends TestType<infer Each, infer Worker>
    ? TestType<Each & { readonly time: ConsoleInTime }, Worker>
    : never;

export const webhooks = /^autowired-webhooks-dlq/;

export function queueList(page: Page): Locator {
  return page.getByRole('list', { name: 'Dead-letter queues' });
}

export function queuePane(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name: new RegExp(`^Queue ${name.source.slice(1)}`) });
}

export async function queueOf(page: Page, name: RegExp) {
  const { queues } = await answer<Queues>(page, 'dead-letters.queues', {});
  const found = queues.find((one) => name.test(one.name))?.queue;
  if (found === null || found === undefined) throw new Error(`The sandbox has no queue ${String(name)}.`);
  return found;
}

/** What the console holds of it, in the order in which it is shown at first. */
export async function heldRows(page: Page, name: RegExp): Promise<readonly MessageRow[]> {
  const queue = (await queueOf(page, name)).name;
  const { sample } = await answer<{ readonly sample: Sample | null }>(page, 'dead-letters.held', { queue });
  return sample?.rows ?? [];
}

/** Nobody has been there for weeks, so that what is sent to it comes back. */
export function isForNobody({ subject }: MessageRow): boolean {
  return subject.tenantId === 'quill';
}

/** A toast is a dialog as well, and lies beside it. */
export function openDialog(page: Page): Locator {
  return page.locator('[role=dialog][data-modal]');
}

export function titleOf(page: Page): Promise<string> {
  return openDialog(page).getByRole('heading', { level: 2 }).innerText();
}

/** The queue that is shown, none of which is held. */
export async function sampleAll(page: Page): Promise<void> {
  const queue = queuePane(page, webhooks);
  await queue.getByRole('combobox', { name: 'How many' }).click();
  await page.getByRole('option', { name: '1,000', exact: true }).click();
  await queue.getByRole('button', { name: 'Sample 1,000' }).click();
  await expect(queue.getByRole('grid', { name: 'Sampled messages' }).getByRole('row').nth(1)).toBeVisible();
  await expect(queue.getByRole('button', { name: 'Sample 1,000 more' })).toBeVisible();
}

/** Its world goes on, half a minute at a time, until the page says so. */
export async function passUntil(time: ConsoleInTime, isSo: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (await isSo()) return;
    await time.pass(31);
    throw new Error('Not yet.');
  }).toPass({ intervals: [400], timeout: 90_000 });
}

/** One of the customers' endpoints is restarted for half an hour of every four, and nothing here is about that. */
export async function pastTheRestart(page: Page, time: ConsoleInTime): Promise<void> {
  // The world is opened by the first question.
  await queueOf(page, webhooks);
  const into = Date.now() % (4 * hour);
  if (into > 4 * hour - quarter) await time.pass((4 * hour - into + 2 * quarter) / 1_000 + 5);
  else if (into < 2 * quarter) await time.pass((2 * quarter - into) / 1_000 + 5);
}

const hour = 3_600_000;
const quarter = hour / 4;

/** The browser host, with somebody who moves the clock of its sandbox. */
async function startConsoleInTime(): Promise<ConsoleInTime> {
  const home = freshHome();
  const child = fork(join(import.meta.dirname, 'dead-letters-host.ts'), [home, 'out-test'], {
    execArgv: ['--import', 'tsx'],
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
  return {
    address,
    origin: new URL(address).origin,
    home,
    stderr: () => stderr,
    async pass(seconds) {
      const id = ++lastId;
      child.send({ id, seconds } satisfies Pass);
      for (;;) {
        const [passed] = (await once(child, 'message')) as [Pass];
        if (passed.id === id) return;
      }
    },
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
