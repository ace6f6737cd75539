import type { Locator, Page } from '@playwright/test';
import type { MessageRow, Queues, Sample } from '#shared/contract/dead-letters.ts';
import { openDialog } from './dialogs.ts';
import { expect } from './fixtures.ts';
import type { MovedConsole } from './moved-console.ts';
import { answer } from './triage-world.ts';

export const webhooks = /^autowired-webhooks-dlq/;

export function queueList(page: Page): Locator {
  return page.getByRole('list', { name: 'Dead-letter queues' });
}

export function queuePane(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name: new RegExp(`^Queue ${name.source.slice(1)}`) });
}

export async function findQueue(page: Page, name: RegExp) {
  const { queues } = await answer<Queues>(page, 'dead-letters.queues', {});
  const found = queues.find((one) => name.test(one.name))?.queue;
  if (found === null || found === undefined) throw new Error(`The sandbox has no queue ${String(name)}.`);
  return found;
}

/** Returns the messages that the console holds of this queue, in their default order. */
export async function heldRows(page: Page, name: RegExp): Promise<readonly MessageRow[]> {
  const queue = (await findQueue(page, name)).name;
  const { sample } = await answer<{ readonly sample: Sample | null }>(page, 'dead-letters.held', { queue });
  return sample?.rows ?? [];
}

/** This tenant's endpoint has been gone for weeks, so anything sent to it comes back. */
export function isForQuill({ subject }: MessageRow): boolean {
  return subject.tenantId === 'quill';
}

export function readTitle(page: Page): Promise<string> {
  return openDialog(page).getByRole('heading', { level: 2 }).innerText();
}

/** Samples the open queue, of which no message may be held yet. */
export async function sampleAll(page: Page): Promise<void> {
  const queue = queuePane(page, webhooks);
  await queue.getByRole('combobox', { name: 'How many' }).click();
  await page.getByRole('option', { name: '1,000', exact: true }).click();
  await queue.getByRole('button', { name: 'Sample 1,000' }).click();
  await expect(queue.getByRole('grid', { name: 'Sampled messages' }).getByRole('row').nth(1)).toBeVisible();
  await expect(queue.getByRole('button', { name: 'Sample 1,000 more' })).toBeVisible();
}

/** Moves the world's clock on by half a minute at a time until the page shows the expected state. */
export async function passUntil(world: MovedConsole, isSo: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (await isSo()) return;
    await world.pass(31);
    throw new Error('Not yet.');
  }).toPass({ intervals: [400], timeout: 90_000 });
}

/**
 * One of the customers' endpoints restarts for half an hour every four hours. These tests avoid that half
 * hour.
 */
export async function pastTheRestart(page: Page, world: Pick<MovedConsole, 'pass'>): Promise<void> {
  // The first request opens the sandbox's world.
  await findQueue(page, webhooks);
  const into = Date.now() % (4 * hour);
  if (into > 4 * hour - quarter) await world.pass((4 * hour - into + 2 * quarter) / 1_000 + 5);
  else if (into < 2 * quarter) await world.pass((2 * quarter - into) / 1_000 + 5);
}

const hour = 3_600_000;
const quarter = hour / 4;
