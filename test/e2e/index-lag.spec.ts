import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './moved-console.ts';
import { command, inTriage, waiting } from './review-world.ts';
import { aFailedBatch, answer, failedDocuments, worldIsOpen } from './triage-world.ts';

const lagging = [{ id: 'lag', kind: 'index-lag', ms: 5_000 }] as const;
const apart = 250;
const looks = 24;

test('a reprocessed batch leaves the failed ones in every window at once, even after a reload, while indexes are 5 s behind', async ({
  console: { page, url },
  world,
}) => {
  await worldIsOpen(page);
  const batch = await aFailedBatch(page);
  const { tenantId, projectId, batchId } = batch;
  const documentIds = (await failedDocuments(page, batch)).map(({ documentId }) => documentId);
  const other = await page.context().newPage();
  const failed = `${url}/triage?tenant=${tenantId}&status=FAILED`;
  for (const window of [page, other]) {
    await window.goto(failed);
    await expect(findRow(window, batchId)).toBeVisible({ timeout: 20_000 });
  }
  await world.meanwhile({ does: 'trouble', rules: lagging });
  const target = { kind: 'reprocess' as const, tenantId, projectId, batchId, documentIds };
  const plan = await command(page, 'plans.make', { target });
  await command(page, 'plans.start', {
    planId: plan.planId,
    hash: plan.hash,
    reason: 'Again',
  });
  const statusOf = async (): Promise<string> =>
    (await answer<{ readonly status: string }>(page, 'batches.read', { tenantId, projectId, batchId }))
      .status;
  await expect.poll(statusOf).not.toBe('FAILED');
  // The timeout covers the push from the main process to a window.
  await expect(findRow(page, batchId)).toHaveCount(0, { timeout: 1_000 });
  await expect(findRow(other, batchId)).toHaveCount(0, { timeout: 1_000 });

  let isAnew = false;
  for (let look = 0; look < looks; look += 1) {
    if (look % 8 === 2) {
      await other.goto(failed);
      await expect(other.getByRole('option').first()).toBeVisible();
      isAnew = true;
    }
    for (const window of [page, other]) {
      const standing = await readStatus(window, batchId);
      if (standing === null || standing.includes('index catching up')) continue;
      // Some of its documents fail again within seconds, and then the batch really has failed.
      expect(await statusOf(), `look ${look}`).toBe('FAILED');
    }
    await page.waitForTimeout(apart);
  }
  expect(isAnew).toBe(true);
});

test('a decided document leaves the queue of every reviewer at once', async ({
  console: { page, url },
  world,
}) => {
  await worldIsOpen(page);
  await command(page, 'session.actAs', { personaId: 'reviewer' });
  const row = (await waiting(page, { tenantId: 'northwind' })).find(
    ({ claimedBy, whyNot, step }) => claimedBy === null && whyNot === null && step === 'first',
  );
  if (row === undefined) throw new Error('Nothing waits.');
  const { tenantId, projectId, batchId, documentId, fileName } = row;
  const key = { tenantId, projectId, batchId, documentId };
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(`${url}/review?tenant=${tenantId}`);
    await expect(inQueue(window, fileName)).not.toHaveCount(0, { timeout: 30_000 });
  }
  const before = await inQueue(page, fileName).count();
  await world.meanwhile({ does: 'trouble', rules: lagging });
  const read = (await command(page, 'review.read', key)) as { readonly version: number };
  const claimed = (await command(page, 'review.claim', { ...key, version: read.version })) as Outcome;
  await command(page, 'review.decide', {
    ...key,
    version: claimed.outcome.version,
    decision: 'reject',
    corrections: [],
    reason: 'It cannot be read',
    intentKey: 'intent-of-this-test',
    seconds: 3,
  });
  expect((await inTriage(page, key)).status).not.toBe('REVIEW_REQUIRED');
  await expect(inQueue(page, fileName)).toHaveCount(before - 1, { timeout: 1_000 });
  await expect(inQueue(other, fileName)).toHaveCount(before - 1, { timeout: 1_000 });
  for (let look = 0; look < looks; look += 1) {
    if (look % 8 === 2) {
      await other.reload();
      await expect(other.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
    }
    expect(await inQueue(page, fileName).count(), `look ${look}`).toBe(before - 1);
    expect(await inQueue(other, fileName).count(), `look ${look}, the other window`).toBe(before - 1);
    await page.waitForTimeout(apart);
  }
});

interface Outcome {
  readonly outcome: { readonly version: number };
}

function findRow(page: Page, batchId: string) {
  return page.getByRole('option').filter({ hasText: batchId });
}

function inQueue(page: Page, fileName: string | null) {
  return page.getByRole('row').filter({ hasText: fileName ?? '' });
}

async function readStatus(page: Page, batchId: string): Promise<string | null> {
  const row = findRow(page, batchId);
  return (await row.count()) === 0 ? null : row.first().innerText();
}
