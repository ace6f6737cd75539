import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openCosts, openDesk } from './costs-world.ts';
import type { Desk } from './costs-world.ts';
import { openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

let desk: Desk;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, consoles }) => {
  test.setTimeout(120_000);
  desk = await openDesk(browser, consoles, 'admin');
});
test.afterAll(async () => {
  await desk.close();
});

test('shows the access patterns of any system, and calls a day can be tried by keyboard at 1× and 10×', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?view=patterns');
  await page.getByRole('radio', { name: 'Acme HR' }).press('Space');
  await expect(page).toHaveURL(/system=hr/);
  await chooseBook(page, /before 1 Nov 2024/);
  const together = page.getByRole('region', { name: 'Total costs' });
  await expect(together).toContainText('$0.0755');
  await expect(page.getByText('$0.25 per M read, $1.25 per M write')).toBeVisible();

  const table = page.getByRole('table', { name: 'Cost of each access pattern' });
  const sorted = table.getByRole('columnheader', { name: 'A day', exact: true });
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('row').nth(1)).toContainText('AP2');
  await sorted.getByRole('button').press('Enter');
  await expect(sorted).toHaveAttribute('aria-sort', 'none');
  await expect(table.getByRole('row').nth(1)).toContainText('AP1');

  const calls = page.getByRole('textbox', { name: /^Calls a day of AP1 / });
  await calls.press('ControlOrMeta+A');
  await page.keyboard.type('1,000,000');
  await expect(table.getByRole('row', { name: /^AP1 / })).toContainText('$0.1250');
  await page.getByRole('radio', { name: '10×' }).press('Space');
  await expect(table.getByRole('row', { name: /^AP1 / })).toContainText('$1.2500');
  const csv = await exported(page);
  expect(csv.name).toMatch(/^sluice-access-patterns-hr-\d{8}T\d{6}Z\.csv$/);
  expect(csv.text).toContain(',1000000,10×,1.25,"us-east-1 list, before 1 Nov 2024"');
  await page.getByRole('radio', { name: '1×', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Reset all' }).press('Enter');
  await expect(together).toContainText('$0.0755');
});

test('all views of costs and the Explorer use one price book', async () => {
  const { page } = desk;
  await page.getByRole('radio', { name: 'Plan a batch' }).press('Space');
  await expect(page.getByText('estimated by us-east-1 list, before 1 Nov 2024')).toBeVisible();
  await page.getByRole('link', { name: /^Explorer/ }).press('Enter');
  await page.getByRole('radio', { name: 'Costs' }).press('Space');
  await expect(page.getByRole('combobox', { name: 'Price book' })).toContainText('before 1 Nov 2024');
  await chooseBook(page, /since 1 Nov 2024/);
});

