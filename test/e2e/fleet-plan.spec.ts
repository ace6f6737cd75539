import type { Page } from '@playwright/test';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { expect, test } from './fixtures.ts';
import { counted } from '#shared/domain/formatting.ts';
import { fleetRows, fleetTable, listFleet, tenantIds } from './fleet-world.ts';
import { expectClean } from './shell-axe.ts';
import { failedBatches, failedDocuments, worldIsOpen } from './triage-world.ts';

const passing = new Set(['ThrottlingException', 'ModelTimeoutException']);

/** Returns the smallest failed batch of each of two tenants whose documents all succeed in another run. */
async function twoBatches(page: Page): Promise<readonly Batch[]> {
  const found: Batch[] = [];
  for (const tenantId of tenantIds) {
    const batches = await failedBatches(page, tenantId);
    for (const batch of batches.toSorted((a, b) => (a.counts.FAILED ?? 0) - (b.counts.FAILED ?? 0))) {
      const documents = await failedDocuments(page, batch);
      if (documents.length === 0 || documents.some(({ error }) => !passing.has(error?.code ?? ''))) continue;
      found.push(batch);
      break;
    }
  }
  if (found.length < 2)
    throw new Error('The sandbox has no two tenants whose failed documents would succeed.');
  return found.slice(0, 2);
}

test('failed batches of two tenants are reprocessed as one plan, from the list of all tenants to the receipts', async ({
  console: { page, url },
}) => {
  test.setTimeout(240_000);
  await worldIsOpen(page);
  const chosen = await twoBatches(page);
  const documents = chosen.reduce((sum, { counts }) => sum + (counts.FAILED ?? 0), 0);
  await page.goto(`${url}/triage?list=failed`);
  await expect(fleetTable(page)).toContainText('End of list');
  await fleetTable(page).focus();
  for (const { batchId } of chosen) {
    await fleetRows(page).filter({ hasText: batchId }).getByRole('checkbox').click();
  }
  const open = page.getByRole('button', { name: 'Reprocess 2 batches…', exact: true });
  await open.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 batches of 2 tenants');
  const batches = dialog.getByRole('grid', { name: 'Every batch of the plan' });
  for (const { batchId } of chosen) await expect(batches).toContainText(batchId);
  await expectClean(page, 'a plan over two batches');
  await dialog.getByRole('radio', { name: `Documents ${documents}` }).check();
  await expect(dialog.getByRole('grid', { name: 'Every document of the plan' })).toContainText(
    `All ${documents}`,
  );
  await expectClean(page, 'its documents');
  await dialog.getByRole('button', { name: 'Start with 1 document' }).click();
  await expect(dialog.getByText(/^In 2 batches of 2 tenants/)).toBeVisible();
  await expect(dialog.getByText(`${documents} of ${documents} fixed`, { exact: false })).toBeVisible({
    timeout: 180_000,
  });
  const receipts = dialog.getByRole('grid', { name: 'By batch' });
  for (const { batchId } of chosen) await expect(receipts).toContainText(batchId);
  await expectClean(page, 'the receipts of two batches');
  await dialog.getByRole('radio', { name: `All ${documents}` }).check();
  await expect(dialog.getByRole('grid', { name: 'Receipts' })).toContainText(chosen[0]?.tenantId ?? '');
  await page.keyboard.press('Escape');
  await page.goto(`${url}/activity?tab=jobs`);
  await expect(page.getByText('2 batches of 2 tenants')).toBeVisible();
});

test('all documents of the cause that the list is filtered by are planned, and Escape starts nothing', async ({
  console: { page, url },
}) => {
  await worldIsOpen(page);
  const batches = await listFleet(page, { list: 'failed' });
  const [cause] = batches.flatMap(({ causes }) => causes).toSorted((a, b) => b.count - a.count);
  if (cause === undefined) throw new Error('The sandbox has no cause of a failure.');
  const those = batches.filter(({ causes }) =>
    causes.some(({ fingerprint }) => fingerprint === cause.fingerprint),
  );
  await page.goto(`${url}/triage?list=failed&cause=${cause.fingerprint}`);
  await expect(fleetRows(page)).toHaveCount(those.length);
  await page.getByRole('button', { name: 'Reprocess this cause…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const tenants = new Set(those.map(({ tenantId }) => tenantId)).size;
  const place = `${counted(those.length, 'batch', 'batches')} of ${counted(tenants, 'tenant')}`;
  await expect(dialog).toContainText(place);
  const grid = dialog.getByRole('grid', { name: 'Every batch of the plan' });
  for (const { batchId } of those) await expect(grid).toContainText(batchId);
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('grid', { name: 'Every document of the plan' })).toContainText('All ');
  await dialog.getByRole('radio', { name: /^Batches / }).check();
  await expect(grid).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
