import type { Page } from '@playwright/test';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, shellIsThere, test } from './fixtures.ts';
import {
  aBatchFailedWith,
  recordCalls,
  documentsAreThere,
  countFailed,
  listNames,
  paste,
} from './triage-world.ts';

// A document takes its time in the sandbox too, and the second step waits for the first.
const untilFixed = { timeout: 90_000 };
const reading = /^(?:batches|documents|executions|tenants|lookup|explorer)\./;

test.beforeEach(async ({ console: { page } }) => {
  test.setTimeout(150_000);
  await shellIsThere(page);
});

test('leads from an id in an alert to proof of the fix, by mouse', async ({ console: { page } }) => {
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  const failed = countFailed(batch);
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  await expect(page.getByRole('heading', { name: 'Map iterations' })).toBeVisible();
  const groups = page.getByRole('region', { name: 'Failure groups' });
  await expect(groups).toContainText('ThrottlingException');

  await test.step('a plan of the group is read, and left without starting it', async () => {
    await groups
      .getByRole('button', { name: /^Reprocess \d+…/ })
      .first()
      .click();
    const dialog = openDialog(page);
    const figures = dialog.getByRole('region', { name: 'Plan summary' });
    await expect(figures).toContainText(/^\d+go0skip0blocked\$\d/i);
    await expect(figures).toContainText('by us-east-1 list');
    await expect(dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toHaveText('1');
    await expect(dialog.getByRole('grid', { name: 'Every document of the plan' })).toContainText(
      'ThrottlingException',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialogsAreGone(page);
  });

  const rows = page.getByRole('grid', { name: 'Documents' }).getByRole('row');
  for (const place of [1, 2, 3]) await rows.nth(place).getByRole('checkbox').click();
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reprocess 3…', exact: true }).click();
  const reads = recordCalls(page, reading);
  await page.getByRole('button', { name: 'Start with 1 document' }).click();

  await itLands(page, 3);
  await openDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialogsAreGone(page);
  await theListsHaveFollowed(page, batch, failed - 3);
  // The job's reads already update the lists, so only the history of its runs, which it cannot know, is read.
  expect([...new Set(listNames(reads))]).toEqual(['executions.history']);

  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('tab', { name: 'Jobs' }).click();
  await theJobIsKept(page, batch, 3);
});

test('does the same by keyboard alone', async ({ console: { page } }) => {
  // Another tenant is used, so that the two tests do not wait for each other's documents.
  const batch = await aBatchFailedWith(page, 'kestrel', 'ModelTimeoutException');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  const groups = page.getByRole('region', { name: 'Failure groups' });
  const documents = Number(await groups.getByRole('listitem').first().locator('b').innerText());

  await page.keyboard.press('p');
  const start = page.getByRole('button', { name: 'Start with 1 document' });
  await expect(start).toBeVisible();
  await expect(openDialog(page)).toContainText(`Reprocess ${formatDocuments(documents)}`);
  await expect(page.locator('[role=dialog] :focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Brake now/ })).toBeFocused();

  await itLands(page, documents);
  await expect(page.locator('[role=dialog] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  // The page itself had the focus before the dialog and gets it back, so its keys work at once.
  await expect(page.getByRole('main')).toBeFocused();
  await theListsHaveFollowed(page, batch, countFailed(batch) - documents);

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Everyone' }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('grid', { name: 'Jobs' }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await theReceiptsAreThere(page, documents);
});

/** Waits for the first document and then for the others, each read back by its key. */
async function itLands(page: Page, documents: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Reprocess(?:ing|ed) / });
  const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.first()).toContainText('Step 1, 1: 1 fixed', untilFixed);
  await expect(dialog).toHaveAccessibleName(`Reprocessed ${formatDocuments(documents)}`, untilFixed);
  // A plan with one document has one step.
  await expect(steps.last()).toContainText(`${String(Math.max(1, documents - 1))} fixed`);
  await expect(dialog.getByRole('complementary', { name: 'The job' })).toContainText('fixed');
  await expect(dialog).toContainText('outcome read back by key');
}

/** Checks that the batch and its tenant's list show the state after the job without a reload. */
async function theListsHaveFollowed(page: Page, batch: Batch, left: number): Promise<void> {
  const legend = page.getByRole('region', { name: `Batch ${batch.batchId}` });
  await expect(legend).toContainText(`FAILED ${String(left)}`);
  // The job's runs are listed, each with its outcome and its iterations.
  await expect(legend).toContainText(/Run \d+\s*SUCCEEDED/);
  await expect(legend.getByRole('listbox', { name: /^Iterations of run/ })).toBeVisible();
  await expect(legend.getByRole('button', { name: 'Read again: the run had not ended' })).toHaveCount(0);
  if (left > 0) {
    await expect(page.getByRole('region', { name: 'Failure groups' })).toContainText(
      `${formatDocuments(left)}, `,
    );
  }
  const listed = page
    .getByRole('grid', { name: 'Documents' })
    .getByRole('checkbox', { name: /^Select (?!all |the )/ });
  await expect(listed).toHaveCount(left);
  const inList = page.getByRole('option', { name: new RegExp(batch.batchId) });
  // A batch without failures leaves the list of failed batches.
  if (left === 0) await expect(inList).toHaveCount(0);
  else await expect(inList).toContainText(`${String(left)} failed`);
}

/** The number of documents depends on the hour at which the sandbox was generated. */
function formatDocuments(count: number): string {
  return count === 1 ? '1 document' : `${String(count)} documents`;
}

async function theJobIsKept(page: Page, batch: Batch, documents: number): Promise<void> {
  const job = page.getByRole('grid', { name: 'Jobs' }).getByRole('row', { name: new RegExp(batch.batchId) });
  await expect(job).toContainText('Done');
  await expect(job).toContainText(`${String(documents)} fixed`);
  await job.getByText(`Reprocess ${formatDocuments(documents)}`).click();
  await theReceiptsAreThere(page, documents);
}

async function theReceiptsAreThere(page: Page, documents: number): Promise<void> {
  const receipts = openDialog(page).getByRole('grid', { name: 'Receipts' });
  await expect(receipts.getByRole('row')).toHaveCount(documents + 1);
  await expect(receipts.getByRole('row').nth(1)).toContainText(/SUCCEEDED|REVIEW_REQUIRED/);
}
