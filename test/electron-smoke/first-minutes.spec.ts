import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  findQueue,
  heldRows,
  pastTheRestart,
  queueList,
  queuePane,
  webhooks,
} from '../e2e/dead-letters-world.ts';
import { dialogsAreGone, openDialog } from '../e2e/dialogs.ts';
import { isUsual } from '../e2e/review-kinds.ts';
import {
  acceptAll,
  actAs,
  decide,
  documentLike,
  formatAddress,
  inTriage,
  isYours,
  whatHappened,
} from '../e2e/review-world.ts';
import { aBatchFailedWith, countFailed, documentsAreThere, paste, worldIsOpen } from '../e2e/triage-world.ts';
import { origin, shellIsThere, test } from './desktop.ts';

// A job goes through the whole sandbox, whose documents and messages take their time.
const untilDone = { timeout: 90_000 };

test.beforeEach(() => {
  test.setTimeout(240_000);
});

test('support finds a failed batch by its id and reprocesses a group to proof of the fix', async ({
  start,
}) => {
  const page = await openedWindow(await start());
  await actAs(page, 'support');
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  const groups = page.getByRole('region', { name: 'Failure groups' });
  await expect(groups).toContainText('ThrottlingException');
  const count = Number(await groups.getByRole('listitem').first().locator('b').innerText());

  await page.keyboard.press('p');
  const begin = page.getByRole('button', { name: 'Start with 1 document' });
  await expect(begin).toBeVisible();
  await expect(openDialog(page).getByRole('region', { name: 'Plan summary' })).toContainText(
    /^\d+go0skip0blocked\$\d/i,
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Reprocess(?:ing|ed) / });
  const documents = count === 1 ? '1 document' : `${String(count)} documents`;
  await expect(dialog).toHaveAccessibleName(`Reprocessed ${documents}`, untilDone);
  await expect(dialog).toContainText('outcome read back by key');
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  // The batch shows what the job has read, without a reload.
  const left = countFailed(batch) - count;
  const shown = page.getByRole('region', { name: `Batch ${batch.batchId}` });
  await expect(shown).toContainText(left === 0 ? 'SUCCEEDED' : `FAILED ${String(left)}`);
});

test('a reviewer opens a waiting document with its page, checks it by keys and approves it', async ({
  start,
}) => {
  const page = await openedWindow(await start());
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isUsual, { tenantId: 'northwind' });
  await page.goto(`${origin}${formatAddress(document)}`);
  await isYours(page, document.fileName);
  // The page is drawn from the document's file, by a worker that the window's policy has to allow.
  await expect(page.locator('canvas').first()).toBeVisible();
  await acceptAll(page, document);
  await decide(page);
  await expect(page.getByRole('button', { name: `Undo ${document.fileName ?? ''}` }).first()).toBeVisible();
  await expect.poll(async () => (await inTriage(page, document)).status, untilDone).toBe('SUCCEEDED');
  expect(await inTriage(page, document)).toMatchObject({ decision: 'approve', reviewedBy: 'reviewer' });
  expect((await whatHappened(page, document)).at(-1)).toBe('approved');
});

test('an admin samples a dead-letter queue and sends one message back to proof that it was processed', async ({
  startOnAccount,
}) => {
  const desktop = await startOnAccount('admin');
  const page = await openedWindow(desktop);
  await pastTheRestart(page, desktop.account);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await queueList(page).getByRole('button', { name: webhooks }).click();
  const queue = queuePane(page, webhooks);
  const { waiting } = (await findQueue(page, webhooks)).depth;
  await expect(queue).toContainText(`About ${String(waiting)} messages, none read`);
  await queue.getByRole('combobox', { name: 'How many' }).click();
  await page.getByRole('option', { name: '1,000', exact: true }).click();
  await queue.getByRole('button', { name: 'Sample 1,000' }).click();
  await expect.poll(async () => (await heldRows(page, webhooks)).length).toBe(waiting);

  const group = queue.getByRole('list', { name: 'Groups' }).getByRole('button', { name: /WebhookRefused/ });
  const count = Number(/(\d+)\s*WebhookRefused/.exec(await group.innerText())?.[1]);
  await group.click();
  await queue.getByRole('button', { name: 'Redrive group…' }).click();
  await expect(openDialog(page)).toHaveAccessibleName(`Redrive ${String(count)} messages`);
  await page.getByRole('button', { name: 'Start with 1 message' }).click();
  const steps = openDialog(page).getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Step 1, 1: 1 processed', untilDone);
  await expect(openDialog(page)).toHaveAccessibleName(`Redrove ${String(count)} messages`, untilDone);
  await expect(openDialog(page).getByRole('complementary', { name: 'The job' })).toContainText(
    `${String(count)} of ${String(count)} sent, ${String(count)} processed.`,
  );
});

async function openedWindow({ page }: { readonly page: Page }): Promise<Page> {
  await shellIsThere(page);
  await worldIsOpen(page);
  return page;
}
