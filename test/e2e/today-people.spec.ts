import { looking as test } from './fixtures.ts';
import { messages } from '#renderer/features/today/messages.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Throughput, TodayBatches, TodayGroups, TodayReview } from '#shared/contract/today.ts';
import { recordCalls, listNames, refuse, throttled } from './triage-world.ts';
import { changed, expect, figure, figures, held, openToday, part, todayIsRead } from './today-world.ts';
import { workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make. The window
// starts on a page without Today's reads, so that only the tested page asks for them.
test.use({ isRefused: true, at: '/settings' });

test('each role starts with its own work, and can look as another', async ({ console: { page, url } }) => {
  await workAs(page, 'reviewer');
  await openToday(page, url);
  await todayIsRead(page);
  await expect(figures(page).getByRole('link')).toHaveText([
    /^Waiting for review/,
    /^Overdue/,
    'Longest wait',
    'Decided today',
    /^Batches in progress/,
  ]);
  await expect(page.locator('main').getByRole('heading', { level: 2 }).first()).toHaveText('Review queue');
  await expect(part(page, 'Dead letters')).toContainText('Requires the support or admin role.');
  await figure(page, /^Overdue/)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/review\?older=1440/);

  await workAs(page, 'admin');
  await openToday(page, url);
  await expect(figures(page).getByRole('link').first()).toHaveText(/^Dead letters/);
  await page.getByRole('radio', { name: 'Support' }).check();
  await expect(page).toHaveURL(/as=support/);
  await expect(figures(page).getByRole('link').first()).toHaveText(/^Failed batches/);
});

test('an admin is told which budgets and costs could not be read', async ({ console: { page, url } }) => {
  await workAs(page, 'admin');
  const whyNot = 'One tenant was not read. DynamoDB asked for a slower pace.';
  await changed<OutputOf<'costs.findings'>>(page, 'costs.findings', (read) => ({ ...read, whyNot }));
  await openToday(page, url);
  const costs = part(page, messages.costs.title);
  await expect(costs).toContainText(`${messages.costs.mayBeMore} ${whyNot}`);
  await page.unroute('**/call/costs.findings');
  await refuse(page, 'costs.findings', throttled);
  await page.getByRole('button', { name: 'Read again', exact: true }).press('Enter');
  await expect(costs).toContainText(`${messages.costs.notRead} ${throttled.message}`);
  await page.unroute('**/call/costs.findings');
  await page.getByRole('button', { name: 'Read again', exact: true }).press('Enter');
  await expect(page.getByText(messages.costs.notRead)).toHaveCount(0);
});

test('one key takes a reviewer to the first document', async ({ console: { page, url } }) => {
  await workAs(page, 'reviewer');
  await openToday(page, url);
  await expect(page.getByRole('button', { name: 'Start reviewing' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/review\?.*document=/);
});

test('choosing another tenant at the top shows that tenant’s Today', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await openToday(page, url);
  await todayIsRead(page);
  await page.getByRole('button', { name: /^Tenant:/ }).click();
  await page.getByRole('dialog', { name: 'Tenant' }).getByText('Kestrel Foods').click();
  await expect(page).toHaveURL(/\/today\?tenant=kestrel/);
  await todayIsRead(page);
  await expect(part(page, 'Tenant by tenant')).toHaveCount(0);
  await expect(figure(page, /^Failed batches/).getByRole('link')).toHaveAttribute(
    'href',
    '/triage?tenant=kestrel',
  );
});

test('a person with one tenant lands on it, and nothing is requested that they may not see', async ({
  console: { page, url },
}) => {
  await workAs(page, 'support-northwind');
  const asked = recordCalls(page, /^(today|dead-letters|downloads)\./);
  await openToday(page, url);
  await expect(page).toHaveURL(/\/today\?tenant=northwind/);
  await todayIsRead(page);
  await expect(part(page, 'Dead letters')).toContainText('because a queue holds messages of every tenant');
  await expect(part(page, 'Alarms')).toContainText('because alarms cover all of them');
  await expect(part(page, 'Downloads')).toContainText('because the tenant of a downloaded file is unknown');
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  expect(new Set(listNames(asked))).toEqual(
    new Set(['today.batches', 'today.groups', 'today.review', 'today.throughput']),
  );
  for (const { request } of asked) expect(request.postData()).toContain('"tenantId":"northwind"');

  const askedOfOthers = recordCalls(page, /^(today|dead-letters|downloads)\./);
  await openToday(page, url, '?tenant=kestrel');
  await expect(page.getByText('kestrel is not one of your tenants')).toBeVisible();
  await page.keyboard.press('u');
  await expect.poll(() => listNames(askedOfOthers)).toEqual(['today.batches', 'today.batches']);
});

test('urgent work comes first, and the parts load independently', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  const letBatchesGo = await held(page, 'today.batches');
  const letGroupsGo = await held(page, 'today.groups');
  const asked = recordCalls(page, /^(today|dead-letters|downloads|tenants|batches)\./);
  await openToday(page, url, '?tenant=northwind');
  await expect(figure(page, /^Failed batches/)).toContainText('reading');
  await expect.poll(() => listNames(asked)).toContain('today.batches');
  expect(listNames(asked)).toEqual(['today.batches']);

  await letBatchesGo();
  await expect(part(page, 'Failed batches').locator('tbody tr').first()).toBeVisible();
  await expect(part(page, 'Review queue').getByRole('link').first()).toBeVisible();
  await expect(part(page, 'Failure groups').locator('tbody tr')).toHaveCount(0);
  await letGroupsGo();
  await expect(part(page, 'Failure groups').locator('tbody tr').first()).toBeVisible();
});

