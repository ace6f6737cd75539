import { expect, test } from './fixtures.ts';
import { openDialog } from './dialogs.ts';
import type { BatchWork } from '#shared/contract/activity.ts';
import { actAs, command } from './review-world.ts';
import { axeViolations, expectClean } from './shell-axe.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import {
  aBatchFailedWith,
  aFailedBatch,
  askHost,
  choosePersona,
  documentsAreThere,
  failedDocuments,
  listNames,
  openBatch,
  recordCalls,
} from './triage-world.ts';

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

test('who works on a batch is seen in the lists of Triage and Today, of a tenant and of all', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aFailedBatch(page);
  const { tenantId, projectId, batchId } = batch;
  await command(page, 'batches.work', {
    tenantId,
    projectId,
    batchId,
    by: 'admin',
    note: null,
    version: 0,
    intentKey: crypto.randomUUID(),
  });
  const calls = recordCalls(page, /^batches\./);
  await page.goto(`${url}/triage?tenant=${tenantId}`);
  const row = page.getByRole('option', { name: new RegExp(batchId) });
  await expect(row).toContainText('Ines Halvorsen works on it');
  // One read says it for the whole list.
  expect(listNames(calls).filter((name) => name === 'batches.listWork')).toHaveLength(1);
  expect(listNames(calls)).not.toContain('batches.readWork');
  await page.goto(`${url}/today?tenant=${tenantId}`);
  const today = page
    .getByRole('table', { name: 'Failed batches' })
    .getByRole('row', { name: new RegExp(batchId) });
  await expect(today).toContainText('Ines Halvorsen works on it');
  await expectClean(page, 'Today with a batch that is worked on');

  // For all tenants attention says it, as soon as it has followed the table.
  const asked = listNames(calls).length;
  await expect(async () => {
    await page.goto(`${url}/triage?list=failed`);
    const fleet = page.getByRole('row', { name: new RegExp(batchId) });
    await expect(fleet).toContainText('Ines Halvorsen works on it', { timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  expect(listNames(calls).slice(asked)).toEqual([]);
  await expectClean(page, 'Triage of all tenants with a batch that is worked on');
});

test('asking for a new file keeps a note, from the batch and from the page of its cause', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aBatchFailedWith(page, 'northwind', 'BadDocumentException');
  const [failed] = await failedDocuments(page, batch);
  if (failed === undefined) throw new Error('Nothing has failed.');
  await openBatch(page, url, batch);
  await documentsAreThere(page);
  await page.getByRole('button', { name: /^Ask for a new file/ }).press('Enter');
  const dialog = openDialog(page);
  await expect(dialog).toContainText(`of batch ${batch.batchId}.`);
  await expect(dialog.getByRole('checkbox', { name: `Keep a note on ${batch.batchId}` })).toBeChecked();
  await expect(dialog).toContainText(failed.documentId);
  // The dialog is of this layout of the page, so the window keeps its size.
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy and note' }).press('Enter');
  await expect(dialog).toContainText(`Noted on ${batch.batchId}.`);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Activity', exact: true }).click();
  const done = page.getByRole('list', { name: 'Activity of this batch' });
  await expect(done.getByRole('listitem').first()).toContainText('Asked the customer for');

  await page.goto(`${url}/incidents?cause=${fingerprintOfDocument(failed).id}`);
  await page.getByRole('button', { name: /^Other actions for cause/ }).press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Reprocess anyway/ })).toContainText(
    'broken file, will fail again',
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Ask for a new file/ }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Batch' }).press('Enter');
  await page.getByRole('option', { name: new RegExp(batch.batchId) }).press('Enter');
  await expect(dialog).toContainText(`of batch ${batch.batchId}.`);
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Copy the text' }).press('Enter');
  await expect(page.getByText('Copied the text for the customer')).toBeVisible();
  await expect(dialog).not.toContainText('Noted on');
});

test('a message that a table cuts off is whole below its active row, by keyboard', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  const batch = await aBatchFailedWith(page, 'northwind', 'BadDocumentException');
  await openBatch(page, url, batch);
  await documentsAreThere(page);
  await page.getByRole('grid', { name: 'Documents' }).focus();
  await page.keyboard.press('End');
  const whole = page.getByRole('region', { name: 'Whole text of the active row' });
  const documents = await failedDocuments(page, batch);
  const messages = new Set(documents.map(({ error }) => error?.message ?? '-'));
  await expect.poll(async () => messages.has((await whole.locator('p').textContent()) ?? '')).toBe(true);
  await expectClean(page, 'the message of a row');

  await page.getByRole('button', { name: /^Other actions for group/ }).press('Enter');
  await page.getByRole('menuitem', { name: /^Reprocess anyway/ }).press('Enter');
  const plan = openDialog(page);
  await plan.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await expect(plan.getByRole('region', { name: 'Whole text of the active row' })).toContainText(
    'Reason required',
  );
  await expectClean(page, 'the reason of an item of a plan');
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
