import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/costs/messages.ts';
import { contract } from '#shared/contract/contract.ts';
import type { FleetCosts } from '#shared/contract/costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { addSpends, emptySpend } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { book, figure, meteringHasEnded, openCosts, openDesk, type Desk } from './costs-world.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { choosePersona } from './triage-world.ts';

let desk: Desk;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, consoles }) => {
  desk = await openDesk(browser, consoles, 'admin');
});
test.afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

test('all tenants are shown from the sums that the pipeline keeps, with share and change', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  const fleet = await openFleet(page, url, '?days=7');
  expect(fleet.tenants.length).toBeGreaterThanOrEqual(4);
  expect(fleet.before).not.toBeNull();
  const listed = fleet.tenants.reduce((sum, { spend }) => addSpends(sum, spend), fleet.others);
  expect(listed).toEqual(fleet.all);
  expect(fleet.days.reduce((sum, { spend }) => addSpends(sum, spend), emptySpend)).toEqual(fleet.all);

  const { total } = totalsCost(fleet.all.usage, book);
  await expect(page.getByRole('region', { name: messages.spend.byStage })).toContainText(moneyText(total));
  await expect(figure(page, 'Total against 7 days before')).toContainText(`${moneyText(total)} after $`);
  await expect(page.getByRole('figure', { name: messages.spend.perDay }).getByRole('row')).toHaveCount(8);
  await expect(page.getByText(messages.fleet.basis)).toBeVisible();
  const rows = tenants(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(fleet.tenants[0]?.name ?? '');
  await expect(rows.nth(1)).toContainText(/\d % *\$[\d.,]+ *(?:[+−]?\d+ %|new)$|not kept/);
  await expect(page.getByText(`All ${fleet.tenants.length} tenants`)).toBeVisible();
  await expect(page.getByText('Spend of all tenants by day')).toBeVisible();
});

test('a day narrows the list, a tenant opens its own page, and Back returns, by the keyboard', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  const { days } = await openFleet(page, url, '?days=7');
  const [{ day }] = days.toReversed() as [FleetCosts['days'][number]];
  await openFleet(page, url, `?days=7&day=${day}`);
  const all = page.getByRole('button', { name: /^Show tenants of all days, not only / });
  await all.focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/day=/);
  await expect(tenants(page).getByRole('row').nth(1)).toBeVisible();
  await tenants(page).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tenant=/);
  await expect(page.getByRole('grid', { name: messages.spend.workflowCosts })).toBeVisible();
  await page.goBack();
  await expect(tenants(page).getByRole('row').nth(1)).toBeVisible();
});

test('axe finds no violation, and nothing is cut off at the side', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await openFleet(page, url, '?days=7');
  await expect(tenants(page).getByRole('row').nth(1)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectClean(page, `all tenants, ${colorScheme}`);
  }
  for (const width of [1440, 1280, 900, 640]) {
    await page.setViewportSize({ width, height: 720 });
    const over = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // Charts are drawn again a frame after the window has its size.
    await expect.poll(over, { message: `${String(width)} wide` }).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a person of one tenant sees the sums of that tenant, and its page meters as before', async () => {
  test.setTimeout(150_000);
  const { page, url } = desk;
  await openFleet(page, url, '?days=7');
  await choosePersona(page, /Jonas Weir/);
  const fleet = await openFleet(page, url, '?days=7');
  expect(fleet.tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
  expect(fleet.tenants[0]?.spend).toEqual(fleet.all);
  await expect(tenants(page).getByRole('row')).toHaveCount(2 + 1);
  await tenants(page).getByRole('row').nth(1).click();
  await meteringHasEnded(page);
});

/** Opens Costs without a tenant, and returns what the page was told last. */
async function openFleet(page: Page, url: string, search: string): Promise<FleetCosts> {
  // The page that is open may be asking as well, and its answer would be gone.
  await page.goto('about:blank');
  const answered = page.waitForResponse((response) => response.url().endsWith('/call/costs.fleet'));
  await openCosts(page, url, search);
  const { value } = (await (await answered).json()) as { value: unknown };
  const { fleet, whyNot } = contract['costs.fleet'].output.parse(value);
  if (fleet === null) throw new Error(whyNot ?? 'No reason was given');
  return fleet;
}

function tenants(page: Page) {
  return page.getByRole('grid', { name: messages.fleet.tenants });
}
