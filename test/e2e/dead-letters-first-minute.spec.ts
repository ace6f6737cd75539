import type { Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { recordCalls, listNames } from './triage-world.ts';
import {
  heldRows,
  isForQuill,
  passUntil,
  pastTheRestart,
  queueList,
  findQueue,
  queuePane,
  readTitle,
  webhooks,
} from './dead-letters-world.ts';
import { test } from './moved-console.ts';

// A message may name a document that no longer exists, and the browser logs that answer.
test.use({ isRefused: true });

const untilLanded = { timeout: 60_000 };

test.beforeEach(async ({ console: { page }, world }) => {
  test.setTimeout(180_000);
  await actAs(page, 'admin');
  await pastTheRestart(page, world);
});

test('redrives from a full queue to a group that has arrived, by mouse', async ({ console: { page } }) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  const inList = queueList(page).getByRole('button', { name: webhooks });
  await expect(inList).toContainText('ALARM');
  await inList.click();
  const queue = queuePane(page, webhooks);
  const { waiting } = (await findQueue(page, webhooks)).depth;
  expect(waiting).toBeGreaterThan(100);
  await expect(queue).toContainText(`About ${String(waiting)} messages, none read`);

  await queue.getByRole('combobox', { name: 'How many' }).click();
  await page.getByRole('option', { name: '1,000', exact: true }).click();
  await queue.getByRole('button', { name: 'Sample 1,000' }).click();
  await expect(inList).toContainText(/first message expires in (?:\d h )?\d+ (?:h|min)/);
  await expect(inList).toContainText(`${String(waiting)} held here`);
  const soon = (await heldRows(page, webhooks)).filter(
    ({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) - Date.now() < 9 * 3_600_000,
  );
  expect(soon.length).toBeGreaterThan(0);

  const group = queue.getByRole('list', { name: 'Groups' }).getByRole('button', { name: /WebhookRefused/ });
  const count = Number(/(\d+)\s*WebhookRefused/.exec(await group.innerText())?.[1]);
  expect(count).toBeGreaterThan(11);
  await group.click();
  await queue.getByRole('button', { name: 'Redrive group…' }).click();

  await test.step('the plan shows what will be sent, in which steps, and what a bounce means', async () => {
    const dialog = page.getByRole('dialog', { name: `Redrive ${String(count)} messages` });
    const figures = dialog.getByRole('region', { name: 'Plan summary' });
    await expect(figures).toHaveText(new RegExp(`^${String(count)}go0skip0blocked`, 'i'));
    const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await expect(steps).toHaveText(['1', '10', `rest, ${String(count - 11)}`]);
    await expect(dialog).toContainText('One message that comes back stops the job');
  });
  const receives = recordCalls(page, /^dead-letters\.(?:sample|release|hold)$/);
  await page.getByRole('button', { name: 'Start with 1 message' }).click();

  const steps = openDialog(page).getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Step 1, 1: 1 processed', untilLanded);
  await expect(steps.nth(1)).toContainText('Step 2, 10: 10 processed', untilLanded);
  await expect(openDialog(page)).toHaveAccessibleName(`Redrove ${String(count)} messages`, untilLanded);
  await expect(theJob(page)).toContainText(
    `${String(count)} of ${String(count)} sent, ${String(count)} processed.`,
  );
  // The job reads the outcome by key and does not receive any message for it.
  expect(listNames(receives)).toEqual([]);

  await openDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialogsAreGone(page);
  await expect(group).toHaveCount(0);
  await expect(inList).toContainText(`${String((waiting ?? 0) - count)} held here`);
  await expect(page.locator('main :focus')).toHaveCount(1);

  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('tab', { name: 'Jobs' }).click();
  const kept = page.getByRole('grid', { name: 'Jobs' }).getByRole('row', { name: webhooksAnywhere });
  await expect(kept).toContainText(`${String(count)} processed`);
});

test('does the same by keyboard alone, and one of twelve comes back', async ({
  console: { page },
  world,
}) => {
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { level: 1, name: 'Dead letters' })).toBeVisible();
  await goToWebhooksByKeys(page);
  const queue = queuePane(page, webhooks);
  await expect(queue).toContainText('none read');
  const order = await sampledWith(page, 11);
  await test.step('sends eleven whose cause has passed, and finally one whose endpoint is gone', async () => {
    let place = 0;
    for (const row of order) {
      await page.keyboard.press('j');
      if (!row.isChosen) continue;
      place += 1;
      await page.keyboard.press('x');
      await expect(queue.getByText(`${String(place)} selected`, { exact: true })).toBeVisible();
    }
  });
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: 'Redrive 12 messages' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start with 1 message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Brake now/ })).toBeFocused();

  const steps = openDialog(page).getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Step 1, 1: 1 processed', untilLanded);
  await expect(steps.nth(1)).toContainText('Step 2, 10: 10 processed', untilLanded);
  await expect(openDialog(page).getByRole('grid')).toContainText('NOT CONFIRMED YET');
  await passUntil(world, async () => (await readTitle(page)).startsWith('Redrove'));
  await expect(theJob(page)).toContainText(
    '12 of 12 sent, 11 processed, 1 back in the queue with the same cause.',
  );
  await expect(theJob(page)).toContainText('WebhookUnanswered: No answer from');
  await expect(page.locator('[role=dialog] :focus')).toHaveCount(1);

  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await test.step('the list has the focus again, and its keys work', async () => {
    await expect(page.locator('main :focus')).toHaveCount(1);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Message', exact: true })).toBeVisible();
  });
});

/** The queue that expires first is open, and Q goes down the list. */
async function goToWebhooksByKeys(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: /^Queue / })).toBeVisible();
  const queues = queueList(page).getByRole('button');
  await expect(queues.first()).toHaveAttribute('aria-current', 'true');
  const texts = await queues.allInnerTexts();
  const place = texts.findIndex((text) => webhooks.test(text));
  for (let pressed = 0; pressed < place; pressed += 1) await page.keyboard.press('q');
}

/** Samples ten messages at a time until there are enough of each kind, in the order of the list. */
async function sampledWith(page: Page, refused: number) {
  const groups = queuePane(page, webhooks).getByRole('list', { name: 'Groups' });
  const codes = new Map<string, string>();
  for (let held = 10; held <= 150; held += 10) {
    await page.keyboard.press('n');
    await expect.poll(async () => (await heldRows(page, webhooks)).length).toBe(held);
    const rows = await heldRows(page, webhooks);
    for (const text of await groups.getByRole('button').allInnerTexts()) {
      codes.set(text.slice(0, 6), /Webhook\w+/.exec(text)?.[0] ?? '');
    }
    const good = rows.filter((row) => codes.get(row.fingerprint) === 'WebhookRefused').slice(0, refused);
    const lastGood = good.at(-1);
    const after = rows.slice(lastGood === undefined ? rows.length : rows.indexOf(lastGood) + 1);
    const bad = after.find((row) => codes.get(row.fingerprint) === 'WebhookUnanswered' && isForQuill(row));
    if (good.length < refused || bad === undefined) continue;
    await expect(page.getByRole('grid', { name: 'Sampled messages' })).toBeVisible();
    return rows
      .slice(0, rows.indexOf(bad) + 1)
      .map((row) => ({ row, isChosen: row === bad || good.includes(row) }));
  }
  throw new Error('The sandbox has no such messages.');
}

const webhooksAnywhere = new RegExp(webhooks.source.slice(1));

function theJob(page: Page) {
  return openDialog(page).getByRole('complementary', { name: 'The job' });
}
