import type { Locator, Page } from '@playwright/test';
import { openDialog } from './dialogs.ts';
import {
  aBatchThat,
  cell,
  fileById,
  filesGrid,
  stripIsRead,
  stuckFiles,
  readToday,
} from './downloads-world.ts';
import { expect, test } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { answer, recordCalls } from './triage-world.ts';

// The browser logs the answer for a file that is no longer there because it was ingested.
test.use({ isRefused: true });

const untilItCame = { timeout: 60_000 };

test.beforeEach(async ({ console: { page } }) => {
  test.setTimeout(180_000);
  await actAs(page, 'support');
});

test('finds a stuck file, requeues it by a plan and sees it completed, by mouse', async ({
  console: { page },
}) => {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Downloads/ })
    .click();
  await page.getByRole('radio', { name: 'Stuck downloading' }).check();
  await expect(page).toHaveURL(/standing=stuck/);
  const [stuck] = await stuckFiles(page);
  const fileId = stuck?.fileId ?? '';
  const row = filesGrid(page).getByRole('row', { name: new RegExp(fileId) });
  await expect(row).toContainText('DOWNLOADING');
  await expect(row).toContainText(/expired .* ago/);
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('StatusIndex');

  await row.click();
  const drawer = page.getByRole('region', { name: 'File', exact: true });
  await expect(drawer).toContainText('present, with its vector');
  await drawer.getByRole('button', { name: 'Requeue this file…' }).click();
  const plan = page.getByRole('dialog', { name: 'Requeue 1 file' });
  await expect(plan).toContainText(fileId);
  const reads = recordCalls(page, /^downloads\./);
  await openDialog(page).getByRole('button', { name: 'Start with 1 file' }).click();
  await expect(openDialog(page)).toHaveAccessibleName('Requeued 1 file', untilItCame);
  await expect(openDialog(page)).toContainText(/1 completed/i);
  await openDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  await expect(row).toHaveCount(0, untilItCame);
  expect(reads.length).toBeGreaterThan(0);
  expect((await fileById(page, fileId)).status).toBe('completed');
  await expect(drawer).toContainText('COMPLETED');
  await expect(drawer.getByRole('button', { name: 'Requeue this file…' })).toHaveAccessibleDescription(
    /Nothing to requeue/,
  );
});

test('does the same by keyboard alone, starting at the day', async ({ console: { page } }) => {
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await stripIsRead(page);
  const today = await readToday(page);
  const stuck = (await stuckFiles(page)).findLast((file) => file.date !== today);
  const fileId = stuck?.fileId ?? '';
  const date = stuck?.date ?? '';
  for (let day = today; day !== date && day > '2020';) {
    await page.keyboard.press('ArrowLeft');
    await expect(cell(page, day)).not.toHaveAttribute('aria-current', 'date');
    day = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  }
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  const row = filesGrid(page).getByRole('row', { name: new RegExp(fileId) });
  await expect(row).toContainText('DOWNLOADING');
  await page.keyboard.press('/');
  await page.keyboard.type(fileId);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: 'Requeue 1 file' })).toContainText(fileId);
  await expect(openDialog(page).getByRole('button', { name: 'Start with 1 file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(openDialog(page)).toHaveAccessibleName('Requeued 1 file', untilItCame);
  await page.keyboard.press('Escape');
  await expect(openDialog(page)).toHaveCount(0);
  await expect(row).toContainText('COMPLETED', untilItCame);
});

test('runs a day again, and shows its new batch', async ({ console: { page, url } }) => {
  await page.goto(`${url}/downloads`);
  await stripIsRead(page);
  const today = await readToday(page);
  const lacking = await aBatchThat(
    page,
    today,
    ({ status, date, expected, completed }) =>
      status === 'timeout' && date !== today && expected.length > completed.length,
  );
  const date = lacking.date ?? '';
  await page.goto(`${url}/downloads?date=${date}`);
  const batches = page.getByRole('list', { name: 'Batches' }).getByRole('button');
  const before = await answer<{ readonly batches: readonly unknown[] }>(page, 'downloads.day', { date });
  await expect(batches).toHaveCount(before.batches.length);
  await page.getByRole('button', { name: 'Run again…' }).click();
  await expect(openDialog(page)).toHaveAccessibleName(new RegExp(`Run the downloads of ${date} again`));
  await giveReason(openDialog(page));
  await openDialog(page).getByRole('button', { name: 'Run the day again' }).click();
  await expect(openDialog(page)).toHaveAccessibleName(/^(?:Running|Ran) the downloads/, untilItCame);
  await closeDialog(page);
  await expect(batches).toHaveCount(before.batches.length + 1, untilItCame);
  await expect(batches.first()).toContainText('by support');
});

test('closes an abandoned batch', async ({ console: { page, url } }) => {
  await page.goto(`${url}/downloads`);
  await stripIsRead(page);
  const initiated = await aBatchThat(page, await readToday(page), ({ status }) => status === 'initiated');
  await page.goto(`${url}/downloads?batch=${initiated.batchId}`);
  const content = page.getByRole('region', { name: `Batch ${initiated.batchId}` });
  await expect(content).toContainText('has been running for');
  await expect(cell(page, initiated.date ?? '')).toHaveAttribute('aria-current', 'date');
  await content.getByRole('button', { name: 'Close…' }).click();
  await giveReason(openDialog(page));
  await openDialog(page).getByRole('button', { name: 'Close the batch' }).click();
  await expect(openDialog(page)).toHaveAccessibleName(/^Closed/, untilItCame);
  await closeDialog(page);
  await expect(content).toContainText('FAILED', untilItCame);
  await expect(page.getByRole('region', { name: 'The chosen day' })).toContainText('The poller is gone.');
  await expect(cell(page, initiated.date ?? '')).not.toHaveAccessibleName(/not ended/);
});

async function giveReason(dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The poller is gone.');
}

async function closeDialog(page: Page): Promise<void> {
  await openDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(openDialog(page)).toHaveCount(0);
}
