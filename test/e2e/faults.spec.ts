import type { Locator, Page } from '@playwright/test';
import { openCosts } from './costs-world.ts';
import { queueList } from './dead-letters-world.ts';
import { openDownloads, stripIsRead } from './downloads-world.ts';
import { askExample } from './explorer-questions.ts';
import { pageHasSeen } from './monitor-world.ts';
import { expect, shellIsThere } from './fixtures.ts';
import { test } from './moved-console.ts';
import { openToday, todayIsRead } from './today-world.ts';
import { aFailedBatch, failedDocuments, openBatch, worldIsOpen } from './triage-world.ts';

/** A fifth of all calls to AWS is throttled, and a twentieth is answered with a 500. */
const quarter = [
  { id: 'slower', kind: 'throttle', share: 0.2 },
  { id: 'broken', kind: 'server-error', share: 0.05 },
] as const;
const allSlower = [{ id: 'slower', kind: 'throttle', service: 'dynamodb' }] as const;

const trouble = /asked for a slower pace|problem is on its side|could not be (?:reached|read)|too busy/;

test('every page fills in while a quarter of all calls to AWS fail, and none claims that something is missing', async ({
  console: { page, url },
  world,
}) => {
  test.setTimeout(240_000);
  await worldIsOpen(page);
  const batch = await aFailedBatch(page);
  const [document] = await failedDocuments(page, batch);
  await world.meanwhile({ does: 'trouble', rules: quarter });
  const main = page.getByRole('main');
  const isWell = async (): Promise<void> => {
    await expect(main.getByRole('alert')).toHaveCount(0);
    await expect(main).not.toContainText(trouble);
  };

  await openToday(page, url);
  await todayIsRead(page);
  await isWell();

  await openTriage(page, url);
  await isWell();
  await openBatch(page, url, batch);
  await isWell();
  const { tenantId, batchId } = batch;
  const documentId = document?.documentId ?? '';
  await page.goto(`${url}/triage?tenant=${tenantId}&batch=${batchId}&document=${documentId}`);
  await expect(main.getByRole('tab', { name: /^Passport/ })).toBeVisible();
  await isWell();

  await page.goto(`${url}/dead-letters`);
  await expect(queueList(page).getByRole('listitem')).toHaveCount(3);
  await isWell();

  await openDownloads(page, url);
  await stripIsRead(page);
  await isWell();

  await askExample(page, `${url}/explorer?system=extraction&pattern=batchesByStatus`);
  await isWell();

  await page.goto(`${url}/monitor`);
  await pageHasSeen(page);
  await isWell();

  await openCosts(page, url);
  // Costs of all tenants are sums that the pipeline has kept, so nothing is metered.
  await expect(page.getByRole('status').filter({ hasText: /^Runs that ended until/ })).toBeVisible();
  await isWell();

  // Reviewers have a different page.
  await page.getByRole('button', { name: /^Working as/ }).click();
  await page.getByRole('menuitemradio', { name: /Teo Lindqvist/ }).click();
  await page.goto(`${url}/review?tenant=northwind`);
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 40_000 });
  await isWell();
});

test('a request by AWS to slow down is shown beside its answer', async ({
  console: { page, url },
  world,
}) => {
  await worldIsOpen(page);
  const batch = await aFailedBatch(page);
  const rules = [
    { ...allSlower[0], operation: 'Query', mentions: `BATCH#${batch.batchId}#STATUS`, times: 3 },
  ];
  await world.meanwhile({ does: 'trouble', rules });
  await openBatch(page, url, batch);
  await expect(page.getByRole('main')).toContainText('DynamoDB said “slower” 3 times before it answered');
});

test.describe('when AWS refuses everything', () => {
  test.use({ isRefused: true });

  test('keys still work while AWS only answers “slower”, and one press repairs the errors shown', async ({
    console: { page, url },
    world,
  }) => {
    await worldIsOpen(page);
    await world.meanwhile({ does: 'trouble', rules: allSlower });
    await page.goto(`${url}/triage?tenant=northwind`);
    await shellIsThere(page);
    // The list still waits for seconds.
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page).toHaveURL(/\/settings/, { timeout: 2_000 });
    await page.goBack();
    const main = page.getByRole('main');
    const again = main.getByRole('button', { name: 'Try again' });
    await expect(again.first()).toBeVisible({ timeout: 30_000 });
    await expect(main).toContainText(/slower pace 8 times/);
    await world.meanwhile({ does: 'trouble', rules: [] });
    await again.first().click();
    await expect(batchList(page).getByRole('option').first()).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });
});

function batchList(page: Page): Locator {
  return page.getByRole('listbox', { name: /^Batches of/ });
}

async function openTriage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/triage?tenant=northwind`);
  await expect(batchList(page).getByRole('option').first()).toBeVisible({ timeout: 30_000 });
}
