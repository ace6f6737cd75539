import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { aBatchFailedWith, documentsAreThere, failedDocuments, openBatch } from './triage-world.ts';

/** The batch page is covered by triage-batch.spec.ts, and lists and look-ups have their own files. */
test('axe finds no violation from the tenants to the audit trail', async ({ console: { page, url } }) => {
  test.setTimeout(150_000);
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  const [document] = await failedDocuments(page, batch);

  await page.goto(`${url}/triage?list=tenants`);
  await expect(page.getByRole('grid', { name: 'Tenants' }).getByRole('row').nth(1)).toBeVisible();
  await expectClean(page, 'tenants');

  await openBatch(page, url, batch);
  await page.getByRole('grid', { name: 'Documents' }).focus();
  await page.keyboard.press('x');
  await expectClean(page, 'batch with a selection');

  await page.goto(`${page.url()}&document=${document?.documentId ?? ''}`);
  for (const look of ['Passport', 'Fields', 'Stages and cost', 'Item']) {
    await page.getByRole('tab', { name: new RegExp(`^${look}`) }).click();
    await expect(page.getByRole('tabpanel').last()).toBeVisible();
    await expectClean(page, look);
  }

  await page.keyboard.press('Escape');
  await documentsAreThere(page);
  await page.getByRole('button', { name: 'Reprocess 1…', exact: true }).click();
  const start = page.getByRole('button', { name: 'Start with 1 document' });
  await expect(start).toBeVisible();
  await expectClean(page, 'plan');
  await start.click();
  await expect(openDialog(page).getByRole('list', { name: 'Steps' })).toContainText('1 running', {
    timeout: 20_000,
  });
  await expectClean(page, 'running job');

  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.goto(`${url}/activity?tab=jobs`);
  await expect(page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible();
  await expectClean(page, 'jobs');
  await page.getByRole('tab', { name: 'This machine' }).click();
  await expect(page.getByRole('grid', { name: 'Audit trail' }).getByRole('row').nth(1)).toBeVisible();
  await expectClean(page, 'audit');
});