test('a batch is planned as it is typed: 500 documents by ten workers take twelve and a half minutes', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?view=plan');
  const estimate = page.getByRole('region', { name: 'Estimate' });
  await expect(estimate).toContainText('12 min 30 s');
  await expect(estimate).toContainText('50 rounds of 10, 15 s each');
  await expect(estimate).toContainText('unknown');
  await expect(page.getByRole('table', { name: 'Cost by part' })).toContainText('700 pages');

  await type(page, 'Documents needing review, if known', '10');
  await expect(estimate).toContainText('10 %, your assumption');
  await expect(estimate).toContainText('Reviews50');
  await type(page, 'Documents', 'many');
  await expect(page.getByText('Expected a whole number up to 1,000,000.')).toBeVisible();
  await expect(page.getByText('No estimate: correct the marked field.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await type(page, 'Documents', '1,000');
  await expect(estimate).toContainText('25 min');
  await page.getByRole('radio', { name: '10×' }).press('Space');
  await expect(estimate).toContainText('for 10,000 documents');
  expect((await exported(page)).text).toContain('"Storage, six months","5,000 MB in 10,000 objects"');

  await page.getByRole('button', { name: 'Reset to planning figures' }).press('Enter');
  await expect(estimate).toContainText('for 500 documents');
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  await expect(page.getByText(/metered documents? cost|No documents metered in these days/)).toBeVisible({
    timeout: 30_000,
  });
});

test('every price shows its source, and how much of the figure rests on unconfirmed prices', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?view=plan');
  await page.getByRole('button', { name: 'Prices', exact: true }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Prices' });
  await expect(drawer).toContainText('prices are not confirmed by the vendor');
  await expect(drawer).toContainText(/of this estimate, .* %, rest on unconfirmed prices, \$[\d.]+ of it/);
  const read = drawer.getByRole('row', { name: /^DynamoDB read / });
  await expect(read).toContainText('$0.125 for a million read request units');
  await expect(read).toContainText('Unchecked: https://');
  await expect(read).toContainText('not confirmed by the vendor');
  const lambda = drawer.getByRole('row', { name: /^Lambda arm64 / });
  await expect(lambda).toContainText(/Second hand: Infracost, .*, read in Nov 2026/);
  await expect(lambda).toContainText('not confirmed by the vendor');
  const transition = drawer.getByRole('row', { name: /^Step Functions transition / });
  await expect(transition).toContainText('from the vendor’s page');
  await expect(transition).not.toContainText('not confirmed');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Prices', exact: true })).toBeFocused();
});

test('the console’s own spend is shown by question, service and screen', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/explorer?system=funds&pattern=documentOverview&q.documentId=DOC001`);
  await page.getByLabel('Document', { exact: true }).press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toContainText('POSITION_1');
  await openCosts(page, url, '?view=console');
  const patterns = page.getByRole('table', { name: 'Spent by access pattern' });
  await expect(patterns).toContainText('Overview of a document');
  await expect(page.getByRole('table', { name: 'Spent by screen' })).toContainText('Explorer');
  await expect(page.getByRole('table', { name: 'Spent by service' })).toContainText('DynamoDB');
  await expect(page.getByRole('region', { name: 'Spend of this console' })).toContainText('Scans0');
  expect((await exported(page)).text).toContain('This session,Explorer,funds.documentOverview,');

  await page.getByRole('radio', { name: 'Today' }).press('Space');
  await expect(patterns).toContainText('DynamoDB');
  await expect(page.getByRole('table', { name: 'Spent by screen' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'This month' }).press('Space');
  await expect(page.getByRole('table', { name: 'Spent by screen' })).toContainText('Explorer');
  await page.getByRole('button', { name: /^Questions refused/ }).press('Enter');
  await expect(page).toHaveURL(/\/explorer\?.*view=refused/);
  await page.goBack();
});

test('the palette switches views, and exports the current one', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?view=console');
  await openPalette(page);
  await page.keyboard.type('plan a batch');
  await page.getByRole('option', { name: /^Costs: Plan a batch/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=plan/);
  await openPalette(page);
  await page.keyboard.type('export csv');
  await page.getByRole('option', { name: /^Export CSV/ }).waitFor();
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saving).suggestedFilename()).toMatch(/^sluice-planned-batch-/);
});

for (const [colorScheme, size] of [
  ['dark', { width: 1440, height: 900 }],
  ['light', { width: 1280, height: 720 }],
] as const) {
  test(`has no axe violation, and nothing is wider than the window: ${colorScheme}`, async () => {
    test.slow();
    const { page, url, complaints } = desk;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    for (const [view, shown] of views) {
      await openCosts(page, url, `?view=${view}`);
      await page.getByRole('heading', { level: 2, name: shown }).waitFor();
      expect(await axeViolations(page), view).toEqual([]);
      expect(await page.evaluate(wideBoxes), view).toEqual([]);
    }
    await type(page, 'Pages each', '0');
    await expect(page.getByText('Expected a number from 1 to 3,000.')).toBeVisible();
    expect(await axeViolations(page), 'a field that cannot be read').toEqual([]);
    expect(complaints).toEqual([]);
  });
}

const views = [
  ['patterns', 'DynamoDB access patterns'],
  ['console', 'This console'],
  ['plan', 'Plan a batch'],
] as const;

async function chooseBook(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Price book' }).press('Enter');
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('combobox', { name: 'Price book' })).toContainText(name);
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function exported(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  const file = await saving;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

/** Lists the boxes of the page whose content reaches past their right edge. */
function wideBoxes(): readonly string[] {
  return [...document.querySelectorAll('main, main *')]
    .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
    .map((box) => `${box.className}: ${String(box.scrollWidth)} in ${String(box.clientWidth)}`);
}
