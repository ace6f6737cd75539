import { openPalette } from './dialogs.ts';
import { looking as test } from './fixtures.ts';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { TodayBatches, TodayGroups } from '#shared/contract/today.ts';
import { answer } from './triage-world.ts';
import { expect, figure, figures, openToday, part, todayIsRead } from './today-world.ts';
import { workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make.
test.use({ isRefused: true });

test.beforeEach(async ({ page }) => workAs(page, 'support'));

test('the first look shows what was counted, its age and its cost', async ({ console: { page, url } }) => {
  await openToday(page, url);
  await todayIsRead(page);
  const batches = await answer<TodayBatches>(page, 'today.batches', { tenantId: null });
  const failed = batches.failed.batches.count.toLocaleString('en-GB');
  await expect(figure(page, /^Failed batches/)).toContainText(new RegExp(`(?<![\\d,])${failed}(?![\\d,])`));
  await expect(figures(page).getByRole('link')).toHaveCount(5);
  await expect(page.getByText(/^\w+day \d+ \w+ \d{4}, \d\d:\d\d UTC$/)).toBeVisible();
  const rows = page.getByRole('table', { name: 'Tenant by tenant' }).getByRole('row');
  await expect(rows).toHaveCount(batches.byTenant.length + 1);
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('GSI2');
  await expect(page.locator('main time').last()).toHaveText(/now|ago/);
  await expect(part(page, 'Alarms')).toContainText(/checked (now|\d+ \w+ ago)/);
});

test('numbers of all tenants link to lists of all tenants, and those of a tenant to its own', async ({
  console: { page, url },
}) => {
  await openToday(page, url);
  await todayIsRead(page);
  await figure(page, /^Failed batches/)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/triage\?list=failed$/);
  await page.goBack();
  await todayIsRead(page);
  await part(page, 'In progress').getByRole('link', { name: 'Standing still' }).click();
  await expect(page).toHaveURL(/\/triage\?list=standing-still$/);
  await page.goBack();
  await todayIsRead(page);
  await part(page, 'Failure groups').locator('tbody tr').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/triage\?list=failed&cause=[0-9a-f]{6}$/);
  await page.goBack();
  await todayIsRead(page);

  const row = page
    .getByRole('table', { name: 'Tenant by tenant' })
    .getByRole('link', { name: /failed batches of/ });
  await row.first().click();
  await expect(page).toHaveURL(/\/triage\?tenant=\w/);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.goBack();
  await expect(figures(page)).toBeVisible();
});

test('a batch, a group and a queue open their pages', async ({ console: { page, url } }) => {
  await openToday(page, url, '?tenant=northwind');
  await todayIsRead(page);
  const { failed } = await answer<TodayBatches>(page, 'today.batches', { tenantId: 'northwind' });
  await expect(figure(page, /^Failed batches/).getByRole('link')).toHaveAttribute(
    'href',
    '/triage?tenant=northwind',
  );
  const newest = failed.newest[0]?.batchId ?? 'none';
  await part(page, 'Failed batches').getByRole('link', { name: newest }).click();
  await expect(page).toHaveURL(new RegExp(`tenant=northwind&batch=${newest}`));
  await expect(page.getByRole('heading', { name: newest })).toBeVisible();

  await openToday(page, url, '?tenant=northwind');
  // A list that is drawn again between the press and its release gets no click.
  await todayIsRead(page);
  const { groups } = await answer<TodayGroups>(page, 'today.groups', { tenantId: 'northwind' });
  const [group] = groups;
  if (group === undefined) throw new Error('The sandbox has no failure group of northwind.');
  await part(page, 'Failure groups').locator('tbody tr').first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`batch=${group.batchId}&group=${group.fingerprint}`));
  await expect(page.getByRole('button', { pressed: true })).toContainText(group.fingerprint);

  await openToday(page, url, '?tenant=northwind');
  // A list that is drawn again between the press and its release gets no click.
  await todayIsRead(page);
  const { queues } = await answer<Queues>(page, 'dead-letters.queues', {});
  const full = queues.find(({ queue }) => (queue?.depth.waiting ?? 0) > 0)?.name ?? 'none';
  await part(page, 'Dead letters').getByRole('link', { name: full }).click();
  await expect(page).toHaveURL(new RegExp(`/dead-letters\\?queue=${full}`));
});

test('alarms, downloads, throughput and jobs open their pages', async ({ console: { page, url } }) => {
  await openToday(page, url);
  await todayIsRead(page);
  const firing = part(page, 'Alarms').getByRole('link', { name: /^Queue, for / });
  await firing.first().click();
  await expect(page).toHaveURL(/\/dead-letters\?queue=/);
  await page.goBack();
  await todayIsRead(page);
  await part(page, 'Downloads')
    .getByRole('link', { name: /^Downloading for over/ })
    .click();
  await expect(page).toHaveURL(/\/downloads\?standing=stuck/);
  await page.goBack();
  await part(page, 'Throughput')
    .getByRole('link', { name: /SUCCEEDED/ })
    .click();
  await expect(page).toHaveURL(/\/monitor\?range=24h&group=throughput/);
  await page.goBack();
  await part(page, 'Jobs').getByRole('link', { name: 'All jobs' }).click();
  await expect(page).toHaveURL(/\/activity/);
  await page.goBack();
  await figure(page, /^Alarms/)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/monitor$/);
});

test('every figure is a link, and every link opens a page', async ({ console: { page, url } }) => {
  await openToday(page, url);
  await todayIsRead(page);
  const all = page.locator('main a');
  const addresses = await all.evaluateAll((links) => links.map((one) => one.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(20);
  for (const href of addresses) {
    expect(href).toMatch(
      /^\/(today|triage|incidents|review|dead-letters|downloads|workflows|costs|monitor|activity)(\?|$)/,
    );
  }
  const tiles = await figures(page).locator('> div').all();
  expect(tiles).toHaveLength(5);
  for (const tile of tiles) await expect(tile.getByRole('link')).toHaveCount(1);
});

test('keys move from row to row, open one, and read again', async ({ console: { page, url } }) => {
  await openToday(page, url, '?tenant=northwind');
  await todayIsRead(page);
  const failed = part(page, 'Failed batches').locator('[data-row]').first();
  await page.keyboard.press('j');
  await expect(failed).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(failed).toBeFocused();

  const again = page.waitForRequest('**/call/today.batches');
  await page.keyboard.press('u');
  await again;
  await openPalette(page);
  await page.keyboard.type('layout for admins');
  await expect(page.getByRole('option').first()).toContainText('Switch Today to the layout for admins');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/as=admin/);
  await page.locator('main [data-row]').first().press('Enter');
  await expect(page).toHaveURL(/\/triage\?tenant=northwind&batch=/);
});
