import type { Page } from '@playwright/test';
import type { Receipt } from '#shared/contract/result.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import {
  aFailedBatch,
  recordCalls,
  documentsAreThere,
  countFailed,
  listNames,
  openBatch,
  paste,
} from './triage-world.ts';
import type { AskedCall } from './triage-world.ts';

const reading = /^(?:lookup|batches|documents|executions|tenants|projects|users|explorer\.ask)/;
const behind = ['batches.byStatus', 'batches.listWork', 'tenants.read'];
/** These keep on this machine what was opened, and ask nothing of AWS. */
const here = ['lookup.opened', 'lookup.noteOpened'];

test('a pasted batch id costs one query, and its page two more reads and who works on it', async ({
  console: { page },
}) => {
  const batch = await aFailedBatch(page);
  const calls = recordCalls(page, reading);
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  await expect(page.getByRole('heading', { name: 'Map iterations' })).toBeVisible();
  // The lists of its tenant belong to another view, which reads them in the background.
  await expect.poll(() => listNames(calls)).toEqual(expect.arrayContaining(behind));

  const asked = calls.filter(({ operation }) => ![...behind, ...here].includes(operation));
  const own = asked.filter(({ operation }) => operation !== 'batches.readWork');
  expect(asked.length - own.length).toBe(1);
  expect(listNames(own)).toEqual(['lookup.find', 'documents.byStatus', 'executions.history']);
  const [found, documents, history] = await readReceipts(own);
  expect(found).toMatchObject({ index: 'GSI3', pages: 1, items: 1 });
  expect(found?.rru).toBeLessThanOrEqual(1);
  expect(documents).toMatchObject({ index: 'GSI2', pages: 1, items: countFailed(batch) });
  expect(history).toMatchObject({ rru: 0, pages: 1 });
});

test('a list of batches costs one query a status and one for who works on them, and what was read costs none again', async ({
  console: { page, url },
}) => {
  const calls = recordCalls(page, /^batches\./);
  await page.goto(`${url}/triage?tenant=northwind`);
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 20_000 });
  for (const status of ['PROCESSING', 'REVIEW_REQUIRED', 'FAILED']) {
    await page.getByRole('tab', { name: new RegExp(`^${status}`) }).click();
    await expect(page.getByRole('tab', { name: new RegExp(`^${status} \\d+$`) })).toBeVisible();
  }
  const lists = calls.filter(({ operation }) => operation === 'batches.byStatus');
  expect(listNames(calls).toSorted()).toEqual([...listNames(lists), 'batches.listWork']);
  expect(lists).toHaveLength(3);
  for (const receipt of await readReceipts(lists)) expect(receipt).toMatchObject({ index: 'GSI2', pages: 1 });
});

test('a plan reads each document of its group once by key, and otherwise only their batch', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  const calls = recordCalls(
    page,
    /^(?:plans|lookup\.find|documents|executions|batches\.(?!byStatus|listWork))/,
  );
  await page.keyboard.press('p');
  await expect(openDialog(page).getByRole('region', { name: 'Plan summary' })).toBeVisible();
  expect(listNames(calls)).toEqual(['plans.make']);
  const plan = await valueOf<Plan>(calls[0]);
  const groups = page.getByRole('region', { name: 'Failure groups', includeHidden: true });
  const size = Number(await groups.locator('b').first().innerText());
  expect(size).toBeGreaterThan(10);
  expect(plan.items).toHaveLength(size);
  // The three calls are one BatchGetItem for the documents, the batch itself, and the tenants that have a
  // batch with its id.
  expect(plan.reads.calls).toBe(3);
  await expect(openDialog(page)).toContainText(
    `${String(size)} read in 3 calls, ${String(plan.reads.rru)} RRU`,
  );
});

test('the other parts of a batch are read once, on request', async ({ console: { page, url } }) => {
  const batch = await aFailedBatch(page);
  const opening = recordCalls(page, reading);
  await openBatch(page, url, batch);
  // The tenant's lists load after the batch, on a busy machine well after it.
  await expect.poll(() => listNames(opening), { timeout: 20_000 }).toEqual(expect.arrayContaining(behind));
  await quiet(page);
  const calls = recordCalls(page, reading);
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await expect.poll(() => listNames(calls)).toEqual(['batches.deliveries']);
  await page.getByRole('tab', { name: 'Timeline and cost' }).click();
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await quiet(page);
  expect(listNames(calls)).toEqual(['batches.deliveries']);
  await page.getByRole('button', { name: 'Execution' }).click();
  await expect.poll(() => listNames(calls)).toEqual(['batches.deliveries', 'executions.read']);
});

async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
}

async function readReceipts(calls: readonly AskedCall[]): Promise<readonly (Receipt | undefined)[]> {
  return Promise.all(calls.map(async (call) => (await saidTo(call)).receipt));
}

async function valueOf<T>(call: AskedCall | undefined): Promise<T> {
  if (call === undefined) throw new Error('It was not asked.');
  return (await saidTo(call)).value as T;
}

async function saidTo({
  request,
}: AskedCall): Promise<{ readonly value: unknown; readonly receipt?: Receipt }> {
  const response = await request.response();
  return (await response?.json()) as { readonly value: unknown; readonly receipt?: Receipt };
}
