import type { Locator, Page } from '@playwright/test';
import { messages } from '#renderer/features/monitor/messages.ts';
import { expect } from './fixtures.ts';
import { documentsQueue, look, pageHasSeen, passUntil } from './monitor-world.ts';
import { test } from './moved-console.ts';

const soon = { timeout: 20_000 };

test('a firing alarm notifies once, and a click on it opens the queue', async ({
  console: { page },
  world,
}) => {
  test.setTimeout(180_000);
  const queue = await documentsQueue(page);
  await world.meanwhile({ does: 'empty', queue });
  await passUntil(page, world, ({ alarms, deadLetters }) =>
    Boolean(
      deadLetters?.some((one) => one.queue === queue && one.depth === 0) &&
      alarms?.every(({ name, state }) => !name.startsWith(queue) || state !== 'ALARM'),
    ),
  );
  const before = (await look(page)).notices.length;
  await pageHasSeen(page);

  await world.meanwhile({ does: 'send', queue, body: '{"hello":"world"}' });
  await passUntil(page, world, ({ notices }) => notices.length > before);
  const told = toastWith(page, 'Open the queue');
  await told.hover(soon);
  await told.getByRole('button', { name: 'Open the queue' }).click();
  await expect(page).toHaveURL(new RegExp(`/dead-letters\\?queue=${queue}`));
  await expect(page.getByRole('region', { name: `Queue ${queue}` })).toBeVisible(soon);
  await expect(told).toHaveCount(0);

  // The alarm on the queue and the queue itself count as one event, whichever was seen first.
  await passUntil(page, world, ({ alarms, deadLetters }) =>
    Boolean(
      deadLetters?.some((one) => one.queue === queue && one.depth === 1) &&
      alarms?.some(({ name, state }) => name.startsWith(queue) && state === 'ALARM'),
    ),
  );
  const { notices } = await look(page);
  expect(notices.slice(before).map(({ place }) => place)).toEqual([{ desk: 'dead-letters', queue }]);
  await expect(told).toHaveCount(0);

  await test.step('a notice is not repeated on that page, neither there nor after a reload', async () => {
    await look(page);
    await page.reload();
    await pageHasSeen(page);
    await look(page);
    await expect(told).toHaveCount(0);
  });

  await test.step('Monitor lists it', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Monitor', exact: true }).click();
    const listed = page.getByRole('region', { name: messages.notices.title }).getByRole('listitem');
    await expect(listed).toHaveCount(notices.length, soon);
    await expect(told).toHaveCount(0);
  });
});

test('errors of the document processor link to the failed batches', async ({ console: { page }, world }) => {
  test.setTimeout(120_000);
  const quiet = (await look(page)).alarms?.find(
    ({ name, state }) => name.endsWith('-errors') && state !== 'ALARM',
  );
  if (quiet === undefined) throw new Error('The sandbox’s alarm on errors fires already.');
  await pageHasSeen(page);
  await world.meanwhile({ does: 'set', alarm: quiet.name, state: 'ALARM' });
  await look(page);
  const told = toastWith(page, 'Open the failed batches');
  await told.hover(soon);
  await told.getByRole('button', { name: 'Open the failed batches' }).click();
  await expect(page).toHaveURL(/\/triage/);
});

test('when notices are off, none appears, and Monitor still lists the alarm', async ({
  console: { page, url },
  world,
}) => {
  test.setTimeout(120_000);
  await page.goto(`${url}/settings?tab=monitoring`);
  await page.getByRole('switch', { name: 'Notices' }).uncheck();
  const quiet = (await look(page)).alarms?.find(({ state }) => state === 'OK');
  if (quiet === undefined) throw new Error('Every alarm of the sandbox fires.');
  await pageHasSeen(page);
  await world.meanwhile({ does: 'set', alarm: quiet.name, state: 'ALARM' });
  const { notices } = await look(page);
  // An unusual cost and a missed objective of the sandbox may be among them.
  expect(notices.filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
  await page.getByRole('navigation').getByRole('link', { name: 'Monitor', exact: true }).click();
  const told = page.getByRole('region', { name: messages.notices.title });
  await expect(told.getByRole('listitem').filter({ hasText: quiet.name })).toHaveCount(1, soon);
  await expect(toastWith(page, '')).toHaveCount(0);
});

/** A toast's buttons appear once the pointer or the focus is in it. */
function toastWith(page: Page, words: string): Locator {
  return page.locator('[role=dialog]:not([data-modal])').filter({ hasText: words });
}
