import type { Locator, Page } from '@playwright/test';
import { openDialog } from './dialogs.ts';
import { aBatchThat, filesGrid, openDownloads, readToday } from './downloads-world.ts';
import { expect as briefly, looking as test } from './fixtures.ts';
import { actAs } from './review-world.ts';

// The sandbox generates its past on the first read, which takes longer on a busy machine.
const expect = briefly.configure({ timeout: 20_000 });

// Switching to another user for a moment may refuse a read of the page that is still open.
test.use({ isRefused: true });

const stuck = '?standing=stuck';

test('J and K continue from a file opened by a link, in the order of the list, and the row follows', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await openDownloads(page, url, stuck);
  const [first = '', second = ''] = await listed(page);
  await openDownloads(page, url, `${stuck}&file=${first}`);
  await expect(drawer(page)).toContainText('DOWNLOADING');
  await expect(activeRow(page)).toContainText(first);

  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`file=${second}`));
  await expect(activeRow(page)).toContainText(second);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`file=${first}`));
  await expect(activeRow(page)).toContainText(first);

  await test.step('also if the list was sorted meanwhile', async () => {
    const header = filesGrid(page).getByRole('columnheader', { name: 'File', exact: true });
    await header.getByRole('button').first().click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    const sorted = await listed(page);
    const at = sorted.indexOf(first);
    const [key, next = ''] = at === 0 ? ['j', sorted[1]] : ['k', sorted[at - 1]];
    expect(at).not.toBe(-1);
    expect(next).not.toBe('');
    await drawer(page).getByRole('button', { name: 'Requeue this file…' }).focus();
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`file=${next}`));
    await expect(activeRow(page)).toContainText(next);
  });
});

test('P does what the visible button says, and nothing for a file that is completed', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await openDownloads(page, url, stuck);
  const need = page
    .getByRole('region', { name: 'Files that need attention' })
    .getByRole('button', { name: /^Requeue/ });
  await expect(need).toHaveAttribute('aria-keyshortcuts', 'P');
  await filesGrid(page).getByRole('row').nth(1).click();
  await expect(drawer(page)).toBeVisible();
  await expect(need).not.toHaveAttribute('aria-keyshortcuts', 'P');

  const batch = await aBatchThat(page, await readToday(page), ({ status }) => status === 'completed');
  const file = batch.completed[0] ?? '';
  await openDownloads(page, url, `?date=${batch.date ?? ''}&batch=${batch.batchId}&file=${file}`);
  await expect(drawer(page)).toContainText('COMPLETED');
  // The list handles this key, and it may be loaded after the file beside it.
  await expect(filesGrid(page)).toBeVisible();
  await page.keyboard.press('p');
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told).toContainText('Already completed. Nothing to requeue.');
  await expect(openDialog(page)).toHaveCount(0);
});

test('each list keeps its own selection', async ({ console: { page, url } }) => {
  await actAs(page, 'support');
  await openDownloads(page, url, stuck);
  await selectFirst(page);
  await page.getByRole('combobox', { name: 'Longer than' }).click();
  await page.getByRole('option', { name: '15 min', exact: true }).click();
  await expect(page).toHaveURL(/minutes=15/);
  await expect(selected(page)).toHaveCount(0);

  const batch = await aBatchThat(page, await readToday(page), ({ status }) => status === 'completed');
  await openDownloads(page, url, `?date=${batch.date ?? ''}&batch=${batch.batchId}`);
  await selectFirst(page);
  const statuses = page.getByRole('group', { name: 'Files by status' });
  await statuses.getByRole('button', { name: /COMPLETED/ }).click();
  await expect(page).toHaveURL(/status=completed/);
  await expect(selected(page)).toHaveCount(0);
});

function drawer(page: Page): Locator {
  return page.getByRole('region', { name: 'File', exact: true });
}

function activeRow(page: Page): Locator {
  return filesGrid(page).locator('tr[aria-current]');
}

/** Returns the ids of the drawn rows, in their order. */
async function listed(page: Page): Promise<readonly string[]> {
  const rows = filesGrid(page).locator('tr[data-index]:not([data-away])');
  await expect(rows.nth(1)).toBeVisible();
  return rows
    .locator('td:nth-child(2) [title]')
    .evaluateAll((cells) => cells.flatMap((cell) => cell.getAttribute('title') ?? []));
}

function selected(page: Page): Locator {
  return page.getByRole('button', { name: 'Copy ids' });
}

async function selectFirst(page: Page): Promise<void> {
  await expect(filesGrid(page).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(selected(page)).toBeVisible();
}