test('a failed part says so, and is retried independently', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await refuse(page, 'today.review', throttled);
  await openToday(page, url, '?tenant=northwind');
  const queue = part(page, 'Review queue');
  await expect(queue.getByRole('alert')).toContainText("Couldn't count the review queue");
  await expect(queue.getByRole('alert')).toContainText('ref-1');
  await expect(part(page, 'Failure groups').locator('tbody tr').first()).toBeVisible();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(1);
  await page.unroute('**/call/today.review');
  const asked = recordCalls(page, /^today\./);
  await queue.getByRole('button', { name: 'Try again' }).click();
  await expect(queue.getByRole('link').first()).toBeVisible();
  expect(listNames(asked)).toEqual(['today.review']);
  // The button disappeared when it was pressed, so the focus moves to the page and its keys still work.
  await expect(page.locator('main [data-page-stop]')).toBeFocused();
  await page.keyboard.press('j');
  await expect(part(page, 'Failed batches').locator('[data-row]:focus')).toHaveCount(1);
});

test('a new cause is marked, and no other', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await changed<TodayGroups>(page, 'today.groups', (value) => ({
    ...value,
    groups: value.groups.map((group, at) => ({ ...group, isNew: at === 0 })),
  }));
  await openToday(page, url, '?tenant=northwind');
  const rows = part(page, 'Failure groups').locator('tbody tr');
  await expect(rows.first().getByText('new', { exact: true })).toBeVisible();
  await expect(rows.getByText('new', { exact: true })).toHaveCount(1);
});

test('a day without open work shows what went well', async ({ console: { page, url } }) => {
  await workAs(page, 'support-northwind');
  await changed<TodayBatches>(page, 'today.batches', (value) => ({
    ...value,
    failed: { batches: none, documents: none, lastHour: none, newest: [] },
    leftQueued: { batches: none, documents: none, most: [] },
    review: { batches: none, documents: none },
  }));
  await changed<TodayReview>(page, 'today.review', (value) => ({
    ...value,
    buckets: { 'under-1h': none, 'under-4h': none, 'under-24h': none, 'over-24h': none },
    overdue: none,
    oldestAt: null,
    documentsRead: 0,
    waiting: none,
    problems: [],
  }));
  await changed<Throughput>(page, 'today.throughput', (value) => ({
    ...value,
    isAtLeast: false,
    hours: value.hours.map((hour, at) => ({ ...hour, succeeded: at === 5 ? 1_204 : 0, failed: 0 })),
  }));
  await openToday(page, url, '?tenant=northwind');
  const calm = page.getByRole('region', { name: 'Nothing needs you' });
  await expect(calm).toContainText('1,204 documents succeeded in the last 24 hours.');
  await expect(calm).toContainText(/(No|\d+) batch(es)? in progress\./);
  await expect(part(page, 'Failure groups')).toHaveCount(0);
  await expect(part(page, 'Review queue')).toContainText('Nothing is waiting for review.');
  await expect(figure(page, /^Failed batches/)).toContainText('0');
});

const none = { count: 0, isAtLeast: false } as const;
