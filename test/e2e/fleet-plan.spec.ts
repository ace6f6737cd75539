import type { Page } from '@playwright/test';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { expect, test } from './fixtures.ts';
import { messages } from '#renderer/features/triage/messages.ts';
import { counted } from '#shared/domain/formatting.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { activeRow, fleetRows, fleetTable, listFleet, tenantIds } from './fleet-world.ts';
import { hold } from './hold.ts';
import { expectClean } from './shell-axe.ts';
import { aBatchFailedWith, failedBatches, failedDocuments, openBatch, worldIsOpen } from './triage-world.ts';

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

test('the documents of a plan over two batches are read again when its pace is changed', async ({
  console: { page, url },
}) => {
  await worldIsOpen(page);
  const chosen = await twoBatches(page);
  await page.goto(`${url}/triage?list=failed`);
  await expect(fleetTable(page)).toContainText('End of list');
  for (const { batchId } of chosen) {
    await fleetRows(page).filter({ hasText: batchId }).getByRole('checkbox').click();
  }
  await page.getByRole('button', { name: 'Reprocess 2 batches…', exact: true }).press('Enter');
  const dialog = openDialog(page);
  await dialog.getByRole('radio', { name: /^Documents / }).check();
  const documents = dialog.getByRole('grid', { name: 'Every document of the plan' });
  await expect(documents).toContainText('All ');
  await expect(documents).not.toContainText('only the first');
  await dialog.getByRole('button', { name: 'Change the pace' }).press('Enter');
  const first = dialog.getByRole('textbox', { name: 'Only the first' });
  await first.fill('1');
  await first.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Pace' })).toContainText('only the first 1');
  await expect(documents).toContainText('Not in this plan: only the first 1 go');
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

test('all failed batches are selected by keyboard, loaded or not, and planned as one without the deselected', async ({
  console: { page, url },
}) => {
  test.setTimeout(240_000);
  await worldIsOpen(page);
  const batches = await listFleet(page, { list: 'failed' });
  await loadOnePage(page, 5);
  await page.goto(`${url}/triage?list=failed`);
  await expect(fleetRows(page)).toHaveCount(5);
  await expect(page.getByRole('tab', { name: `Failed ${batches.length}` })).toBeVisible();
  await fleetTable(page).focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('5 of the 5 loaded selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`All ${batches.length} batches selected, 5 of them loaded`)).toBeVisible();
  await page.keyboard.press('j');
  const leftOut = /batch-[0-9A-Z]{12}/.exec((await activeRow(page).textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('x');
  const rest = batches.length - 1;
  await expect(page.getByText(`All ${rest} batches selected, 4 of them loaded, 1 left out`)).toBeVisible();
  await expectClean(page, 'a selection of all failed batches');
  await page.getByRole('button', { name: 'Reprocess all that match…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const grid = dialog.getByRole('grid', { name: 'Every batch of the plan' });
  const others = batches.filter(({ batchId, counts }) => batchId !== leftOut && (counts.FAILED ?? 0) > 0);
  await expect(dialog).toContainText(`${others.length} batches of `, { timeout: 120_000 });
  await expect(grid).toContainText(others[0]?.batchId ?? '');
  await expect(grid).not.toContainText(leftOut);
});

test('a batch that was left out stays left out of the plan when the list is read again from its first page', async ({
  console: { page, url },
}) => {
  await worldIsOpen(page);
  await loadSmallPages(page, 3);
  await page.goto(`${url}/triage?list=failed&older=1`);
  await expect(fleetRows(page)).toHaveCount(3);
  await fleetTable(page).getByRole('button', { name: 'More', exact: true }).click();
  await expect(fleetRows(page)).toHaveCount(6);
  await fleetTable(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+a');
  await expect(page.getByText(messages.fleet.reprocess.allMatching)).toBeVisible();
  const last = fleetRows(page).last();
  const leftOut = /batch-[0-9A-Z]{12}/.exec((await last.textContent()) ?? '')?.[0];
  await last.getByRole('checkbox').click();
  await expect(page.getByText(messages.fleet.reprocess.leftOut('1'))).toBeVisible();

  await page.getByRole('button', { name: 'Read again', exact: true }).click();
  await expect(fleetRows(page)).toHaveCount(3);
  await expect(page.getByText(messages.fleet.reprocess.leftOut('1'))).toBeVisible();
  const asked = page.waitForRequest('**/call/plans.make');
  await page.getByRole('button', { name: messages.fleet.reprocess.selectedAll }).press('Enter');
  expect((await asked).postDataJSON()).toMatchObject({
    input: { target: { of: { is: 'matching', except: [{ batchId: leftOut }] } } },
  });
});

test('a job whose start is answered late does not open over what is shown by then', async ({
  console: { page, url },
}) => {
  await worldIsOpen(page);
  await openBatch(page, url, await aBatchFailedWith(page, 'northwind', 'ThrottlingException'));
  await page.keyboard.press('p');
  const start = openDialog(page).getByRole('button', { name: /^Start with/ });
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
  const answer = hold();
  await page.route('**/call/plans.start', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  await start.press('Enter');
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.keyboard.press('p');
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
  const answered = page.waitForResponse('**/call/plans.start');
  answer.end();
  expect(await (await answered).json()).toMatchObject({ ok: true });
  await expect(page.getByRole('button', { name: /^1 job/, includeHidden: true })).toBeVisible();
  await expect(start).toBeVisible();
  await expect(openDialog(page)).toHaveAccessibleName(/^Reprocess /);
});

test('batches of a cause are selected on its page and planned as one', async ({ console: { page, url } }) => {
  test.setTimeout(150_000);
  await worldIsOpen(page);
  const batches = await listFleet(page, { list: 'failed' });
  const count = (fingerprint: string): number =>
    batches.filter(({ causes }) => causes.some((cause) => cause.fingerprint === fingerprint)).length;
  const [cause] = batches
    .flatMap(({ causes }) => causes.map(({ fingerprint }) => fingerprint))
    .toSorted((a, b) => count(b) - count(a));
  await page.goto(`${url}/incidents?cause=${cause}&days=30`);
  const grid = page.getByRole('grid', { name: 'Batches that stand failed' });
  await expect(grid.locator('tr[data-index]')).toHaveCount(Math.min(count(cause ?? ''), 8));
  await grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expectClean(page, 'selected batches of a cause');
  await page.getByRole('button', { name: 'Reprocess 2 batches…' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('2 batches of ');
  await page.keyboard.press('Escape');
});

async function loadSmallPages(page: Page, pageSize: number): Promise<void> {
  await page.route('**/call/fleet.batches', async (route) => {
    const { input, ...rest } = route.request().postDataJSON() as { input: object };
    await route.continue({ postData: JSON.stringify({ ...rest, input: { ...input, pageSize } }) });
  });
}

/** Answers only the first page of the list, with so many batches; the next page never comes. */
async function loadOnePage(page: Page, pageSize: number): Promise<void> {
  await page.route('**/call/fleet.batches', async (route) => {
    const { input, ...rest } = route.request().postDataJSON() as { input: { cursor?: string } };
    if (input.cursor === undefined)
      await route.continue({ postData: JSON.stringify({ ...rest, input: { ...input, pageSize } }) });
  });
}
