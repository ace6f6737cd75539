import { looking as test } from './fixtures.ts';
import {
  activeRow,
  fleetRows,
  fleetTable,
  listFleet,
  recountFailed,
  tenantIds,
  toKept,
  type FleetPage,
} from './fleet-world.ts';
import { expectClean } from './shell-axe.ts';
import { waiting } from './review-world.ts';
import { changed, expect, openToday, part, todayIsRead } from './today-world.ts';
import { worldIsOpen } from './triage-world.ts';
import { workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make.
test.use({ isRefused: true });

test.beforeEach(async ({ page }) => {
  await worldIsOpen(page);
  await workAs(page, 'support');
});

test('from Today to all failed batches, those of one cause, one of them and back, by keyboard', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await openToday(page, url);
  await todayIsRead(page);
  const listed = await recountFailed(page);
  await part(page, 'Failed batches').getByRole('link', { name: 'All failed batches' }).press('Enter');
  await expect(page).toHaveURL(/\/triage\?list=failed$/);
  const all = await listFleet(page, { list: 'failed' });
  // A tenant's own list has the failed batches of the last two weeks.
  const ids = all.map(({ batchId }) => batchId);
  expect(ids).toEqual(expect.arrayContaining(listed.map(({ batchId }) => batchId)));
  await expect(page.getByRole('tab', { name: `Failed ${String(all.length)}` })).toBeVisible();
  await expect(page.getByText(/^All tenants, as of \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await expect(fleetTable(page)).toContainText(`${String(all.length)} batches. End of list`);

  const [cause] = all.flatMap(({ causes }) => causes).toSorted((a, b) => b.count - a.count);
  if (cause === undefined) throw new Error('The sandbox has no cause of a failure.');
  const those = all.filter(({ causes }) =>
    causes.some(({ fingerprint }) => fingerprint === cause.fingerprint),
  );
  expect(those.length).toBeLessThan(all.length);

  const choice = page.getByRole('combobox', { name: 'Cause' });
  await choice.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(cause.fingerprint);
  await expect(page.getByRole('option', { name: new RegExp(`^${cause.fingerprint}`) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`cause=${cause.fingerprint}`));
  await expect(fleetRows(page)).toHaveCount(those.length);
  for (const row of await fleetRows(page).all()) await expect(row).toContainText(cause.fingerprint);
  await expect(fleetTable(page)).toContainText(/\d+ of the \d+ batches read match/);

  await fleetTable(page).focus();
  await page.keyboard.press('End');
  const last = those.at(-1);
  await expect(activeRow(page)).toContainText(last?.batchId ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: last?.batchId ?? '' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`tenant=${last?.tenantId ?? ''}&`));
  await expect(page.getByRole('button', { name: 'Failed batches of all tenants' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`\\?list=failed&cause=${cause.fingerprint}$`));
  await expect(activeRow(page)).toContainText(last?.batchId ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: last?.batchId ?? '' })).toBeVisible();
  await page.goBack();
  await expect(activeRow(page)).toContainText(last?.batchId ?? '');
});

test('the newest or the longest comes first, and the order is part of the address', async ({
  console: { page, url },
}) => {
  const all = await listFleet(page, { list: 'failed', order: 'longest' });
  await page.goto(`${url}/triage`);
  await expect(fleetRows(page).first()).toContainText(all.at(-1)?.batchId ?? '');
  await page.getByRole('radio', { name: 'Longest first' }).check();
  await expect(page).toHaveURL(/order=longest/);
  await expect(fleetRows(page).first()).toContainText(all[0]?.batchId ?? '');
  await page.reload();
  await expect(fleetRows(page).first()).toContainText(all[0]?.batchId ?? '');
  await page.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name: 'Kestrel Foods' }).click();
  await expect(page).toHaveURL(/of=kestrel/);
  const own = all.filter(({ tenantId }) => tenantId === 'kestrel');
  await expect(fleetRows(page)).toHaveCount(own.length);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).not.toHaveURL(/of=/);
});

test('the next document in Review is the longest waiting of any customer', async ({
  console: { page, url },
}) => {
  test.setTimeout(90_000);
  await workAs(page, 'reviewer');
  const all = await waiting(page);
  const own = await Promise.all(tenantIds.map(async (tenantId) => waiting(page, { tenantId })));
  // The documents of all tenants are in one order, and none of a tenant's own list is missing.
  const since = all.map(({ waitingSince }) => waitingSince ?? '');
  expect(since).toEqual(since.toSorted((left, right) => left.localeCompare(right)));
  const ids = all.map(({ documentId }) => documentId);
  expect(ids).toEqual(expect.arrayContaining(own.flat().map(({ documentId }) => documentId)));
  const longest = all.find(({ claimedBy, whyNot }) => claimedBy === null && whyNot === null);
  await page.goto(`${url}/review`);
  await expect(
    page.getByText(/ waiting in \d+ batches, all tenants, as of \d\d:\d\d:\d\d UTC$/),
  ).toBeVisible();
  await expect(activeRow(page)).toContainText(longest?.fileName ?? '');
  await expectClean(page, 'Review of all tenants');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(longest?.documentId ?? '')));
});

test('every list is readable, and none is cut off', async ({ console: { page, url } }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const list of ['failed', 'review', 'running', 'standing-still', 'deliveries', 'tenants'] as const) {
    await page.goto(`${url}/triage?list=${list}`);
    await expect(page.getByRole('grid')).toHaveAttribute('data-state', /rows|empty/);
    await expectClean(page, list);
    const isWider = await page.getByRole('grid').evaluate((grid) => grid.scrollWidth > grid.clientWidth);
    expect(isWider, list).toBe(false);
  }
});

test('an empty list says that nothing has failed only if everything was read', async ({
  console: { page, url },
}) => {
  const empty = (value: FleetPage): FleetPage => ({
    ...value,
    rows: [],
    cursor: null,
    read: { ...value.read, batches: 0, matched: 0 },
  });
  await changed<FleetPage>(page, 'fleet.batches', empty);
  await page.goto(`${url}/triage`);
  await expect(page.getByText('No batch of any tenant has failed')).toBeVisible();
  await expectClean(page, 'nothing failed');
  await page.goto(`${url}/triage?cause=000000`);
  await expect(page.getByText('No batch matches the filters')).toBeVisible();

  await page.unroute('**/call/fleet.batches');
  await changed<FleetPage>(page, 'fleet.batches', (value) => ({
    ...empty(value),
    kept: { ...toKept(value), keptSince: '2026-11-01T00:00:00.000Z', wholeSince: null },
  }));
  await page.goto(`${url}/triage`);
  await expect(page.getByText('No failed batch is known')).toBeVisible();
  await expect(
    page.getByText('Batches that have not changed since 1 Nov 2026, 00:00:00 UTC are missing.'),
  ).toBeVisible();
});

test('without lists of all tenants, Triage offers the tenants and says why', async ({
  console: { page, url },
}) => {
  const why = 'This pipeline keeps no lists of all tenants.';
  await changed<FleetPage>(page, 'fleet.batches', (value) => ({
    ...value,
    rows: [],
    cursor: null,
    kept: { state: 'not kept', why },
  }));
  await page.goto(`${url}/triage`);
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByText(/deploy the function keep-attention/)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Tenants' })).toContainText('Kestrel Foods');
  await expectClean(page, 'lists are not kept');
});
