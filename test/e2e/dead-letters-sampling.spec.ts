import type { Page } from '@playwright/test';
import type { Queues, Sample } from '#shared/contract/dead-letters.ts';
import { expect, test } from './fixtures.ts';
import { answer, recordCalls, listNames, worldIsOpen } from './triage-world.ts';

const documents = /^autowired-documents-dlq/;
const webhooks = /^autowired-webhooks-dlq/;
const receives = /^dead-letters\.(?:sample|release|hold)$/;

// A message may name a document that no longer exists, and the browser logs that answer.
test.use({ isRefused: true });

test('nothing is received until the button is pressed, and its effect is shown first', async ({
  console: { page },
}) => {
  const calls = recordCalls(page, /^dead-letters\./);
  await deadLetters(page, documents);
  const queue = queuePane(page, documents);
  await expect(queue).toContainText('none read');
  await expect(queue).toContainText(
    'raises their receive count and hides them from other readers, and from an alarm on waiting messages, for 5 min, or until you leave',
  );
  // The number of discarded messages comes from files of this machine.
  expect(new Set(listNames(calls))).toEqual(
    new Set(['dead-letters.queues', 'dead-letters.held', 'dead-letters.discarded']),
  );
  const before = await findQueue(page, documents);

  await page.keyboard.press('n');
  await expect(queue).toContainText('Sampling counts as a receive.');
  await expect(queue).toContainText('These 10 messages were received at');
  await expect(queue).toContainText(/hidden from other readers for 4 min \d+ s more/);
  await expect(queue.getByText(/^10 of about \d+$/)).toBeVisible();
  await expect(list(page).getByRole('button', { name: documents })).toContainText('10 held here');
  const after = await findQueue(page, documents);
  expect((after.depth.inFlight ?? 0) - (before.depth.inFlight ?? 0)).toBe(10);

  await test.step('switching to another queue and back does not receive a held list again', async () => {
    const more = recordCalls(page, receives);
    await page.keyboard.press('Shift+Q');
    await expect(queuePane(page, webhooks)).toBeVisible();
    await page.keyboard.press('q');
    await expect(queue.getByText(/^10 of about \d+$/)).toBeVisible();
    expect(listNames(more)).toEqual([]);
  });

  await test.step('the messages are given back when the page is left', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Costs' }).click();
    await expect
      .poll(
        async () => (await readHeld(page, after.name)) === null && (await findQueue(page, documents)).depth,
      )
      .toEqual(before.depth);
    await page.goBack();
    await expect(queue).toContainText('none read');
  });
});

test('groups, the selection and the open message follow the keys', async ({ console: { page } }) => {
  await deadLetters(page, documents);
  const queue = queuePane(page, documents);
  await queue.getByRole('combobox', { name: 'How many' }).click();
  await page.getByRole('option', { name: '100', exact: true }).click();
  await queue.getByRole('button', { name: 'Sample 100' }).click();
  const groups = queue.getByRole('list', { name: 'Groups' });
  await expect(groups.getByRole('button').first()).toBeVisible();

  const first = groups.getByRole('button').first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/group=[0-9a-f]+/);
  const rows = queue.getByRole('grid', { name: 'Sampled messages' }).getByRole('row');
  // The header is a row too.
  await expect.poll(() => rows.count()).toBeGreaterThan(2);

  await queue.getByRole('grid').focus();
  for (const key of ['j', 'x', 'j', 'x', 'Enter']) await page.keyboard.press(key);
  await expect(queue.getByText('2 selected', { exact: true })).toBeVisible();
  const message = page.getByRole('region', { name: 'Message', exact: true });
  await expect(message).toBeVisible();
  const opened = new URL(page.url()).searchParams.get('message');
  await page.keyboard.press('j');
  await expect.poll(() => new URL(page.url()).searchParams.get('message')).not.toBe(opened);

  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await expect(queue.getByText('2 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(/^Gave back \d+ messages/)).toBeVisible();
  await expect(queue).toContainText('none read');
});

test('Back from a message’s link restores what was held and selected', async ({ console: { page } }) => {
  await deadLetters(page, webhooks);
  const queue = queuePane(page, webhooks);
  await queue.getByRole('button', { name: 'Sample 10', exact: true }).click();
  const rows = queue.getByRole('grid', { name: 'Sampled messages' }).getByRole('row');
  await expect(rows.nth(10)).toBeVisible();
  await queue.getByRole('grid').focus();
  for (const key of ['j', 'x', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'Linked batch' })).toBeVisible();
  const calls = recordCalls(page, receives);
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/triage\?.*batch=/);
  await expect(page.getByText('10 messages stay held')).toBeVisible();
  await page.goBack();
  await expect(queue.getByText('1 selected', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(11);
  expect(listNames(calls)).toEqual([]);
  // Leaving for another page releases the messages.
  await page.getByRole('navigation').getByRole('link', { name: 'Today' }).click();
  await expect.poll(() => listNames(calls)).toContain('dead-letters.release');
});

test('a person who may not look or act sees why, and nothing is received', async ({ console: { page } }) => {
  await deadLetters(page, documents);
  const redrive = queuePane(page, documents).getByRole('button', { name: 'Redrive all…' });
  await expect(redrive).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Support can view' })).toBeVisible();

  const calls = recordCalls(page, /^dead-letters\./);
  await page.getByRole('button', { name: /Support$/ }).click();
  await page.getByRole('menuitemradio', { name: /Teo Lindqvist/ }).click();
  await expect(page.getByText('Requires the support or admin role')).toBeVisible();
  await page.getByRole('button', { name: /Reviewer$/ }).click();
  await page.getByRole('menuitemradio', { name: /Jonas Weir/ }).click();
  await expect(page.getByText('Requires access to all tenants')).toBeVisible();
  expect(listNames(calls)).toEqual([]);

  await page.getByRole('button', { name: 'Work as Ines Halvorsen, admin' }).click();
  await expect(redrive).not.toHaveAttribute('aria-disabled');
});

test('a link opens its queue, and says where a message that is not held may be', async ({
  console: { page, url },
}) => {
  const { name } = await findQueue(page, webhooks);
  await page.goto(`${url}/dead-letters?queue=${name}&message=0f1c7a52-61d3-4c0e-9b7e-d41a00c2f9aa`);
  const queue = queuePane(page, webhooks);
  await expect(queue).toContainText('Message 0f1c7a52 is not in this sample.');
  await queue.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`queue=${name}$`));

  await page.goto(`${url}/dead-letters?queue=absent-dlq`);
  await expect(page.getByText('No dead-letter queue absent-dlq in this connection')).toBeVisible();
});

async function deadLetters(page: Page, queue: RegExp): Promise<void> {
  await worldIsOpen(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dead letters' })).toBeVisible();
  // The page opens the queue that expires first, and which one that is depends on the time of day.
  await list(page).getByRole('button', { name: queue }).click();
}

function list(page: Page) {
  return page.getByRole('list', { name: 'Dead-letter queues' });
}

function queuePane(page: Page, name: RegExp) {
  return page.getByRole('region', { name: new RegExp(`^Queue ${name.source.slice(1)}`) });
}

async function findQueue(page: Page, name: RegExp) {
  const { queues } = await answer<Queues>(page, 'dead-letters.queues', {});
  const found = queues.find((one) => name.test(one.name))?.queue;
  if (found === null || found === undefined) throw new Error(`The sandbox has no queue ${String(name)}.`);
  return found;
}

async function readHeld(page: Page, queue: string): Promise<Sample | null> {
  return (await answer<{ readonly sample: Sample | null }>(page, 'dead-letters.held', { queue })).sample;
}
