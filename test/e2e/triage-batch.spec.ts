import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, looking, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';
import { aFailedBatch, recordCalls, listNames, openBatch, refuse } from './triage-world.ts';

looking(
  'a batch is there after three reads and who works on it, and the rest waits until it is asked for',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    const calls = recordCalls(page, /^(?:batches|documents|executions|explorer)\./);
    await openBatch(page, url, batch);
    await expect(page.getByRole('region', { name: 'Failure groups' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Map iterations' })).toBeVisible();
    // The list of its neighbours belongs to another view, which reads it in the background.
    await expect.poll(() => listNames(calls).filter((one) => one === 'batches.byStatus').length).toBe(1);
    const behind = new Set(['batches.byStatus', 'batches.listWork']);
    const own = listNames(calls).filter((one) => !behind.has(one));
    expect(own.toSorted()).toEqual([
      'batches.byId',
      'batches.readWork',
      'documents.byStatus',
      'executions.history',
    ]);

    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await expect.poll(() => calls.at(-1)?.operation).toBe('batches.deliveries');
    await page.getByRole('tab', { name: 'Item' }).click();
    await expect.poll(() => calls.at(-1)?.operation).toBe('explorer.ask');
    await expect(page.getByRole('tree', { name: 'Item as JSON' })).toContainText(batch.batchId);
  },
);

test('plans a group, selects documents and opens one, by keyboard alone', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  const groups = page.getByRole('region', { name: 'Failure groups' });
  const first = groups.getByRole('listitem').first();
  const size = /\d+/.exec(await first.locator('b').innerText())?.[0] ?? '';

  await page.keyboard.press('p');
  const dialog = openDialog(page);
  await expect(dialog).toContainText(`Reprocess ${size} document`);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await first.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/group=[0-9a-f]{6}/);
  await page.getByRole('button', { name: `Select all ${size}` }).press('Enter');
  await expect(page.getByText(`${size} selected`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/group=/);

  await page.getByRole('grid', { name: 'Documents' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
  await page.goBack();
  await expect(page.getByText(`${size} selected`)).toBeVisible();
});

looking(
  'a selection survives the tab it was made in, and says where it is',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    await openBatch(page, url, batch);
    const grid = page.getByRole('grid', { name: 'Documents' });
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/selected=/);

    await page.getByRole('radio', { name: /^REVIEW/ }).check({ force: true });
    await expect(page.getByText('2 selected, 2 in other tabs or groups')).toBeVisible();

    // A link may carry ids of documents that have not been read here.
    await page.reload();
    await expect(page.getByText('2 selected, 2 on pages not read')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(page).not.toHaveURL(/selected=/);
  },
);

test('redrive and reprocess are offered side by side, each with its reason', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await page.getByRole('button', { name: 'Execution' }).click();
  const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
  const redrive = drawer.getByRole('region', { name: 'Redrive' });
  const reprocess = drawer.getByRole('region', { name: 'Reprocess' });
  await expect(redrive).toContainText('this same execution');
  await expect(reprocess).toContainText('new run');
  await expect(redrive.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await expect(redrive).toContainText('It has succeeded');
  expect(await axeViolations(page)).toEqual([]);
  await reprocess.getByRole('button').click();
  await expect(openDialog(page)).toContainText('Reprocess');
});

looking(
  'what cannot be read is said, with what was not done and the next step',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    const reference = '7f3c-0001';
    await refuse(page, 'batches.byId', {
      code: 'not-found',
      message: 'No item has this key.',
      what: 'batch',
      reference,
    });
    await page.goto(`${url}/triage?tenant=northwind&batch=batch-01JC9Q4V8M7T`);
    await expect(page.getByText('Batch not found')).toBeVisible();
    await page.unroute('**/call/batches.byId');

    await refuse(page, 'batches.byId', {
      code: 'tenant-out-of-scope',
      message: 'Your persona does not include it.',
      tenantId: 'quill',
      reference,
    });
    await page.goto(`${url}/triage?batch=${batch.batchId}`);
    await expect(page.getByRole('alert')).toContainText('quill is not one of your tenants');
    await page.unroute('**/call/batches.byId');

    await refuse(page, 'documents.byStatus', {
      code: 'throttled',
      message: 'DynamoDB asked for a slower pace 8 times.',
      attempts: 8,
      reference,
    });
    await page.goto(`${url}/triage?tenant=northwind&batch=${batch.batchId}`);
    const documents = page.getByRole('region', { name: 'Documents' });
    await expect(documents.getByRole('alert')).toContainText('The table is too busy');
    await page.unroute('**/call/documents.byStatus');
    await documents.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid', { name: 'Documents' }).getByRole('row').nth(1)).toBeVisible();
  },
);

for (const theme of ['dark', 'light'] as const) {
  looking(`the page is clean for axe, ${theme}, wide and narrow`, async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    await page.emulateMedia({ colorScheme: theme });
    await openBatch(page, url, batch);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('tab', { name: 'Cost' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Cost' }).click();
    await expect(page.getByRole('region', { name: 'Cost so far' })).toContainText('Prices:');
    expect(await axeViolations(page)).toEqual([]);
  });
}
