import { openPalette } from './dialogs.ts';
import { expect, looking, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import {
  aFailedBatch,
  answer,
  failedBatches,
  failedDocuments,
  listNames,
  openBatch,
  recordCalls,
} from './triage-world.ts';

looking(
  'a failed document is compared with a good one by keyboard, and its price is shown before',
  async ({ console: { page, url } }) => {
    test.setTimeout(150_000);
    const batch = await aFailedBatch(page);
    const [failed] = await failedDocuments(page, batch);
    const calls = recordCalls(page, /^documents\.(findGood|revealFields|reveal)$/);
    await openBatch(page, url, batch);
    await page.goto(`${page.url()}&document=${failed?.documentId ?? ''}`);
    await expect(page.getByRole('tab', { name: 'Compare' })).toBeVisible();
    await page.keyboard.press('c');
    const find = page.getByRole('button', { name: /^Find a good document, about \d+ RRU, at most \d+/ });
    await expect(find).toBeVisible();
    expect(listNames(calls)).toEqual([]);
    await expectClean(page, 'before the search');
    await find.press('Enter');
    const table = page.getByRole('table').last();
    await expect(table.getByRole('rowheader', { name: 'Status' })).toBeVisible();
    await expect(page.getByText(/^Same workflow/).first()).toBeVisible();
    expect(listNames(calls)).toEqual(['documents.findGood']);
    await expect(table.getByRole('row', { name: /^Status FAILED SUCCEEDED/ })).toContainText('differs');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('checkbox', { name: 'Only differences' }).press('Space');
    await page.getByRole('button', { name: 'Show all values of both' }).press('Enter');
    await expect(page.getByRole('button', { name: /^Show the value of/ })).toHaveCount(0);
    expect(listNames(calls)).toContain('documents.revealFields');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectClean(page, 'with values');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  },
);

looking(
  'a document that failed for its score is compared with a good one of the same supplier',
  async ({ console: { page, url } }) => {
    test.setTimeout(150_000);
    const batch = (await failedBatches(page, 'kestrel')).find(
      ({ workflowId }) => workflowId === 'inspection-forms',
    );
    if (batch === undefined) throw new Error('Kestrel has no failed batch of inspection forms.');
    const failed = (await failedDocuments(page, batch)).find(
      ({ error }) => error?.code === 'ConfidenceTooLow',
    );
    const document = failed?.documentId ?? '';
    await page.goto(`${url}/triage?tenant=kestrel&batch=${batch.batchId}&document=${document}&look=compare`);
    await page.getByRole('button', { name: /^Find a good document/ }).press('Enter');
    await expect(page.getByText('Same workflow and supplier')).toBeVisible();
    await expectClean(page, 'a good document of the same supplier');
  },
);

looking(
  'next and previous go through the list one came from, and Back leads to that list',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    test.setTimeout(150_000);
    const count = batch.counts.FAILED ?? 0;
    await openBatch(page, url, batch);
    const calls = recordCalls(page, /^documents\.(byStatus|ofBatch)$/);
    await page.getByRole('grid', { name: 'Documents' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`1 of ${String(count)}`, { exact: true }).last()).toBeVisible();
    const first = page.url();
    await page.keyboard.press('n');
    await expect(page.getByText(`2 of ${String(count)}`, { exact: true }).last()).toBeVisible();
    expect(page.url()).not.toBe(first);
    await page.getByRole('button', { name: 'Next document' }).press('Enter');
    await expect(page.getByText(`3 of ${String(count)}`, { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next document' })).toBeFocused();
    await page.keyboard.press('Shift+N');
    await expect(page.getByText(`2 of ${String(count)}`, { exact: true }).last()).toBeVisible();
    expect(listNames(calls)).toEqual([]);
    await expectClean(page, 'a failed document');
    await page.goBack();
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
    await expect(page).not.toHaveURL(/document=/);
  },
);

looking(
  'a link to a document reads its list only when the next one is asked for',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    const [failed] = await failedDocuments(page, batch);
    const calls = recordCalls(page, /^documents\.(byStatus|ofBatch)$/);
    const { tenantId, batchId } = batch;
    await page.goto(`${url}/triage?tenant=${tenantId}&batch=${batchId}&document=${failed?.documentId ?? ''}`);
    await expect(page.getByRole('button', { name: 'Read the list of documents' })).toBeVisible();
    expect(listNames(calls)).toEqual([]);
    await page.keyboard.press('n');
    await expect(page.getByRole('button', { name: 'Next document' })).toBeVisible();
    expect(listNames(calls)).toEqual(['documents.byStatus']);
  },
);

looking(
  'the next document after the loaded end is on a page that is read then',
  async ({ console: { page, url } }) => {
    const batch = (await failedBatches(page, 'quill')).find(({ documentCount }) => documentCount === 10_000);
    if (batch === undefined) throw new Error('The sandbox has no batch of ten thousand documents.');
    const { tenantId, batchId } = batch;
    const { rows } = await answer<{ rows: readonly { documentId: string }[] }>(page, 'documents.ofBatch', {
      tenantId,
      batchId,
      pageSize: 100,
    });
    const last = rows.at(-1)?.documentId ?? '';
    await page.goto(`${url}/triage?tenant=${tenantId}&batch=${batchId}&documents=all&document=${last}`);
    const calls = recordCalls(page, /^documents\.ofBatch$/);
    await page.getByRole('button', { name: 'Read the list of documents' }).press('Enter');
    await expect(page.getByText('100 of at least 100', { exact: true })).toBeVisible();
    expect(listNames(calls)).toHaveLength(1);
    await page.keyboard.press('n');
    await expect(page.getByText('101 of at least 200', { exact: true }).last()).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(last));
    expect(listNames(calls)).toHaveLength(2);
  },
);

looking(
  'all values are shown by one key and one entry in the audit trail',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    const { rows } = await answer<{ rows: readonly { documentId: string; status: string }[] }>(
      page,
      'documents.ofBatch',
      { tenantId: batch.tenantId, batchId: batch.batchId, pageSize: 100 },
    );
    const good = rows.find(({ status }) => status === 'SUCCEEDED');
    const calls = recordCalls(page, /^documents\.reveal/);
    await openBatch(page, url, batch);
    await page.goto(`${page.url()}&document=${good?.documentId ?? ''}`);
    const showAll = page.getByRole('button', { name: /^Show all \d+ values/ });
    await expect(showAll).toBeVisible();
    await page.keyboard.press('v');
    await expect(page.getByText(/^\d+ values shown, one entry in the audit trail/)).toBeVisible();
    await expect(page.getByText('masked')).toHaveCount(0);
    expect(listNames(calls)).toEqual(['documents.revealFields']);
    await expectClean(page, 'all values');
    await openPalette(page);
    await page.keyboard.insertText('compare');
    await expect(page.getByRole('option', { name: /Compare with a good document/ })).toBeVisible();
  },
);

