import type { Page } from '@playwright/test';
import type { Monitor } from '#shared/contract/monitor.ts';
import { expect } from './fixtures.ts';
import type { MovedConsole } from './moved-console.ts';
import { askHost } from './triage-world.ts';

/** Looks as the button does, and waits for the result. */
export async function look(page: Page): Promise<Monitor> {
  return askHost<Monitor>(page, 'monitor.look', { input: {}, idempotencyKey: crypto.randomUUID() });
}

/** Waits until the page shows the alarms, so that only later changes are news to it. */
export async function pageHasSeen(page: Page): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Monitor', exact: true });
  await expect(link).toHaveAccessibleDescription(/alarms? firing/, { timeout: 30_000 });
}

/** Returns the poller's name for the dead-letter queue of documents. */
export async function documentsQueue(page: Page): Promise<string> {
  const queue = (await look(page)).deadLetters?.find(({ queue: name }) => name.includes('documents'))?.queue;
  if (queue === undefined) throw new Error('The poller knows no dead-letter queue of documents.');
  return queue;
}

/** Moves the clock on by minutes and looks after each step, until the state is as expected. */
export async function passUntil(
  page: Page,
  world: MovedConsole,
  isSo: (monitor: Monitor) => boolean,
): Promise<void> {
  await expect(async () => {
    if (isSo(await look(page))) return;
    await world.pass(61);
    throw new Error('Not yet.');
  }).toPass({ intervals: [200], timeout: 90_000 });
}
