import type { Page } from '@playwright/test';
import { awkwardTenantId } from '#local/world/past/tenants.ts';
import { batchSchema, type Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { answer } from './triage-world.ts';

/** Returns the batch of 10,000 whose execution failed before it reached most of them. */
async function findArchive(page: Page): Promise<Batch> {
  const asked = { tenantId: awkwardTenantId, status: 'FAILED', pageSize: 100 } as const;
  const { rows } = await answer<{ readonly rows: readonly unknown[] }>(page, 'batches.byStatus', asked);
  const found = rows.map((row) => batchSchema.parse(row)).find((row) => row.documentCount === 10_000);
  if (found === undefined) throw new Error('The past has no archive.');
  return found;
}

// Reading and planning 8,525 documents takes long on a busy machine.
test.setTimeout(240_000);

test('the documents that a run left queued are planned as one, by keyboard', async ({
  console: { page, url },
}) => {
  const archive = await findArchive(page);
  const left = grouped(archive.counts.QUEUED ?? 0);
  await page.goto(`${url}/triage?tenant=${awkwardTenantId}&batch=${archive.batchId}`);
  const groups = page.getByRole('region', { name: 'Failure groups' });
  await expect(groups.getByText(`${left} documents were left queued`)).toBeVisible();
  await expect(groups.getByText('run 1 ended FAILED before it reached them')).toBeVisible();
  // The ten that failed with the execution are one cause, whatever stage they were at.
  await expect(groups.getByRole('listitem')).toHaveCount(2);
  await expectClean(page, 'the archive');
  await page.keyboard.press('p');
  const plan = page.getByRole('dialog');
  await expect(plan.getByRole('heading', { name: `Reprocess ${left} documents` })).toBeVisible({
    timeout: 150_000,
  });
  await expect(plan.getByText(/Mean usage of 1,465 finished documents of this batch/i)).toBeVisible();
  await plan.getByRole('button', { name: 'Start with 1 document' }).click();
  await expect(page.getByRole('dialog', { name: `Reprocessing ${left} documents` })).toBeVisible();
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
});

test('the documents that a run left queued are three actions from Today: open, plan, start', async ({
  console: { page, url },
}) => {
  const archive = await findArchive(page);
  const left = grouped(archive.counts.QUEUED ?? 0);
  await page.goto(`${url}/today`);
  const part = page.getByRole('region', { name: 'Left queued' });
  await expect(part).toContainText(`${left} documents of 1 batch, whose runs have ended`);
  await expectClean(page, 'Today with documents left queued');
  await part.getByRole('link', { name: `${left} documents were left queued` }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`batch=${archive.batchId}`));
  await expect(page.getByText('run 1 ended FAILED before it reached them')).toBeVisible();
  await page.keyboard.press('p');
  const plan = page.getByRole('dialog');
  await expect(plan.getByRole('heading', { name: `Reprocess ${left} documents` })).toBeVisible({
    timeout: 150_000,
  });
  await plan.getByRole('button', { name: 'Start with 1 document' }).press('Enter');
  await expect(page.getByRole('dialog', { name: `Reprocessing ${left} documents` })).toBeVisible();
});

test('all that match are selected by keyboard, loaded or not, and the selection says so', async ({
  console: { page, url },
}) => {
  const archive = await findArchive(page);
  const left = grouped(archive.counts.QUEUED ?? 0);
  await page.goto(`${url}/triage?tenant=${awkwardTenantId}&batch=${archive.batchId}&documents=PROCESSING`);
  const grid = page.getByRole('grid', { name: 'Documents' });
  await expect(page.getByRole('button', { name: `Select all ${left}` })).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`${left} of ${left} in Left selected, 0 of them loaded`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Reprocess ${left}…`, exact: true })).toBeVisible();

  // On the tab with all documents, the first press selects what is loaded.
  await page.keyboard.press('Escape');
  await page
    .getByRole('radio', { name: 'All 10,000' })
    .or(page.getByRole('button', { name: 'All 10,000' }))
    .click();
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(/^\d00 of 10,000 selected/)).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(/^10,000 of 10,000 in All selected, \d00 of them loaded/)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(page.getByText(/^9,999 of 10,000 in All selected, .*, 1 left out/)).toBeVisible();
  await expectClean(page, 'a selection of all that match');

  // One click opens a document; with Shift it selects.
  await grid.getByRole('row').nth(3).click();
  await expect(page).toHaveURL(/document=/);
});

test('all that match keep their count while another tab is shown that was read whole', async ({
  console: { page, url },
}) => {
  const archive = await findArchive(page);
  const left = grouped(archive.counts.QUEUED ?? 0);
  await page.goto(`${url}/triage?tenant=${awkwardTenantId}&batch=${archive.batchId}&documents=PROCESSING`);
  await page.getByRole('button', { name: `Select all ${left}` }).click();
  const reprocess = page.getByRole('button', { name: `Reprocess ${left}…`, exact: true });
  await expect(reprocess).toBeVisible();

  // The ten that failed are one page.
  await page.getByRole('radio', { name: 'FAILED 10' }).click();
  await expect(page.getByText('All 10 read')).toBeVisible();
  await expect(page.getByText(`${left} of ${left} in Left selected, 0 of them loaded`)).toBeVisible();
  await reprocess.press('Enter');
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: `Reprocess ${left} documents` }),
  ).toBeVisible({ timeout: 150_000 });
});
