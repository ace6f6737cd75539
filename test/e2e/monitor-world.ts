import type { Page } from '@playwright/test';
import type { Monitor } from '#shared/contract/monitor.ts';
import { expect } from './fixtures.ts';
import type { MovedConsole } from './moved-console.ts';

/** Looks as the button does, and waits for the result. */
export async function look(page: Page): Promise<Monitor> {
  const said: unknown = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ input: {}, idempotencyKey: crypto.randomUUID() });
    return (await fetch('/call/monitor.look', { method: 'POST', headers, body })).json() as Promise<unknown>;
  });
  const result = said as { readonly ok: boolean; readonly value: Monitor };
  if (!result.ok) throw new Error(`There was no look: ${JSON.stringify(said)}`);
  return result.value;
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
