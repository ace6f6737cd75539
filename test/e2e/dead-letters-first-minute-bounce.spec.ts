import type { Page } from '@playwright/test';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import {
  heldRows,
  isForQuill,
  passUntil,
  pastTheRestart,
  queueList,
  findQueue,
  queuePane,
  sampleAll,
  readTitle,
  webhooks,
} from './dead-letters-world.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect } from './fixtures.ts';
import { test } from './moved-console.ts';
import type { MovedConsole } from './moved-console.ts';
import { actAs } from './review-world.ts';
import { answer } from './triage-world.ts';

// A message may name a document that no longer exists, and the browser logs that answer.
test.use({ isRefused: true });

test.beforeEach(async ({ console: { page }, world }) => {
  test.setTimeout(180_000);
  await actAs(page, 'admin');
  await pastTheRestart(page, world);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await queueList(page).getByRole('button', { name: webhooks }).click();
});

test('a ramp brakes automatically when messages come back, and the rest is still in the queue', async ({
  console: { page },
  world,
}) => {
  const queue = queuePane(page, webhooks);
  await sampleAll(page);
  const group = queue
    .getByRole('list', { name: 'Groups' })
    .getByRole('button', { name: /WebhookUnanswered/ });
  await group.click();
  await queue.getByRole('button', { name: 'Redrive group…' }).click();
  const started = page.waitForResponse(/\/call\/plans\.start$/);
  await page.getByRole('button', { name: 'Start with 1 message' }).click();
  const { value } = (await (await started).json()) as { readonly value: { readonly jobId: string } };
  await passUntil(world, async () => (await readTitle(page)).startsWith('Braked'));

  const job = openDialog(page).getByRole('complementary', { name: 'The job' });
  await expect(job).toContainText(
    /\d+ of \d+ sent, (?:\d+ processed, )?\d+ back in the queue with the same cause, \d+ not sent\./,
  );
  await expect(job).toContainText('nothing more starts after a failure in the first two steps');
  await expect(job).toContainText('Why they failed again');
  await expect(job).toContainText('WebhookUnanswered: No answer from https://hooks.quill.example');
  await expect(openDialog(page)).toContainText('Open the message in its queue, check the cause');

  const receipts = await readReceipts(page, value.jobId);
  const notSent = receipts.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const cameBack = receipts.filter(({ state }) => state === 'failed-again').map(({ id }) => id);
  expect(notSent.length).toBeGreaterThan(cameBack.length);
  await test.step('lists what was not sent', async () => {
    await openDialog(page)
      .getByRole('radio', { name: `Waiting ${String(notSent.length)}` })
      .check();
    await expect(
      openDialog(page).getByRole('grid', { name: 'Receipts' }).getByRole('row').nth(1),
    ).toContainText('WAITING');
  });
  await test.step('a person ends the job, and no follow-up remains', async () => {
    await job.getByRole('button', { name: 'End here' }).click();
    await expect(job).toContainText('Ended by Ines Halvorsen.');
    // The only button that is left opens the figures of the chart.
    await expect(job.getByRole('button')).toHaveAccessibleName('Figures of Sent');
    // No message is waiting any more, so the list shows those that came back.
    await expect(
      openDialog(page).getByRole('radio', { name: `Back in the queue ${String(cameBack.length)}` }),
    ).toBeChecked();
    await expect(
      openDialog(page).getByRole('grid', { name: 'Receipts' }).getByRole('row').nth(1),
    ).toContainText('BACK IN THE QUEUE');
    await expect(page.getByRole('button', { name: 'No jobs', includeHidden: true })).toHaveCount(1);
  });
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await expect(page.locator('main :focus')).toHaveCount(1);

  await test.step('the unsent messages are still in the queue, beside those that came back as new messages', async () => {
    await page.keyboard.press('u');
    await expect(queue).toContainText('none read');
    // SQS moves a message to the dead letters only after its last attempt has ended.
    await world.pass(90);
    await expect
      .poll(async () => (await findQueue(page, webhooks)).depth.waiting)
      .toBeGreaterThanOrEqual(notSent.length + cameBack.length);
    await sampleAll(page);
    const rows = await heldRows(page, webhooks);
    const there = new Set(rows.map(({ messageId }) => messageId));
    expect(notSent.filter((id) => !there.has(id))).toEqual([]);
    expect(cameBack.filter((id) => there.has(id))).toEqual([]);
    expect(rows.filter(({ returns }) => returns === 1)).toHaveLength(cameBack.length);
  });
});

test('a person who sees the first one fail stops the job by keyboard, and sees what was not sent', async ({
  console: { page },
  world,
}) => {
  const queue = queuePane(page, webhooks);
  await sampleAll(page);
  await test.step('sends three messages to an endpoint that is gone', async () => {
    await queue.getByRole('grid', { name: 'Sampled messages' }).focus();
    let chosen = 0;
    for (const row of await heldRows(page, webhooks)) {
      await page.keyboard.press('j');
      if (!isForQuill(row) || !(await unanswered(page)).has(row.fingerprint)) continue;
      await page.keyboard.press('x');
      chosen += 1;
      await expect(queue.getByText(`${String(chosen)} selected`, { exact: true })).toBeVisible();
      if (chosen === 3) break;
    }
  });
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Start with 1 message' })).toBeFocused();
  await page.keyboard.press('Enter');
  const receipts = openDialog(page).getByRole('grid', { name: 'Receipts' });
  await seen(world, page, /\d of 5 attempts failed: WebhookUnanswered/);
  await page.keyboard.press('Space');

  const job = openDialog(page).getByRole('complementary', { name: 'The job' });
  await expect(openDialog(page)).toHaveAccessibleName(/^Stopped: redriving 3 messages/);
  await expect(job).toContainText('1 of 3 sent, 1 not confirmed yet, 2 not sent.');
  await expect(job).toContainText('1 sent item is still finishing');
  await passUntil(world, async () => /back in the queue/.test(await job.innerText()));
  await expect(job).toContainText('1 of 3 sent, 1 back in the queue with the same cause, 2 not sent.');
  await expect(receipts).toContainText('BACK IN THE QUEUE');

  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await expect(page.locator('main :focus')).toHaveCount(1);
  await expect(queue.getByText('2 selected', { exact: true })).toBeVisible();
});

async function seen(world: MovedConsole, page: Page, words: RegExp): Promise<void> {
  const receipts = openDialog(page).getByRole('grid', { name: 'Receipts' });
  await passUntil(world, async () => words.test(await receipts.innerText()));
}

async function unanswered(page: Page): Promise<ReadonlySet<string>> {
  const groups = queuePane(page, webhooks).getByRole('list', { name: 'Groups' });
  const texts = await groups.getByRole('button', { name: /WebhookUnanswered/ }).allInnerTexts();
  return new Set(texts.map((text) => text.slice(0, 6)));
}

async function readReceipts(page: Page, jobId: string): Promise<readonly ItemReceipt[]> {
  const { receipts } = await answer<{ readonly receipts: readonly ItemReceipt[] }>(page, 'jobs.receipts', {
    jobId,
    offset: 0,
  });
  return receipts;
}
