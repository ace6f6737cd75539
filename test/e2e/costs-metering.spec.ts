import { messages } from '#renderer/features/costs/messages.ts';
import { figure, meteringHasEnded, openCosts, openDesk, pushedCosts } from './costs-world.ts';
import type { Desk } from './costs-world.ts';
import { openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
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

test('meters up to a limit automatically, shows what the rest would cost, and can be stopped', async () => {
  test.setTimeout(240_000);
  const { page, url } = desk;
  await openCosts(page, url, '?tenant=northwind');
  const rest = page.getByRole('button', { name: /^Meter the rest, [\d,]+$/ });
  await expect(rest).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/metered; the rest: about [\d,]+ read units, <?\$[\d.]+$/)).toBeVisible();
  const before = await pushedCosts(page);
  expect(before.state).toBe('budget');
  expect(before.isWhole).toBe(true);
  await expect(page.getByText(/documents processed but not metered: estimated/)).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('meter the rest');
  await page.getByRole('option', { name: /^Meter the rest, [\d,]+/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: /Metering|Listing/ })).toBeVisible();
  // At once: on a fast machine the rest is soon metered, and then there is nothing to stop.
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(rest).toBeVisible({ timeout: 80_000 });
  const stopped = await pushedCosts(page);
  expect(stopped.meteredDocuments).toBeGreaterThanOrEqual(before.meteredDocuments);

  // A stopped reading does not start again when the page is left and opened again.
  await page.getByRole('link', { name: 'Triage' }).click();
  await page.goBack();
  await expect(rest).toBeVisible({ timeout: 80_000 });
  await expect(figure(page, 'AI spend')).toContainText('$');
});

test('a supporter of one tenant sees that tenant, and is refused any other', async () => {
  test.setTimeout(150_000);
  const { page, url } = desk;
  await openCosts(page, url, '?days=1');
  await choosePersona(page, /Jonas Weir/);
  await openCosts(page, url, '?tenant=northwind&days=7');
  await meteringHasEnded(page);
  const { cells, tenants } = await pushedCosts(page);
  expect(tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
  expect(new Set(cells.map(({ tenantId }) => tenantId))).toEqual(new Set(['northwind']));
  await openCosts(page, url, '?days=7');
  await expect(
    page
      .getByRole('region', { name: messages.spend.whichTenant })
      .getByRole('listitem')
      .filter({ hasText: '$' }),
  ).toHaveCount(1);

  await openCosts(page, url, '?tenant=kestrel');
  await expect(page.getByRole('alert')).toContainText('You have no access to the tenant');
  await expect(page.getByRole('region', { name: messages.spend.whatWasSpent })).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);
});
