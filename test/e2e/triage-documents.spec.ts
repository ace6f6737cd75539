import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { grouped } from '#shared/domain/formatting.ts';
import { openDialog } from './dialogs.ts';
import { expect, looking, shellIsThere, test } from './fixtures.ts';
import {
  aFailedBatch,
  recordCalls,
  documentsAreThere,
  failedBatches,
  listNames,
  openBatch,
} from './triage-world.ts';

const selectOne = /^Select (?!all |the )/;
const filterField = { name: /^Filter/ };

looking(
  'a shared link holds tab, filter and selection; Back leads to each place before',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    await openBatch(page, url, batch);
    await page.getByRole('grid', { name: 'Documents' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', filterField)).toBeFocused();
    await page.keyboard.insertText('carrier');
    await expect(page).toHaveURL(/filter=carrier/);
    await expect(page).toHaveURL(/selected=doc-/);
    const shared = page.url();

    await page.getByRole('grid', { name: 'Documents' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/document=doc-/);
    await page.goBack();
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
    await expect(page.getByText(/^1 selected/)).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(shared);
    await shellIsThere(other);
    await documentsAreThere(other);
    await expect(other.getByRole('textbox', filterField)).toHaveValue('carrier');
    await expect(other.getByText(/^1 selected/)).toBeVisible();
    await expect(other.getByRole('row', { selected: true })).toHaveCount(1);
    await other.close();
  },
);

test('keys move, select and extend, and the selection is announced', async ({ console: { page, url } }) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  const selected = page.getByRole('grid', { name: 'Documents' }).getByRole('row', { selected: true });
  // Nothing has the focus, so the page's main table handles the keys.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await expect(selected).toHaveCount(2);
  await page.getByRole('button', { name: 'Reprocess 2…', exact: true }).press('Enter');
  await expect(openDialog(page)).toContainText('2 read in 3 calls');
});

looking(
  'of ten thousand documents never more than a page ahead is read, and what is selected stays',
  async ({ console: { page, url } }) => {
    const batch = (await failedBatches(page, 'quill')).find(({ documentCount }) => documentCount === 10_000);
    if (batch === undefined) throw new Error('The sandbox has no batch of ten thousand documents.');
    const calls = recordCalls(page, /^documents\.ofBatch/);
    await openBatch(page, url, batch, '&documents=all');
    const grid = page.getByRole('grid', { name: 'Documents' });
    await expect(page.getByRole('radio', { name: 'All 10,000' })).toBeChecked();
    await settled(page);
    expect(calls).toHaveLength(1);

    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    for (const pages of [2, 3, 4]) {
      await page.keyboard.press('End');
      await expect(grid.getByText(`${String(pages * 100)} read`)).toBeVisible();
      await settled(page);
      expect(listNames(calls), 'one page for each time its end came into view').toHaveLength(pages);
    }
    await page.keyboard.press('x');
    await expect(page.getByText('2 of 10,000 selected', { exact: true })).toBeVisible();
    expect(await grid.getByRole('row').count()).toBeLessThan(100);
    // The figures come from the batch's own counters, so no documents are counted for them.
    await expect(page.getByRole('region', { name: `Batch ${batch.batchId}` })).toContainText(
      grouped(batch.counts.QUEUED ?? 0),
    );
  },
);

looking(
  'reading to the end stops when one leaves, and no page is paid for twice on return',
  async ({ console: { page, url } }) => {
    const batch = (await failedBatches(page, 'quill')).find(({ documentCount }) => documentCount === 10_000);
    if (batch === undefined) throw new Error('The sandbox has no batch of ten thousand documents.');
    const calls = recordCalls(page, /^documents\.ofBatch/);
    const gate = await addGate(page, '**/call/documents.ofBatch');
    await openBatch(page, url, batch, '&documents=all');
    const cost = page.getByRole('region', { name: 'Cost so far' });
    const readOthers = cost.getByRole('button', { name: /^Read the other/ });

    await readOthers.click();
    await expect.poll(() => calls.length).toBeGreaterThan(2);
    gate.close();
    await expect.poll(() => gate.waiting()).toBe(1);
    const asked = calls.length;
    await openFirstDocument(page);
    gate.open();
    await settled(page);
    expect(calls, 'the page that was asked for is the last one').toHaveLength(asked);

    await page.goBack();
    gate.close();
    await readOthers.click();
    await expect.poll(() => gate.waiting()).toBe(1);
    await openFirstDocument(page);
    await page.goBack();
    await readOthers.click();
    await settled(page);
    expect(calls).toHaveLength(asked + 1);
    gate.open();
    await expect.poll(() => calls.length).toBeGreaterThan(asked + 2);
    await cost.getByRole('button', { name: 'Stop' }).click();
    await expect(readOthers).toBeVisible();
    const pages = calls.map(({ request }) => request.postData());
    expect(new Set(pages).size, 'each page is asked for once').toBe(pages.length);
  },
);

looking('exports exactly what is shown', async ({ console: { page, url } }) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  const grid = page.getByRole('grid', { name: 'Documents' });
  const first = await grid.getByRole('checkbox', { name: selectOne }).first().getAttribute('aria-label');
  await page.keyboard.press('/');
  // The filter matches the first document and its neighbours by number, whatever their names are in this
  // world.
  await page.keyboard.insertText((first ?? '').replace(/^Select |\d{2}\.\w+$/g, ''));
  await expect(page.getByText(/^\d+ shown of the \d+ loaded$/)).toBeVisible();
  const names = await grid
    .getByRole('checkbox', { name: selectOne })
    .evaluateAll((boxes) =>
      boxes.map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', '')),
    );
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Documents' })
    .getByRole('button', { name: /^Export/ })
    .click();
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\n');
  expect(names.length).toBeGreaterThan(0);
  expect(lines).toHaveLength(names.length + 1);
  for (const [place, name] of names.entries()) expect(lines[place + 1]).toContain(name);
});

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
}

interface Gate {
  readonly close: () => void;
  readonly open: () => void;
  /** How many calls wait before the closed gate. */
  readonly waiting: () => number;
}

/** Lets calls through until it is closed; those of then wait until it is opened again. */
async function addGate(page: Page, calls: string): Promise<Gate> {
  let isClosed = false;
  let waiting: (() => void)[] = [];
  await page.route(calls, async (route) => {
    if (isClosed) await new Promise<void>((pass) => waiting.push(pass));
    await route.continue();
  });
  return {
    close: () => {
      isClosed = true;
    },
    open: () => {
      isClosed = false;
      for (const pass of waiting) pass();
      waiting = [];
    },
    waiting: () => waiting.length,
  };
}

async function openFirstDocument(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Documents' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
}
