import { readFileSync } from 'node:fs';
import { askExample } from './explorer-questions.ts';
import { openPalette } from './dialogs.ts';
import { expect, looking as test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

const employees = 'system=hr&pattern=employeesOfOrg';

test('rows are selected by keyboard, and exactly two can be compared', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?system=funds&pattern=documentOverview`);
  const grid = page.getByRole('grid');
  await expect(grid).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 of the 10 loaded selected')).toBeVisible();
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await expect(compare).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 of the 10 loaded selected')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByText('2 of the 10 loaded selected')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  const names = await grid
    .getByRole('row', { selected: true })
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[1]?.textContent ?? ''));
  expect(names).toHaveLength(2);
  await compare.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Left' })).toContainText(names[0] ?? 'nothing');
  await expect(page.getByRole('combobox', { name: 'Right' })).toContainText(names[1] ?? 'nothing');
  await expect(page.getByRole('radio', { name: 'Compare' })).toBeFocused();

  await page.getByRole('radio', { name: 'Table' }).press('Space');
  await expect(page.getByText('2 of the 10 loaded selected')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(grid).toBeFocused();
  await expect(page.getByText('loaded selected')).toBeHidden();
});

test('only the selected rows are exported', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?${employees}`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Export selected' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export the 1 selected' });
  await expect(dialog).toContainText('in the order read');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const text = readFileSync(await (await downloading).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
});

test('rows that no longer answer the form say so, until it is asked again', async ({
  console: { page, url },
}) => {
  await askExample(page, `${url}/explorer?${employees}`);
  await expect(page.getByRole('grid')).toBeFocused();
  const changed = page.getByText('The form has changed since this answer.');
  await expect(changed).toBeHidden();
  const field = page.getByRole('textbox', { name: 'Organisation' });
  await field.fill('01HXZZ');
  await expect(changed).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await field.fill('01HXAA');
  await expect(changed).toBeHidden();
  await field.fill('01HXZZ');
  await page.getByRole('status').getByRole('button', { name: 'Ask' }).press('Enter');
  await expect(page.getByText('No items', { exact: true })).toBeVisible();
  await expect(changed).toBeHidden();

  await page.goBack();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);
  await expect(field).toHaveValue('01HXAA');
  await expect(changed).toBeHidden();
});

test('every answer is announced with its cost', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?${employees}`);
  const said = page.getByRole('status').filter({ hasText: /^2 items, 0\.5 RRU$/ });
  await expect(said).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Organisation' }).fill('01HXZZ');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status').filter({ hasText: /^No items, 0\.5 RRU$/ })).toHaveCount(1);
});

test('an item shown over its list makes the list unreachable, and J and K still move through it', async ({
  console: { page, url },
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await askExample(page, `${url}/explorer?${employees}`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const item = page.getByRole('region', { name: 'Item', exact: true });
  const name = item.getByRole('heading', { level: 2 });
  const first = (await name.textContent()) ?? '';
  await expect(page.locator('[inert] [role=grid]')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(name).not.toHaveText(first);
  await page.keyboard.press('Tab');
  expect(await item.evaluate((pane) => pane.contains(document.activeElement))).toBe(true);
  // The first Escape closes the button's tooltip.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeFocused();
});

test('the palette finds a question and opens its form', async ({ console: { page } }) => {
  await openPalette(page);
  await page.keyboard.type('jobs are open');
  const option = page.getByRole('option', { name: /^Explorer: Which jobs of this organisation are open\?/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/system=hr&pattern=openJobsOfOrg/);
  await expect(
    page.getByRole('heading', { name: 'Which jobs of this organisation are open?' }),
  ).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toBeFocused();
});

test('a question opened from the palette hears keys while the palette fades, and keeps the focus afterwards', async ({
  console: { page },
}) => {
  await openPalette(page);
  await page.keyboard.type('jobs are open');
  await expect(page.getByRole('option', { name: /^Explorer: Which jobs/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // A slow transition stands for a slow machine, where the palette is still there when the question opens.
  await page.evaluate(() => document.documentElement.style.setProperty('--t-fast', '3s'));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: 'Which jobs of this organisation are open?' }),
  ).toBeVisible();
  await page.keyboard.press('f');
  const field = page.getByRole('textbox', { name: 'Organisation' });
  await expect(field).toBeFocused({ timeout: 1_000 });
  await expect(page.locator('[data-modal]')).toHaveCount(0);
  await expect(field).toBeFocused();
});
