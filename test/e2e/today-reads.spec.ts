import type { Page } from '@playwright/test';
import { looking, shellIsThere, test } from './fixtures.ts';
import { answer, recordCalls, listNames, refuse } from './triage-world.ts';
import { expect, figure, held, openToday, part } from './today-world.ts';

const mostCalls = 6;
// Each test opens its own address, so that nothing is read before it starts.
looking.use({ at: null });

/** The second wave sends three requests at once, and the others wait for their turn. */
const first = ['today.groups', 'today.review', 'dead-letters.queues'] as const;
const second = [
  ...first,
  'today.throughput',
  'downloads.day',
  'downloads.standing',
  'incidents.corrections',
] as const;

/** These follow when the page stands. */
const later = ['names.read', 'monitor.objectives'] as const;

test('the first paint of a tenant takes at most six calls to AWS', async ({ host, page }) => {
  // After signing in the page shows all tenants, so its reads are refused to keep them out of the count.
  const failure = { code: 'unexpected', message: 'Nothing was read.', reference: 'r' } as const;
  for (const operation of ['today.batches', ...later, ...second] as const)
    await refuse(page, operation, failure);
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await page.unroute('**/call/today.batches');
  await page.goto(`${host.origin}/today?tenant=northwind`);
  await shellIsThere(page);
  await expect(figure(page, /^Failed batches/)).toContainText(/[1-9]/);
  await expect(part(page, 'Alarms').getByText(/quiet/)).toBeVisible();
  await page.getByRole('button', { name: /^Read by this session/ }).click();
  const rows = page.getByRole('region', { name: 'By access pattern' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'DescribeAlarms' })).toHaveCount(1);
  // Figures of the queues belong to the look at all tenants, which goes on in the background.
  const ofPage = rows.filter({ hasNotText: 'GetMetricData' });
  const calls = await ofPage.locator('td:nth-of-type(2)').allInnerTexts();
  const sum = calls.reduce((all, one) => all + Number(one), 0);
  expect(sum).toBeGreaterThanOrEqual(4);
  expect(sum).toBeLessThanOrEqual(mostCalls);
});

looking('leaving before the first answer stops all reads', async ({ console: { page, url } }) => {
  const letGo = await held(page, 'today.batches');
  const asked = recordCalls(page, /^(today|dead-letters|downloads|review)\./);
  await openToday(page, url, '?tenant=northwind');
  await expect.poll(() => listNames(asked)).toEqual(['today.batches']);
  await leaveFor(page, 'Triage');
  // The address changes before the next page has loaded, and this page stays until then.
  await expect(page.getByText('End of list')).toBeVisible();
  const answered = page.waitForResponse('**/call/today.batches');
  await letGo();
  await answered;
  // Any request that the answer causes has been sent by the time this one is answered.
  await answer(page, 'tenants.list', {});
  expect(listNames(asked)).toEqual(['today.batches']);
});

looking('leaving midway stops the reads that had not begun', async ({ console: { page, url } }) => {
  const asked = await inTheMidst(page, url);
  await leaveFor(page, 'Triage');
  await expect(page.getByText('End of list')).toBeVisible();
  const answers = first.map(async (operation) => page.waitForResponse(`**/call/${operation}`));
  for (const letGo of asked.letGo) await letGo();
  await Promise.all(answers);
  await answer(page, 'tenants.list', {});
  expect(listNames(asked.calls)).toEqual(['today.batches', ...first]);
});

looking('the next page immediately requests what was waiting here', async ({ console: { page, url } }) => {
  const { calls } = await inTheMidst(page, url);
  await leaveFor(page, 'Downloads');
  // The page is drawn before it asks, and does not wait for the requests that the last page left behind.
  await expect.poll(() => listNames(calls)).toContain('downloads.day');
});

async function inTheMidst(page: Page, url: string) {
  const letGo = [];
  for (const operation of first) letGo.push(await held(page, operation));
  const calls = recordCalls(page, /^(today|dead-letters|downloads|review)\./);
  await openToday(page, url, '?tenant=northwind');
  await expect.poll(() => listNames(calls)).toEqual(['today.batches', ...first]);
  return { calls, letGo };
}

async function leaveFor(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await page.waitForURL(`**/${name.toLowerCase()}**`);
}
