import type { Page } from '@playwright/test';
import type { Monitor } from '#shared/contract/monitor.ts';
import { expect } from './fixtures.ts';
import type { MovedConsole } from './moved-console.ts';

/** Looks, as the button does, and waits for what it says. */
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

/** What happens from now on is news to the page: what was there when it came is not. */
export async function pageHasSeen(page: Page): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Monitor', exact: true });
  await expect(link).toHaveAccessibleDescription(/alarms? fires?/, { timeout: 30_000 });
}

/** The dead-letter queue of documents, by what the poller calls it. */
export async function documentsQueue(page: Page): Promise<string> {
  const queue = (await look(page)).deadLetters?.find(({ queue: name }) => name.includes('documents'))?.queue;
  if (queue === undefined) throw new Error('The poller knows no dead-letter queue of documents.');
  return queue;
}

/** Minutes go by, and it is looked after each, until it is so. */
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
