import { batchSchema, type Batch } from '#shared/contract/pipeline-items.ts';
import type { Failure } from '#shared/contract/result.ts';
import { documentsInOneHistory } from '#shared/domain/pipeline-limits.ts';
import { expect } from './fixtures.ts';
import { test } from './moved-console.ts';
import { axeViolations } from './shell-axe.ts';
import { answer, failedDocuments, openBatch, refuse, worldIsOpen } from './triage-world.ts';

const unreadable: Failure = {
  code: 'aws-refused',
  message: 'Step Functions answered something else.',
  reference: 'ref-1',
  service: 'Step Functions',
  name: 'UnreadableAnswer',
};

test('leads from the timeline of a large batch to its documents, and from a document to its execution', async ({
  console: { page, url },
  world,
}) => {
  test.setTimeout(240_000);
  await worldIsOpen(page);
  const count = documentsInOneHistory + 1;
  await world.meanwhile({ does: 'submit', documents: count });
  await world.pass(60);
  const { rows } = await answer<{ readonly rows: readonly unknown[] }>(page, 'batches.byStatus', {
    tenantId: 'northwind',
    status: 'PROCESSING',
    pageSize: 100,
  });
  const batch = rows.map((row): Batch => batchSchema.parse(row)).find((row) => row.documentCount === count);
  if (batch === undefined) throw new Error('The large batch is not at work.');

  await refuse(page, 'executions.children', unreadable);
  await openBatch(page, url, batch);
  await expect(page.getByRole('heading', { name: 'Map run' })).toBeVisible();
  await expect(page.getByText("Couldn't load the executions")).toBeVisible();
  await page.unroute('**/call/executions.children');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('601 documents, 10 at once')).toBeVisible();
  const running = page.getByRole('grid', { name: 'Running executions' });
  await expect(running.getByRole('row').nth(10)).toBeAttached();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Executions of documents' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /^Succeeded/ }).press('Enter');
  const succeeded = page.getByRole('grid', { name: 'Succeeded executions' });
  await expect(succeeded.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText(/^25 read, of at least \d+$/)).toBeAttached();
  await succeeded.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=doc-/);

  const [failed] = await failedDocuments(page, batch);
  if (failed === undefined) throw new Error('The broken document has not failed.');
  await page.goto(
    `${url}/triage?tenant=northwind&batch=${batch.batchId}&document=${failed.documentId}&look=stages`,
  );
  await page.getByRole('button', { name: 'Find its execution' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Copy Execution' })).toBeVisible();
  // The execution says SUCCEEDED of a document that has failed.
  await expect(page.getByText('The execution succeeded, since it marked its document FAILED.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // Its own execution has a history, whose events open with their data.
  await page.getByRole('button', { name: 'Show its events' }).press('Enter');
  await expect(page).toHaveURL(/child=/);
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  const events = drawer.getByRole('grid', { name: 'Events' });
  await expect(events.getByRole('row').nth(3)).toBeVisible();
  await events.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const event = drawer.getByRole('region', { name: 'Event', exact: true });
  await expect(event).toContainText('ExecutionStarted');
  await expect(event.getByRole('region', { name: 'Input' })).toContainText(failed.documentId);
  await page.reload();
  await expect(event).toContainText('ExecutionStarted');
  expect(await axeViolations(page)).toEqual([]);
});
