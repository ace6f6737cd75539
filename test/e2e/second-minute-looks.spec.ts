import type { Page } from '@playwright/test';
import { openDialog } from './dialogs.ts';
import { expect, looking, test } from './fixtures.ts';
import { expectLooks } from './shell-axe.ts';
import {
  aBatchFailedWith,
  aFailedBatch,
  choosePersona,
  documentsAreThere,
  failedBatches,
  failedDocuments,
  openBatch,
} from './triage-world.ts';

const small = { width: 1280, height: 720 };

looking.beforeEach(() => looking.setTimeout(240_000));

looking(
  'the events of an execution, one of them open, and the attempts',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    const place = `${url}/triage?tenant=northwind&batch=${batch.batchId}`;
    await page.goto(`${place}&execution=events`);
    const drawer = page.getByRole('dialog', { name: `Execution ${batch.batchId}-r` });
    const events = drawer.getByRole('grid', { name: 'Events' });
    await expect(events.getByRole('row').nth(5)).toBeVisible();
    await expectLooks(page, 'events');
    // The open event is in view, however far down it is.
    await page.setViewportSize(small);
    await page.goto(`${place}&execution=events&event=60`);
    await expect(drawer.getByRole('region', { name: 'Event', exact: true })).toContainText('Event 60');
    await expect(events.locator('tr[aria-current=true]')).toBeInViewport();
    await expectLooks(page, 'an open event');
    await drawer.getByRole('tab', { name: 'Attempts' }).click();
    await expect(drawer.getByRole('grid', { name: 'Attempts' })).toContainText('failed with');
    await expectLooks(page, 'attempts');
  },
);

looking('the dialogs of remedies', async ({ console: { page, url } }) => {
  const broken = await aBatchWith(page, 'BadDocumentException');
  // The dialog belongs to the group, which has another place on a wide page, so it is opened for each size.
  for (const size of [small, { width: 2560, height: 1440 }]) {
    await page.setViewportSize(size);
    await openBatch(page, url, broken);
    const group = page.getByRole('listitem').filter({ hasText: 'BadDocumentException' }).first();
    await group.getByRole('button', { name: /^Ask for a new file/ }).press('Enter');
    await expect(openDialog(page)).toContainText('Please export or scan them again');
    await expectThemes(page, 'asking for a new file');
    await page.keyboard.press('Escape');
    await group.getByRole('button', { name: /^Other actions/ }).press('Enter');
    await page.getByRole('menuitem', { name: /^Reprocess anyway/ }).press('Enter');
    await expect(openDialog(page)).toContainText('Cannot be undone.');
    await expectThemes(page, 'reprocessing anyway');
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(small);
  await openBatch(page, url, await aBatchWith(page, 'ConfidenceTooLow'));
  await page
    .getByRole('button', { name: /^Send \d+ to review…/ })
    .first()
    .press('Enter');
  await expect(openDialog(page)).toContainText('Cannot be undone.');
  await expectLooks(page, 'sending to review');
});

test('the Jobs tab with a job, and its row says what changed', async ({ console: { page, url } }) => {
  test.setTimeout(240_000);
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await openBatch(page, url, batch);
  await documentsAreThere(page);
  await page.keyboard.press('p');
  await openDialog(page)
    .getByRole('button', { name: /^Start with 1 document/ })
    .press('Enter');
  await expect(openDialog(page)).toContainText('Started by Mira Okafor.');
  await page.goto(`${url}/activity?tab=jobs`);
  const jobs = page.getByRole('grid').filter({ hasText: batch.batchId });
  await expect(jobs.getByRole('row').nth(1)).toContainText('Mira Okafor');
  await expectLooks(page, 'jobs');
});

test('who is held to one tenant is led to its activity', async ({ console: { page, url } }) => {
  test.setTimeout(150_000);
  await choosePersona(page, /Jonas Weir/);
  await page.goto(`${url}/activity`);
  await expect(page).toHaveURL(/tenant=northwind/);
  await expect(page.getByRole('grid', { name: 'What people did' }).getByRole('row').nth(1)).toBeVisible();
  await expectLooks(page, 'the activity of one tenant');
});

looking(
  'a deployment that keeps no activity says so where activity would be',
  async ({ console: { page, url } }) => {
    const why = 'The pipeline API of this connection keeps no activity, notes or owners.';
    const nothing = { entries: [], cursor: null, notKept: why };
    const noWork = { by: null, isMine: false, since: null, note: null, version: 0, notKept: why };
    await page.route('**/call/activity.list', (route) =>
      route.fulfill({ json: { ok: true, value: nothing } }),
    );
    await page.route('**/call/batches.readWork', (route) =>
      route.fulfill({ json: { ok: true, value: noWork } }),
    );
    await page.goto(`${url}/activity`);
    await expect(page.getByText(why)).toBeVisible();
    await expectLooks(page, 'no activity');
    await page.getByRole('button', { name: 'Show this machine' }).press('Enter');
    await expect(page.getByRole('tab', { name: 'This machine' })).toHaveAttribute('aria-selected', 'true');
    await page.setViewportSize(small);
    const batch = await aFailedBatch(page);
    await page.goto(`${url}/triage?tenant=northwind&batch=${batch.batchId}&part=activity`);
    await expect(page.getByText(why)).toBeVisible();
    await expect(page.getByRole('button', { name: /Not assigned/ })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Note for colleagues' })).toHaveCount(0);
    await expectLooks(page, 'a batch without activity');
  },
);

/** Returns a batch of which documents have failed with this code. */
async function aBatchWith(page: Page, code: string) {
  for (const tenant of ['northwind', 'kestrel', 'alder-finch']) {
    for (const batch of await failedBatches(page, tenant)) {
      const documents = await failedDocuments(page, batch);
      if (documents.some(({ error }) => error?.code === code)) return batch;
    }
  }
  throw new Error(`The sandbox has no batch with a document that failed with ${code}.`);
}

async function expectThemes(page: Page, what: string): Promise<void> {
  await expectLooks(page, what, [page.viewportSize() ?? small]);
}
