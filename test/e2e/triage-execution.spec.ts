import type { Page } from '@playwright/test';
import type { Execution, ExecutionEvent } from '#shared/contract/executions.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { axeViolations } from './shell-axe.ts';
import { aFailedBatch, failedBatches, failedDocuments, openBatch } from './triage-world.ts';

test('the events of an execution are read, opened and compared by keyboard', async ({
  console: { page, url },
}) => {
  test.setTimeout(90_000);
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await page.getByRole('button', { name: 'Execution' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  await drawer.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
  const events = drawer.getByRole('grid', { name: 'Events' });
  await expect(events.getByRole('row').nth(5)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await drawer.getByRole('combobox', { name: 'State' }).press('Enter');
  await page.getByRole('option', { name: 'Textract' }).press('Enter');
  await events.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/execution=events/);
  await expect(page).toHaveURL(/event=\d+/);
  const event = drawer.getByRole('region', { name: 'Event', exact: true });
  await expect(event).toContainText('TaskStateEntered');
  const input = event.getByRole('region', { name: 'Input' });
  await expect(input).toContainText(/bytes|KiB/);
  await expect(input).toContainText(batch.batchId);
  await input.getByRole('searchbox').fill('documentId');
  await expect(input).toContainText(/1 of \d+ lines/);
  await input.getByRole('combobox', { name: 'Compare with' }).press('Enter');
  await page.getByRole('option', { name: 'Output of this state' }).press('Enter');
  await expect(input).toContainText(/\d+ the same/);
  expect(await axeViolations(page)).toEqual([]);

  // The row after it opens as the cursor moves there.
  await events.focus();
  await page.keyboard.press('j');
  await expect(event).toContainText('TaskScheduled');
  await expect(event).toContainText('The sandbox keeps no logs.');

  // The address alone opens the same event.
  await page.reload();
  await expect(event).toContainText('TaskScheduled');
  await drawer.getByRole('tab', { name: 'Attempts' }).click();
  await expect(drawer.getByRole('tabpanel')).toContainText(/events read|None|No task/);
  expect(await axeViolations(page)).toEqual([]);
});

test('an event of a document is compared with the same event of another run', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  const again = [];
  for (const batch of await failedBatches(page, 'northwind')) {
    const [failed] = await failedDocuments(page, batch);
    if (failed !== undefined && (batch.run ?? 0) > 1 && failed.run === batch.run) again.push(batch);
  }
  const [batch] = again;
  if (batch === undefined) throw new Error('No failed batch of northwind has two runs.');
  const run = batch.run ?? 0;
  await openBatch(page, url, batch);
  await page.getByRole('button', { name: 'Execution' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  await drawer.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
  const events = drawer.getByRole('grid', { name: 'Events' });
  await expect(events.getByRole('row').nth(5)).toBeVisible();
  await drawer.getByRole('combobox', { name: 'State' }).press('Enter');
  await page.getByRole('option', { name: 'Textract' }).press('Enter');
  await events.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const input = drawer
    .getByRole('region', { name: 'Event', exact: true })
    .getByRole('region', { name: 'Input' });
  await input.getByRole('combobox', { name: 'Compare with' }).press('Enter');
  await page.getByRole('option', { name: `Run ${String(run - 1)}` }).press('Enter');
  // The same document entered the same state in both runs, so only the number of the run differs.
  await expect(input).toContainText(/1 value differs, \d+ the same\./);
  await expect(input.getByRole('row', { name: /^run/ })).toHaveText(`run${String(run)}${String(run - 1)}`);
  expect(await axeViolations(page)).toEqual([]);
});

test('a document leads to its iteration of the execution, and back', async ({ console: { page, url } }) => {
  test.setTimeout(90_000);
  const batch = await aFailedBatch(page);
  const [failed] = await failedDocuments(page, batch);
  if (failed === undefined) throw new Error('No document has failed.');
  const place = `tenant=northwind&batch=${batch.batchId}&document=${failed.documentId}&look=stages`;
  await page.goto(`${url}/triage?${place}`);
  await page.getByRole('button', { name: 'Show its events' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  await expect(drawer.getByRole('button', { name: `Only ${failed.documentId}` })).toBeVisible();
  const events = drawer.getByRole('grid', { name: 'Events' });
  await expect(events.getByRole('row').nth(1)).toContainText('MapIterationStarted');
  await events.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Open the document' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`document=${failed.documentId}`));
  await expect(drawer).toBeHidden();
});

test('a document that is found after its batch was left does not open', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch, '&part=timeline');
  const other = page
    .getByRole('option', { name: /batch-/ })
    .filter({ hasNotText: batch.batchId })
    .first();
  await expect(other).toBeVisible();
  const answer = hold();
  await page.route('**/call/executions.documents', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  const iterations = page.getByRole('listbox', { name: /^Iterations of run/ });
  await iterations.press('Home');
  await iterations.press('Enter');
  await expect(page.getByText(/^Finding the document of iteration/)).toBeVisible();
  await other.click();
  await expect(page).not.toHaveURL(new RegExp(batch.batchId));
  const place = page.url();
  const answered = page.waitForResponse('**/call/executions.documents');
  answer.end();
  await (await answered).finished();
  // The page has drawn what the answer changed.
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
  expect(page.url()).toBe(place);
});

test('after a redrive that fails again the execution tells the new failure', async ({
  console: { page, url },
}) => {
  test.setTimeout(90_000);
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await fails(page, { error: 'States.Timeout', redriveCount: 0, stoppedAt: '2026-11-20T10:00:00.000Z' });
  const open = page.getByRole('button', { name: 'Execution' });
  await open.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  await expect(drawer).toContainText('with States.Timeout');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // A redrive keeps the number of the run, and adds its events to the same history.
  await page.unroute('**/call/executions.*');
  await fails(page, { error: 'States.Runtime', redriveCount: 1, stoppedAt: '2026-11-20T11:00:00.000Z' });
  await open.press('Enter');
  await expect(drawer.getByRole('definition').filter({ hasText: /^once$/ })).toBeVisible();
  await expect(drawer).toContainText('with States.Runtime');
});

/** Makes the host tell of an execution that its run has failed. */
async function fails(
  page: Page,
  { error, ...end }: Pick<Execution, 'redriveCount' | 'stoppedAt'> & { readonly error: string },
): Promise<void> {
  await page.route('**/call/executions.*', async (route) => {
    const response = await route.fetch();
    const said = (await response.json()) as { value: { events?: readonly ExecutionEvent[] } };
    const events = said.value.events?.map((event) =>
      event.type === 'ExecutionSucceeded' ? { ...event, type: 'ExecutionFailed', error } : event,
    );
    const value =
      events === undefined ? { ...said.value, ...end, status: 'FAILED' } : { ...said.value, events };
    await route.fulfill({ response, json: { ...said, value } });
  });
}
