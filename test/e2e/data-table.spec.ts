import type { Locator, Page } from '@playwright/test';
import { expect, looking as test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

test.describe('the table', () => {
  test('moves, selects and extends by keyboard, and shows what is selected', async ({
    console: { page, url },
  }) => {
    const table = await openTable(page, url, 'data-table');
    const grid = table.getByRole('grid');
    const said = table.getByRole('status').first();
    await table.getByRole('button', { name: 'Clear selection' }).click();
    await grid.focus();
    await page.keyboard.press('Home');
    await expect(await activeRow(grid)).toContainText('0398');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(said).toHaveText('1 of the 12 loaded selected');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    await expect(said).toHaveText('3 of the 12 loaded selected');
    await expect(table.getByRole('checkbox', { name: 'Select all 12 loaded' })).toBeChecked({
      indeterminate: true,
    });
    await page.keyboard.press('k');
    await expect(await activeRow(grid)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.locator('#data-table')).toContainText('Opened inv-2026-11-0402.pdf');
    await page.keyboard.press('c');
    await expect(page.locator('#data-table')).toContainText('Copied inv-2026-11-0402.pdf');
  });

  test('filters the loaded rows and says so', async ({ console: { page, url } }) => {
    const table = await openTable(page, url, 'data-table');
    await table.getByRole('grid').focus();
    await page.keyboard.press('/');
    const field = table.getByRole('textbox', { name: 'Filter the 12 loaded' });
    await expect(field).toBeFocused();
    await page.keyboard.type('textract');
    await expect(table.getByRole('status').first()).toContainText('2 shown of the 12 loaded');
    await expect(table.getByRole('status').first()).toContainText('4 hidden by the filter');
    await page.keyboard.type('zzz');
    await expect(table).toContainText('None of the 12 loaded has “textractzzz” in a shown column.');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(table.getByRole('grid')).toBeFocused();
  });

  test('sorts by header, both ways and back', async ({ console: { page, url } }) => {
    const table = await openTable(page, url, 'data-table');
    const head = table.getByRole('columnheader', { name: 'Conf.' });
    const first = table.locator('[data-index="0"]');
    const sort = head.getByRole('button', { name: 'Conf.', exact: true });
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await sort.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(first).toContainText('0.41');
    await sort.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(first).toContainText('0.97');
    await sort.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expect(first).toContainText('0398');
  });

  test('exports exactly the columns and rows that are shown', async ({ console: { page, url } }) => {
    const table = await openTable(page, url, 'data-table');
    await table.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Stage' }).click();
    await page.keyboard.press('Escape');
    await expect(table.getByRole('columnheader', { name: 'Stage' })).toHaveCount(0);
    await table.getByRole('textbox').fill('FAILED');
    await table.getByRole('button', { name: 'Export the 6 shown' }).click();
    await expect(page.locator('#data-table')).toContainText('Exported 6 rows of 6 columns');
  });

  test('selects a range with the pointer', async ({ console: { page, url } }) => {
    const table = await openTable(page, url, 'data-table');
    await table.getByRole('button', { name: 'Clear selection' }).click();
    await table.getByRole('checkbox', { name: 'Select inv-2026-11-0398.pdf' }).click();
    await table
      .getByRole('checkbox', { name: 'Select inv-2026-11-0377.pdf' })
      .click({ modifiers: ['Shift'] });
    await expect(table.getByRole('status').first()).toHaveText('4 of the 12 loaded selected');
    await expect(table.getByRole('grid')).toBeFocused();
  });

  test('resizes a column by keyboard', async ({ console: { page, url } }) => {
    const table = await openTable(page, url, 'data-table');
    const head = table.getByRole('columnheader', { name: 'Group' });
    const before = await head.boundingBox();
    await head.getByRole('button', { name: 'Group' }).press('Shift+ArrowRight');
    await expect.poll(async () => (await head.boundingBox())?.width).toBe((before?.width ?? 0) + 16);
  });
});

test.describe('ten thousand rows', () => {
  test('keep the active row and the focus when that row is scrolled out of view', async ({
    console: { page, url },
  }) => {
    const table = await openTable(page, url, 'big-table');
    const grid = table.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '10001');
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('j');
    await grid.evaluate((element) => element.scrollTo({ top: 200_000 }));
    await expect(table.locator('[data-index="6250"]')).toBeVisible();
    await expect(await activeRow(grid)).toHaveAttribute('aria-rowindex', '3');
    await expect(grid).toBeFocused();
    await page.keyboard.press('j');
    await expect(await activeRow(grid)).toHaveAttribute('aria-rowindex', '4');
    await expect(await activeRow(grid)).toBeInViewport();
    await page.keyboard.press('End');
    await expect(await activeRow(grid)).toHaveAttribute('aria-rowindex', '10001');
    await expect(await activeRow(grid)).toBeInViewport();
  });

  test('reuse row elements, and each row shows its own content and selection', async ({
    console: { page, url },
  }) => {
    const table = await openTable(page, url, 'big-table');
    const grid = table.getByRole('grid');
    const box = (row: number) => table.locator(`[data-index="${row}"]`).getByRole('checkbox');
    await box(2).click();
    await expect(box(2)).toBeChecked();
    // Another row becomes active, because the table keeps the active row in the document.
    await table.locator('[data-index="5"]').click({ position: { x: 200, y: 16 } });
    await grid.evaluate((element) => element.scrollTo({ top: 200_000 }));
    await expect(table.locator('[data-index="6250"]')).toContainText('inv-2026-11-06250.pdf');
    await expect(table.locator('[data-index="2"]')).toHaveCount(0);
    await expect(grid.locator('tbody [aria-selected="true"]')).toHaveCount(0);
    await expect(grid.locator('tbody input:checked')).toHaveCount(0);
    // The table draws the rows around the view only once the scrolling rests.
    await expect(table.locator('[data-index="6244"]')).toBeAttached();
    const shown = await grid
      .locator('tbody tr[data-index]')
      .evaluateAll((rows) =>
        rows.map((row) => [row.getAttribute('data-index'), /-(\d{5})\.pdf/.exec(row.textContent)?.[1]]),
      );
    expect(shown.map(([, name]) => Number(name))).toEqual(shown.map(([index]) => Number(index)));
    expect(shown.map(([index]) => Number(index))).toEqual(
      shown.map(([index]) => Number(index)).toSorted((a, b) => a - b),
    );
    await grid.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(box(2)).toBeChecked();
    await expect(grid.locator('tbody input:checked')).toHaveCount(1);
  });
});

async function openTable(page: Page, url: string, id: string): Promise<Locator> {
  await page.goto(`${url}/gallery/index.html#${id}`);
  const section = page.locator(`#${id}`);
  await section.getByRole('grid').waitFor();
  return section;
}

async function activeRow(grid: Locator): Promise<Locator> {
  const id = await grid.getAttribute('aria-activedescendant');
  return grid.page().locator(`[id="${id}"]`);
}
