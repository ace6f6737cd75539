import type { Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, shellIsThere, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';
import {
  aBatchFailedWith,
  documentsAreThere,
  failedBatches,
  failedDocuments,
  paste,
} from './triage-world.ts';

test.beforeEach(async ({ console: { page } }) => {
  test.setTimeout(150_000);
  await shellIsThere(page);
});

async function aBatchWith(page: Page, code: string) {
  for (const tenant of ['northwind', 'alder-finch', 'kestrel', 'harbour']) {
    for (const batch of await failedBatches(page, tenant)) {
      const documents = await failedDocuments(page, batch);
      if (documents.some(({ error }) => error?.code === code)) return batch;
    }
  }
  throw new Error(`The sandbox has no batch with a document that failed with ${code}.`);
}

function findGroup(page: Page, text: RegExp) {
  return page
    .getByRole('region', { name: 'Failure groups' })
    .getByRole('listitem')
    .filter({ hasText: text })
    .first();
}

test('documents whose score is too low are sent to review by keyboard, and the batch counts them there', async ({
  console: { page },
}) => {
  const batch = await aBatchWith(page, 'ConfidenceTooLow');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  const group = findGroup(page, /Confidence/);
  await group.getByRole('button', { name: /Other actions/ }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  // The person who works here is of support.
  await expect(menu.getByRole('menuitem', { name: /^Accept/ })).toContainText(
    'Requires the reviewer or admin role',
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await group.getByRole('button', { name: /^Send \d+ to review…/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = openDialog(page);
  await expect(dialog).toContainText('Cannot be undone.');
  await expect(dialog).toContainText('cannot be set back to FAILED');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Start with 1 document/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(/\d+ of \d+ in review\./, { timeout: 60_000 });
});

test('a plan waits for its time, is shown with it, blocks a second plan, and can be cancelled', async ({
  console: { page },
}) => {
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  const group = findGroup(page, /Throttling/);
  await group.getByRole('button', { name: /Other actions/ }).click();
  await page.getByRole('menuitem', { name: /^Wait and retry/ }).click();
  const dialog = openDialog(page);
  await expect(dialog).toContainText(/In 15 min, \d\d:\d\d UTC/);
  await expect(dialog).toContainText('What Textract and Bedrock charge is spent');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /later$/ }).click();
  await expect(dialog.getByRole('heading', { name: /^Begins at \d\d:\d\d UTC/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialogsAreGone(page);

  await group.getByRole('button', { name: /^Reprocess \d+…/ }).click();
  await expect(dialog).toContainText('because both would send them');
  await expect(dialog.getByRole('region', { name: 'Plan summary' })).toContainText(/^0go/i);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Open the job' }).click();
  await dialog.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(dialog).toContainText('Ended by');
});

test('a broken file is asked for again, and reprocessing it anyway needs a reason', async ({
  console: { page },
}) => {
  const batch = await aBatchWith(page, 'BadDocumentException');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  const group = findGroup(page, /BadDocument|breaks off/);
  await group.getByRole('button', { name: /^Ask for a new file/ }).click();
  const dialog = openDialog(page);
  await expect(dialog).toContainText('damaged or not complete');
  await expect(dialog.getByRole('button', { name: 'Copy and note' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await group.getByRole('button', { name: /Other actions/ }).click();
  await page.getByRole('menuitem', { name: /^Reprocess anyway/ }).click();
  await expect(dialog).toContainText('broken file, will fail again');
  await expect(dialog.getByRole('textbox', { name: /^Reason to send/ })).toBeVisible();
});
