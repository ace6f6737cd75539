import { messages } from '#renderer/features/costs/messages.ts';
import { meteringHasEnded, openCosts, openDesk } from './costs-world.ts';
import type { Desk } from './costs-world.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';

let desk: Desk;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, consoles }) => {
  desk = await openDesk(browser, consoles, 'admin');
});
test.afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

test('axe finds no violation in any view of costs', async () => {
  test.setTimeout(240_000);
  const { page, url } = desk;
  for (const list of ['workflows', 'days', 'batches']) {
    await openCosts(page, url, `?tenant=northwind&days=7&list=${list}`);
    await meteringHasEnded(page);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await expectClean(page, list);
  }
  for (const view of ['patterns', 'console', 'plan']) {
    await openCosts(page, url, `?view=${view}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectClean(page, view);
  }
  await openCosts(page, url, '?tenant=no-such-tenant');
  await expect(page.getByText('This tenant submitted no batches in these 30 days')).toBeVisible();
  await expectClean(page, 'empty');
});

test('the keyboard alone leads from the page to a batch and back', async () => {
  test.setTimeout(150_000);
  const { page, url } = desk;
  await openCosts(page, url, '?tenant=northwind&days=7');
  await meteringHasEnded(page);
  // The page's list handles its keys while nothing else has the focus.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/list=batches/);
  const batches = page.getByRole('grid', { name: 'Batches, most expensive first' });
  await expect(batches.getByRole('row').nth(1)).toBeVisible();
  await batches.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/triage\?.*batch=/);
  await page.goBack();
  await expect(batches.getByRole('row').nth(1)).toBeVisible();

  await page.getByRole('radio', { name: '30 days' }).focus();
  await page.getByRole('radio', { name: '7 days' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Today' })).toBeChecked();
  await page.getByRole('radio', { name: 'Spend' }).focus();
  for (const view of ['month', 'bill', 'patterns']) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
    await expect(page.getByRole('radiogroup', { name: 'View' }).locator(':focus')).toBeChecked();
  }
});

test('nothing is cut off at the side, even in a narrow window', async () => {
  const { page, url } = desk;
  for (const search of ['?tenant=northwind&days=7', '?view=month']) {
    await openCosts(page, url, search);
    const list = page.getByRole('grid').or(page.getByRole('table', { name: messages.month.byWorkflow }));
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    for (const width of [1440, 1280, 900, 640]) {
      await page.setViewportSize({ width, height: 720 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${search}, ${String(width)} wide`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});
