import { dialogsAreGone, openDialog, openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import {
  aFailedBatch,
  documentsAreThere,
  countFailed,
  failedDocuments,
  openBatch,
  paste,
} from './triage-world.ts';

test('keys move from the list into a batch, its documents and back, one level at a time', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/triage?tenant=northwind`);
  const batches = page.getByRole('listbox', { name: /^Batches of/ });
  await expect(batches.getByRole('option').first()).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await documentsAreThere(page);
  await expect(batches).toBeFocused();

  // The list still has the focus, and the page's keys work all the same.
  await page.keyboard.press('p');
  await expect(openDialog(page)).toContainText(/^Reprocess \d+ documents?/);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await expect(batches).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/selected=/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/document=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/batch=/);
  await page.keyboard.press('j');
  await expect(batches).toBeFocused();
});

test('keys continue from a pasted id, and the palette offers the actions of the page', async ({
  console: { page },
}) => {
  const batch = await aFailedBatch(page);
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeFocused();

  await openPalette(page);
  await page.keyboard.insertText('reprocess all');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(
    /^Reprocess all failed documents of this batch/,
  );
  await page.keyboard.press('Enter');
  await expect(openDialog(page)).toContainText(`Reprocess ${String(countFailed(batch))} documents`);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await page.getByRole('button', { name: /^Tenant:/ }).click();
  await expect(page.getByRole('option', { name: /Kestrel Foods/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.insertText('go to tenant kestrel');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/Kestrel Foods/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tenant=kestrel/);
});

test('after reprocessing the open document, the keys go on from its place in the list', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  const [, , open, after] = await failedDocuments(page, batch);
  if (open === undefined || after === undefined) {
    throw new Error('The batch has fewer than four failed documents.');
  }
  await openBatch(page, url, batch);
  await page.getByRole('grid', { name: 'Documents' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`document=${open.documentId}`));
  await expect(page.getByRole('button', { name: /^Reprocess/ })).toBeEnabled();
  await page.keyboard.press('p');
  await openDialog(page)
    .getByRole('button', { name: /^Start|^Reprocess/ })
    .press('Enter');
  await expect(page.getByRole('dialog', { name: /^Reprocessing 1 document/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await expect(page.getByText(/^Not among the \d+ of the list/)).toBeVisible({ timeout: 30_000 });

  await page.keyboard.press('n');
  await expect(page).toHaveURL(new RegExp(`document=${after.documentId}`));
});
