import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/activity/messages.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { dialogsAreGone, openDialog, openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { command } from './review-world.ts';
import {
  aFailedBatch,
  failedBatches,
  failedDocuments,
  recordCalls,
  refuse,
  throttled,
} from './triage-world.ts';

/** Starts a job on one document of a batch, as another window of the same person would. */
async function startJob(page: Page, batch: Batch): Promise<string> {
  const { tenantId, projectId, batchId } = batch;
  const [document] = await failedDocuments(page, batch);
  const documentIds = [document?.documentId ?? ''];
  const target = { kind: 'reprocess' as const, tenantId, projectId, batchId, documentIds };
  const plan = await command(page, 'plans.make', { target });
  const started = { planId: plan.planId, hash: plan.hash, reason: 'Again' };
  return (await command(page, 'plans.start', started)).jobId;
}

async function writeNote(page: Page, { tenantId, projectId, batchId }: Batch, text: string): Promise<void> {
  const about = { is: 'batch' as const, tenantId, projectId, batchId };
  await command(page, 'activity.note', { about, text, intentKey: crypto.randomUUID() });
}

async function aBatchOfTenant(page: Page, tenantId: string): Promise<Batch> {
  const [batch] = await failedBatches(page, tenantId);
  if (batch === undefined) throw new Error(`The sandbox has no failed batch of ${tenantId}.`);
  return batch;
}

test('a link to another job opens it while the jobs are shown, and the cursor opens none', async ({
  console: { page, url },
}) => {
  test.slow();
  const [first, second] = [await aFailedBatch(page), await aBatchOfTenant(page, 'kestrel')];
  const jobs = [await startJob(page, first), await startJob(page, second)] as const;
  await page.goto(`${url}/activity?tab=jobs`);
  const grid = page.getByRole('grid', { name: 'Jobs' });
  await expect(grid).toContainText(first.batchId);

  // The cursor is no job that was opened.
  await grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/activity\?tab=jobs$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goBack();
  await expect(grid).toBeVisible();
  await expect(openDialog(page)).toHaveCount(0);

  for (const { batchId } of [first, second]) {
    const noted = page.waitForResponse('**/call/lookup.noteOpened');
    await grid.getByRole('row').filter({ hasText: batchId }).getByRole('gridcell').first().click();
    await expect(openDialog(page)).toContainText(batchId);
    await noted;
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  }
  // The palette has what was opened, and leads to it from its own page, too.
  for (const [jobId, { batchId }] of [
    [jobs[0], first],
    [jobs[1], second],
  ] as const) {
    await openPalette(page);
    await page.getByRole('option', { name: new RegExp(jobId) }).click();
    await expect(openDialog(page)).toContainText(batchId);
    await expect(page).toHaveURL(new RegExp(`job=${jobId}`));
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  }
});

test('a batch id that is typed is asked for once, and a filtered list reads no further pages', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  for (let note = 1; note <= 6; note += 1) await writeNote(page, batch, `Note ${note}`);
  // The list has more pages than the entries of one screen.
  await page.route('**/call/activity.list', async (route) => {
    const { input, ...rest } = route.request().postDataJSON() as { input: object };
    await route.continue({ postData: JSON.stringify({ ...rest, input: { ...input, pageSize: 2 } }) });
  });
  const asked = recordCalls(page, /^activity\.list$/);
  const grid = page.getByRole('grid', { name: messages.everyone.label });
  await page.goto(`${url}/activity?tenant=${batch.tenantId}&filter=Note+6`);
  await expect(grid).toContainText('Note 6');
  expect(asked).toHaveLength(1);

  await page.goto(`${url}/activity?tenant=${batch.tenantId}`);
  await expect(grid).toContainText('Note 1');
  const before = asked.length;
  const field = page.getByRole('textbox', { name: messages.everyone.batch });
  await field.pressSequentially(batch.batchId);
  await expect
    .poll(() => asked.at(-1)?.request.postDataJSON())
    .toMatchObject({
      input: { of: { is: 'batch', batchId: batch.batchId } },
    });
  const ofBatches = asked.slice(before).flatMap(({ request }) => {
    const { input } = request.postDataJSON() as { input: { of: { batchId?: string } } };
    return input.of.batchId ?? [];
  });
  expect(new Set(ofBatches)).toEqual(new Set([batch.batchId]));
});

test('the rows of one tenant are not shown as the answer about another', async ({
  console: { page, url },
}) => {
  const [first, second] = [await aFailedBatch(page), await aBatchOfTenant(page, 'kestrel')];
  await writeNote(page, first, 'A note on northwind');
  await writeNote(page, second, 'A note on kestrel');
  await page.goto(`${url}/activity?tenant=northwind`);
  const grid = page.getByRole('grid', { name: messages.everyone.label });
  await expect(grid).toContainText('A note on northwind');
  const answer = hold();
  await page.route('**/call/activity.list', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  const asked = page.waitForRequest('**/call/activity.list');
  await page
    .getByRole('group', { name: messages.everyone.filters })
    .getByRole('combobox')
    .nth(1)
    .press('Enter');
  await page.getByRole('option', { name: /kestrel/i }).press('Enter');
  expect((await asked).postDataJSON()).toMatchObject({ input: { of: { tenantId: 'kestrel' } } });
  await expect(grid).not.toContainText('A note on northwind');
  answer.end();
  await expect(grid).toContainText('A note on kestrel');
  await expect(grid).not.toContainText('A note on northwind');
});

test('the audit trail tells that it could not be read again, and keeps what it shows', async ({
  console: { page, url },
}) => {
  await writeNote(page, await aFailedBatch(page), 'A note');
  await page.goto(`${url}/activity?tab=audit`);
  const grid = page.getByRole('grid', { name: messages.audit.label });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await refuse(page, 'audit.read', throttled);
  await page.getByRole('button', { name: messages.audit.readAgain }).press('Enter');
  const note = page.getByText(throttled.message);
  await expect(note).toBeVisible();
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await page.unroute('**/call/audit.read');
  await page.getByRole('button', { name: messages.everyone.tryAgain }).press('Enter');
  await expect(note).toHaveCount(0);
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
});

test('the next page of the audit trail is asked for again after it could not be read', async ({
  console: { page, url },
}) => {
  await writeNote(page, await aFailedBatch(page), 'A note');
  let isRefused = true;
  await page.route('**/call/audit.read', async (route) => {
    const { input } = route.request().postDataJSON() as { input: { offset?: number } };
    if ((input.offset ?? 0) > 0 && isRefused) {
      return route.fulfill({ json: { ok: false, failure: throttled } });
    }
    const response = await route.fetch();
    const { value, ...rest } = (await response.json()) as { value: { total: number } };
    return route.fulfill({ response, json: { ...rest, value: { ...value, total: value.total + 500 } } });
  });
  await page.goto(`${url}/activity?tab=audit`);
  const note = page.getByText(throttled.message);
  await expect(note).toBeVisible();
  isRefused = false;
  const next = page.waitForRequest('**/call/audit.read');
  await page.getByRole('button', { name: messages.everyone.tryAgain }).press('Enter');
  // Only the page that is missing is read.
  expect(((await next).postDataJSON() as { input: { offset: number } }).input.offset).toBeGreaterThan(0);
  await expect(note).toHaveCount(0);
});
