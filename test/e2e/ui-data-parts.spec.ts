import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Locator, Page } from '@playwright/test';
import { expect, looking as test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('a split moves by keyboard and stops at both minimums', async ({ console: { page, url } }) => {
  const handle = (await openSection(page, url, 'panes')).getByRole('separator', {
    name: 'Width of the batch list',
  });
  await expect(handle).toHaveAttribute('aria-valuenow', '280');
  await handle.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuenow', '296');
  await expect(page.locator('#panes')).toContainText('296 pixels are kept for next time.');
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', '180');
  await handle.press('End');
  await expect(handle).toHaveAttribute('aria-valuenow', (await handle.getAttribute('aria-valuemax')) ?? '');
});

test('a split follows the pointer', async ({ console: { page, url } }) => {
  const handle = (await openSection(page, url, 'panes')).getByRole('separator', {
    name: 'Width of the batch list',
  });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not drawn');
  await page.mouse.move(box.x, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuenow', '340');
});

test('the JSON tree folds, moves and copies by keyboard, with masks on', async ({
  console: { page, url },
}) => {
  const section = await openSection(page, url, 'json');
  const tree = section.getByRole('tree');
  await expect(tree).toContainText('"uploadedBy":masked, e-mail');
  await expect(tree).toContainText('90071992547409931234567890.12');
  await expect(tree).toContainText('// 22 Nov 2026');
  const lines = tree.getByRole('treeitem', { name: /lines/ });
  await expect(lines).toHaveAttribute('aria-expanded', 'false');
  await lines.click();
  await page.keyboard.press('ArrowRight');
  await expect(lines).toHaveAttribute('aria-expanded', 'true');
  await expect(tree.getByRole('treeitem', { name: '140 more, show the next' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(lines).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('c');
  await expect(section.getByRole('status')).toHaveText('Copied');
});

test('receipts that do not fit are counted and listed', async ({ console: { page, url } }) => {
  const section = await openSection(page, url, 'receipts');
  const more = section.getByRole('button', { name: /^\+\d more$/ });
  await expect(more).toHaveText('+4 more');
  await more.click();
  const list = page.getByRole('dialog', { name: 'Receipts of this view' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
});

test('masked values are revealed one at a time', async ({ console: { page, url } }) => {
  const section = await openSection(page, url, 'key-values');
  await section.getByRole('button', { name: 'Reveal Uploaded by' }).click();
  await expect(section).toContainText('mo@northwind.example');
  await expect(section).toContainText('masked, signed address');
});

test('a chart can be read by keyboard, has its figures in a table, and leaves gaps empty', async ({
  console: { page, url },
}) => {
  const section = await openSection(page, url, 'stacked-bars');
  const plot = section.getByRole('application', { name: /Sample throughput/ });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await expect(section.getByText('16:00 to 16:59').last()).toBeVisible();
  const row = section.getByRole('row', { name: /00:00 to 00:59/ });
  await expect(row.getByRole('cell')).toHaveText(['no data', 'no data', 'no data']);
  // The content security policy allows no style element, so nothing may try to create one.
  expect(await page.locator('style').count()).toBe(0);
});

for (const theme of ['dark', 'light'] as const) {
  test(`tables, trees and charts have no axe violation with their parts in use: ${theme}`, async ({
    console: { page, url },
  }) => {
    test.slow();
    const table = await openSection(page, url, 'big-table', `?theme=${theme}`);
    await table.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('x');
    await page.keyboard.press('Home');
    await page.locator('#json').getByRole('treeitem', { name: /lines/ }).click();
    await page.locator('#stacked-bars').getByRole('application').waitFor();
    await page.evaluate(axe);
    const violations = await page.evaluate(
      async (include) => {
        const { axe: inPage } = window as unknown as { axe: typeof Axe };
        const found = await inPage.run({ include }, { resultTypes: ['violations'] });
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      },
      parts.map((id) => [`#${id}`]),
    );
    expect(violations).toEqual([]);
  });
}

const parts = [
  'data-table',
  'table-states',
  'big-table',
  'figures',
  'stacked-bars',
  'lines',
  'chart-loading',
  'panes',
  'receipts',
  'key-values',
  'json',
];

async function openSection(page: Page, url: string, id: string, search = ''): Promise<Locator> {
  await page.goto(`${url}/gallery/index.html${search}#${id}`);
  const section = page.locator(`#${id}`);
  await section.waitFor();
  return section;
}
