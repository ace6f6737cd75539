import type { Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import {
  heldRows,
  isForQuill,
  passUntil,
  pastTheRestart,
  queueList,
  queuePane,
  sampleAll,
  webhooks,
} from './dead-letters-world.ts';
import { test } from './moved-console.ts';
import type { MovedConsole } from './moved-console.ts';

// A message may name a document that no longer exists, and the browser logs that answer.
test.use({ isRefused: true });

test('everyone can read a plan of messages and its job, and a message that has come back three times is locked', async ({
  console: { page },
  world,
}) => {
  // Every state is checked at two sizes and in both themes.
  test.setTimeout(300_000);
  await actAs(page, 'admin');
  await pastTheRestart(page, world);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await queueList(page).getByRole('button', { name: webhooks }).click();
  await sampleAll(page);

  for (const returned of [0, 1, 2]) {
    await choose(page, returned === 0 ? 2 : 1, returned);
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: 'Start with 1 message' })).toBeVisible();
    if (returned === 0) await expectClean(page, 'plan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Brake now/ })).toBeFocused();
    if (returned === 0) await expectClean(page, 'running');
    await comesBack(page, world);
    if (returned < 2) await expectClean(page, returned === 0 ? 'braked' : 'done');
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
    // The messages that were not sent are still selected, and Escape deselects them.
    await page.keyboard.press('Escape');
    await sampleAnew(page, world);
  }

  await choose(page, 1, 3);
  await choose(page, 2, 0);
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Redrive 3 messages' });
  await expect(dialog.getByRole('region', { name: 'Plan summary' })).toHaveText(/^2go0skip1blocked/i);
  await expect(dialog.getByRole('grid')).toContainText('It has come back 3 times. Reason required.');
  await expectClean(page, 'locked');
  await dialog.getByLabel(/^Reason to send the blocked item too/).fill('The endpoint has moved back');
  await expect(dialog.getByRole('region', { name: 'Plan summary' })).toHaveText(/^3go0skip0blocked/i);
});

/**
 * Selects this many messages to the endpoint that is gone, each of which has come back the given number of
 * times.
 */
async function choose(page: Page, count: number, returns: number): Promise<void> {
  const rows = await heldRows(page, webhooks);
  const some = rows.filter((row) => isForQuill(row) && row.returns === returns).slice(-count);
  expect(some).toHaveLength(count);
  const queue = queuePane(page, webhooks);
  for (const { messageId } of some) {
    await queue.getByPlaceholder('Filter loaded').fill(messageId.slice(0, 8));
    await queue.getByRole('grid').getByRole('row').nth(1).getByRole('checkbox').click();
  }
  await queue.getByPlaceholder('Filter loaded').fill('');
  await queue.getByRole('grid').focus();
}

async function comesBack(page: Page, world: MovedConsole): Promise<void> {
  const title = openDialog(page).getByRole('heading', { level: 2 });
  await passUntil(world, async () => /^(?:Braked|Redrove)/.test(await title.innerText()));
  await expect(openDialog(page)).toContainText('back in the queue with the same cause');
}

async function sampleAnew(page: Page, world: MovedConsole): Promise<void> {
  await page.keyboard.press('u');
  await expect(queuePane(page, webhooks)).toContainText('none read');
  await world.pass(90);
  await sampleAll(page);
}