looking(
  'a batch that failed without a failed document says why and leads on',
  async ({ console: { page, url } }) => {
    const { tenantId, batchId } = await aFailedBatch(page);
    const read = await answer<object>(page, 'batches.byId', { batchId, tenantId });
    const show = async (change: object) => {
      const value = { ...read, ...change };
      await page.route('**/call/batches.byId', (route) => route.fulfill({ json: { ok: true, value } }));
      await page.goto(`${url}/triage?tenant=${tenantId}&batch=${batchId}`);
    };
    await show({ counts: {}, received: 0, documentCount: 12, run: 0, runs: {}, execution: null });
    const why = page.getByRole('alert').filter({ hasText: 'None of its 12 files arrived' });
    await expect(why).toContainText('Ask for the missing files.');
    await expectClean(page, 'no file arrived');
    await page.unroute('**/call/batches.byId');
    await show({ counts: { SUCCEEDED: 240 }, documentCount: 240 });
    await expect(
      page.getByRole('alert').filter({ hasText: /^(Run 1|The execution of run 1)/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Show the (execution|deliveries)$/ }).press('Enter');
    await page.unroute('**/call/batches.byId');
  },
);

looking(
  'the chosen failure group shows its whole message with what differs marked',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    await openBatch(page, url, batch);
    const groups = page.getByRole('region', { name: 'Failure groups' });
    await groups.getByRole('listitem').first().getByRole('button').first().press('Enter');
    await expect(groups.locator('mark').first()).toBeVisible();
    await expect(groups.getByRole('button', { name: /^Copy the message of group/ })).toBeVisible();
    await expectClean(page, 'a chosen group');
  },
);
