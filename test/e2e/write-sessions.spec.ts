import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { Failure } from '#shared/contract/result.ts';
import { dialogsAreGone, openDialog, openPalette } from './dialogs.ts';
import { expect, shellIsThere, test as base } from './fixtures.ts';
import { productionName, startProduction } from './production-world.ts';
import type { Production } from './production-world.ts';
import { axeViolations } from './shell-axe.ts';
import { aBatchFailedWith, answer, documentsAreThere, paste } from './triage-world.ts';

const why = `${productionName} is open read-only: production is locked. Unlock it for writing first.`;

const test = base.extend<{ host: Production }>({
  // Playwright reads fixture names from this pattern, so it must be there though empty.
  // oxlint-disable-next-line no-empty-pattern
  host: async ({}, use) => {
    const host = await startProduction();
    await use(host);
    await host.stop();
  },
});

test.use({ at: '/activity', isRefused: true });

test.beforeEach(async ({ console: { page } }) => {
  test.setTimeout(150_000);
  await adminIsKnown(page);
});

test('production is locked, is unlocked for a while by keyboard alone, and locked again', async ({
  console: { page, home },
  host: { queue },
}) => {
  const band = page.getByRole('region', { name: 'Environment' });

  await test.step('locked: the page says so, and the gate refuses every write', async () => {
    await expect(band).toContainText(/production.*read-only session/i);
    expect(await axeViolations(page)).toEqual([]);
    expect(await requestMove(page, queue)).toMatchObject({
      code: 'read-only',
      message: `${why} Nothing was done.`,
    });
  });

  await test.step('the dialog shows an error in place, and gives the focus back', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(band.getByRole('button', { name: 'Unlock for writing' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = openDialog(page);
    const reason = dialog.getByLabel('Reason or ticket');
    await expect(reason).toBeFocused();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(reason).toHaveAccessibleDescription(
      'Enter a reason of at least 3 characters, such as a ticket.',
    );
    await page.keyboard.type('INC-2254');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('radio', { name: '30 min' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('radio', { name: '15 min' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('northern prod');
    await page.keyboard.press('Enter');
    const name = dialog.getByLabel(`Type ${productionName} to unlock it`);
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(
      `“northern prod” does not match. Type ${productionName} exactly.`,
    );
    // The environment stays visible while the dialog is open, though it cannot be reached.
    await expect(page.locator('[aria-label=Environment]')).toContainText('read-only session');
    await name.fill(productionName);
    await page.keyboard.press('Enter');
    await dialogsAreGone(page);
  });

  await test.step('unlocked: shows for how long and why, and the gate allows writes', async () => {
    await expect(band).toContainText(/production.*writable for 15 min.*INC-2254/i);
    await expect(band.getByRole('button', { name: 'Lock now' })).toBeFocused();
    await expect(page.getByText(`${productionName} is writable until`)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(await requestMove(page, queue)).toBeNull();
  });

  await test.step('locked again at once, and announced', async () => {
    await page.keyboard.press('Enter');
    await expect(band).toContainText('read-only session');
    await expect(band.getByRole('button', { name: 'Unlock for writing' })).toBeFocused();
    await expect(page.getByText(`${productionName} is read-only again`)).toBeVisible();
    expect(await requestMove(page, queue)).toMatchObject({ code: 'read-only' });
  });

  await test.step('the palette offers the same, and only what is possible', async () => {
    const field = await openPalette(page);
    await field.fill('lock now');
    await expect(page.getByRole('option', { name: /^Lock now/ })).toHaveCount(0);
    await field.fill('unlock');
    await page.getByRole('option', { name: /^Unlock for writing/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect(openDialog(page)).toHaveAccessibleName('Unlock for writing');
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  });

  expect(audited(home)).toEqual([
    'dead-letters.move read-only',
    'connections.unlock ok INC-2254 15',
    'dead-letters.move ok',
    'connections.lock ok',
    'dead-letters.move read-only',
  ]);
});

test('the remaining time counts down, and the end is announced in advance', async ({ console: { page } }) => {
  const band = page.getByRole('region', { name: 'Environment' });
  await page.clock.install({ time: Date.now() });
  await unlock(page);
  await expect(band).toContainText('writable for 30 min');
  const begun = page.getByText(`${productionName} is writable until`);
  await begun.waitFor();
  await page.clock.fastForward('00:10');
  await expect(begun).toHaveCount(0);
  await page.clock.fastForward('27:40');
  await page.clock.runFor(15_000);
  await expect(band).toContainText('writable for 2 min');
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told).toContainText(`${productionName} locks in 2 min`);
  await told.getByText('Extend').click();
  await expect(openDialog(page)).toHaveAccessibleName('Extend write access');
  await expect(openDialog(page)).toContainText('replacing what is left');
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.clock.fastForward('01:25');
  await expect(band).toContainText(/writable for [1-3]?\d s/);
});

test('a plan cannot be started while production is locked, and a running one continues when it locks again', async ({
  console: { page },
}) => {
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await paste(page, batch.batchId);
  await documentsAreThere(page);
  await page
    .getByRole('button', { name: /^Reprocess all \d+|^Reprocess \d+…/ })
    .first()
    .click();
  const dialog = openDialog(page);
  await expect(dialog).toContainText(`This plan can't be started. ${why} This plan can't be started.`);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await unlock(page);
  await page
    .getByRole('button', { name: /^Reprocess all \d+|^Reprocess \d+…/ })
    .first()
    .click();
  await dialog.getByLabel(/^Type the environment/).fill('production');
  const count = dialog.getByLabel(/^and the count, \d+/);
  await count.fill(/\d+$/.exec((await readLabel(count)) ?? '')?.[0] ?? '');
  await dialog.getByRole('button', { name: /^Start/ }).click();
  await expect(dialog.getByRole('button', { name: /^Brake now/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('region', { name: 'Environment' })).toContainText('read-only session');

  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('tab', { name: 'Jobs' }).click();
  const jobs = page.getByRole('grid', { name: 'Jobs' });
  await expect(jobs.getByRole('row').nth(1)).toContainText(/done/i, { timeout: 90_000 });
});

test('a request for one connection is not sent to another that a second window opens', async ({
  console: { page },
}) => {
  await page.getByRole('button', { name: 'Unlock for writing' }).click();
  await openDialog(page).getByLabel('Reason or ticket').fill('INC-2254');
  await answer(page, 'connections.open', { connectionId: 'local' });
  await expect(page.getByRole('region', { name: 'Environment' })).toContainText(/local sandbox/i);
  await answer(page, 'connections.open', { connectionId: 'northern' });
  await expect(page.getByRole('button', { name: 'Unlock for writing' })).toBeVisible();
  await dialogsAreGone(page);
});

/** Waits for the role, because every role is missing until the pipeline API has answered. */
async function adminIsKnown(page: Page): Promise<void> {
  await shellIsThere(page);
  await expect(page.getByRole('button', { name: /Ines Halvorsen|Admin/ }).first()).toBeVisible();
}

async function unlock(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock for writing' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Reason or ticket').fill('INC-2254');
  await dialog.getByLabel(`Type ${productionName} to unlock it`).fill(productionName);
  await dialog.getByRole('button', { name: 'Unlock for 30 min' }).click();
  await dialogsAreGone(page);
}

/** Calls the host directly, past every button that would prevent it. */
async function requestMove(page: Page, queue: string): Promise<Failure | null> {
  const { queues } = await answer<Queues>(page, 'dead-letters.queues', {});
  const waiting = queues.find(({ name }) => name === queue)?.queue?.depth.waiting;
  const input = {
    queue,
    perSecond: 1,
    reason: 'INC-2254',
    typed: { environment: 'production', count: String(waiting) },
  };
  return page.evaluate(async (body) => {
    const response = await fetch('/call/dead-letters.move', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const result = (await response.json()) as { failure?: Failure };
    return result.failure ?? null;
  }, JSON.stringify({ input }));
}

function readLabel(field: Locator): Promise<string | null> {
  return field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? null);
}

interface Line {
  readonly kind: string;
  readonly operation: string;
  readonly reference: string;
  readonly code?: string;
  readonly ids?: Readonly<Record<string, string>>;
}

/** Returns the audited attempts and their outcomes, in order. */
function audited(home: string): readonly string[] {
  const folder = join(home, 'audit');
  const lines = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Line);
  const watched = /^(?:dead-letters\.move|connections\.(?:un)?lock)$/;
  return lines
    .filter(({ kind, operation }) => kind === 'intent' && watched.test(operation))
    .map(({ operation, reference, ids = {} }) => {
      const outcome = lines.find((line) => line.kind === 'outcome' && line.reference === reference);
      const said = operation === 'connections.unlock' ? [ids['reason'], ids['minutes']] : [];
      return [operation, outcome?.code, ...said].join(' ');
    });
}
