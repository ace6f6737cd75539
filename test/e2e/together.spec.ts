import { expect, test } from './fixtures.ts';
import { openDialog } from './dialogs.ts';
import type { BatchWork } from '#shared/contract/activity.ts';
import { actAs, command } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { aFailedBatch, askHost, choosePersona, documentsAreThere, openBatch } from './triage-world.ts';

test.beforeEach(() => test.setTimeout(180_000));

test('a note and the owner of a batch are seen by a colleague, on the batch and in Activity', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await documentsAreThere(page);

  // A draft survives leaving the page, and Ctrl+Enter writes it.
  await page.getByRole('tab', { name: 'Activity', exact: true }).click();
  const note = page.getByRole('textbox', { name: 'Note for colleagues' });
  await note.fill('Asked the customer for new scans');
  await openBatchAgain();
  await expect(note).toHaveValue('Asked the customer for new scans');
  await note.press('ControlOrMeta+Enter');
  const done = page.getByRole('list', { name: 'Activity of this batch' });
  await expect(done.getByRole('listitem').first()).toContainText('Mira Okafor wrote a note on');
  await expect(done).toContainText('“Asked the customer for new scans”');
  await expect(note).toHaveValue('');

  // By keyboard alone: W takes the batch.
  await page.getByRole('heading', { level: 2, name: batch.batchId }).click();
  await page.keyboard.press('w');
  const owner = page.getByRole('button', { name: /works? on it|Not assigned/ });
  await expect(owner).toHaveAccessibleName(/^You work on it since \d\d:\d\d/);
  await expect(done.getByRole('listitem').first()).toContainText('Mira Okafor took on');
  await expectClean(page, 'the activity of a batch');

  await choosePersona(page, /Ines Halvorsen/);
  await openBatch(page, url, batch);
  await expect(owner).toHaveAccessibleName(/^Mira Okafor works on it/);
  await owner.click();
  await page.getByRole('menuitem', { name: 'Hand over…' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('combobox', { name: 'Colleague' }).fill('Mira Okafor');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The scans have come');
  await expectClean(page, 'handing over a batch');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(owner).toHaveAccessibleName(/^Mira Okafor works on it/);

  await page.goto(`${url}/activity`);
  const grid = page.getByRole('grid', { name: 'What people did' });
  await expect(grid).toContainText('Ines Halvorsen handed over to Mira Okafor');
  await expect(grid).toContainText('Mira Okafor wrote a note on');
  await expectClean(page, 'the activity of everyone');
  await page.goto(`${url}/activity?kind=note`);
  await expect(grid).not.toContainText('handed over');
  await expect(page.getByText(/^\d+ shown of \d+ entries read/)).toBeVisible();
  await grid.getByText('wrote a note on').first().click();
  await expect(page).toHaveURL(new RegExp(`batch=${batch.batchId}`));

  async function openBatchAgain(): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Activity', exact: true })).toBeVisible();
  }
});

test('who takes a batch second is told who was faster, and nothing is saved', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  const owner = page.getByRole('button', { name: /works? on it|Not assigned/ });
  await expect(owner).toBeVisible();
  const { tenantId, projectId, batchId } = batch;
  const { version } = await askHost<BatchWork>(page, 'batches.readWork', { input: { tenantId, batchId } });
  // Another window hands it over to Ines meanwhile, so what this page has read is old.
  await command(page, 'batches.work', {
    tenantId,
    projectId,
    batchId,
    by: 'admin',
    note: null,
    version,
    intentKey: crypto.randomUUID(),
  });
  await page.keyboard.press('w');
  await expect(page.getByText('Ines Halvorsen was faster and works on it now.')).toBeVisible();
  await expect(owner).toHaveAccessibleName(/^Ines Halvorsen works on it/);
});

test('a summary is shown before it is copied, for a ticket and for a customer, by keyboard', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await documentsAreThere(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('copy a summary of this batch');
  await page.getByRole('option', { name: /^Copy a summary of this batch/ }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = openDialog(page);
  const ticket = dialog.getByRole('textbox', { name: 'Text for the ticket' });
  await expect(ticket).toHaveValue(new RegExp(`^Batch ${batch.batchId} of `));
  await expect(ticket).toHaveValue(/Causes\n- /);
  await expectClean(page, 'the summary for a ticket');
  await dialog.getByRole('radio', { name: 'For a customer' }).check();
  const letter = dialog.getByRole('textbox', { name: 'Text for the customer' });
  await expect(letter).toHaveValue(/^Hello,\n\nYour upload of /);
  await expect(letter).not.toHaveValue(/Exception|textract|gap-fill|verify/);
  await letter.press('ControlOrMeta+Enter');
  await expect(page.getByText(/Summary for the customer/)).toBeVisible();
  await page.keyboard.press('Escape');
});
