import { dayAfter } from '#shared/domain/download-days.ts';
import {
  aBatchThat,
  cell,
  filesGrid,
  openDownloads,
  strip,
  stripIsRead,
  readToday,
} from './downloads-world.ts';
import { expect as briefly, looking as test, shellIsThere } from './fixtures.ts';
import { actAs, command } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { answer, recordCalls, listNames, paste, refuse, throttled, type AskedCall } from './triage-world.ts';

// The sandbox generates its past on the first read, which takes longer on a busy machine.
const expect = briefly.configure({ timeout: 20_000 });

// Switching to another user for a moment may refuse a read of the page that is still open.
test.use({ isRefused: true });

test.describe('by address', () => {
  // Today, the default first page, would query its own day as well.
  test.use({ at: null });

  test('each visible day is one query, cached by day, and read again only on request', async ({
    console: { page, url },
  }) => {
    const days = recordCalls(page, /^downloads\.day$/);
    await openDownloads(page, url);
    await stripIsRead(page);
    const cells = await strip(page).locator('[data-day]').count();
    expect(cells).toBeGreaterThanOrEqual(14);
    expect(days.length).toBe(cells);
    expect(askedDays(days).size).toBe(days.length);
    const first = days.length;

    const today = await readToday(page);
    await page.keyboard.press('ArrowLeft');
    await expect(cell(page, dayAfter(today, -1))).toHaveAttribute('aria-current', 'date');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(cell(page, dayAfter(today, -cells - 6))).toBeVisible();
    await stripIsRead(page);
    expect(days.length).toBeLessThanOrEqual(first + 7);
    expect(askedDays(days).size).toBe(days.length);
    const moved = days.length;
    await page.keyboard.press('Home');
    await expect(cell(page, today)).toHaveAttribute('aria-current', 'date');
    expect(days.length).toBe(moved);

    await page.keyboard.press('r');
    await expect.poll(() => days.length).toBe(moved + 1);
    expect(days.at(-1)?.request.postDataJSON()).toMatchObject({ input: { date: today } });
    await page.getByRole('button', { name: 'Read today again' }).click();
    await expect.poll(() => days.length).toBe(moved + 2);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Read today again' })).toHaveCount(0);
  });
});

test('G then R opens Review and reads nothing on the way', async ({ console: { page, url } }) => {
  await openDownloads(page, url);
  await stripIsRead(page);
  const days = recordCalls(page, /^downloads\./);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/review/);
  expect(listNames(days)).toEqual([]);
});

test('sets are shown as arithmetic, and an open file by its key', async ({ console: { page, url } }) => {
  await openDownloads(page, url);
  const today = await readToday(page);
  const batch = await aBatchThat(
    page,
    today,
    ({ status, expected, completed, failed }) =>
      status === 'timeout' && expected.length > completed.length + failed.length,
  );
  await page.goto(`${url}/downloads?date=${batch.date ?? ''}&batch=${batch.batchId}`);
  const sets = page.getByRole('region', { name: 'Files as counted by the batch' });
  const open = batch.expected.length - batch.completed.length - batch.failed.length;
  await expect(sets).toContainText(`Expected${String(batch.expected.length)}`);
  await expect(sets).toContainText(new RegExp(`Open${String(open)}(?!\\d)`));
  await page.getByRole('group', { name: 'Files by status' }).getByRole('button', { name: /^Open/ }).click();
  await expect(page).toHaveURL(/status=open/);
  await expect(filesGrid(page).getByRole('row')).toHaveCount(open + 2);
  await expect(filesGrid(page)).toContainText(/taken over by a later batch|stuck/);
  await page
    .getByRole('group', { name: 'Files by status' })
    .getByRole('button', { name: /COMPLETED/ })
    .click();
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('AP3');
});

test('a time to live in milliseconds is reported as a defect, and a secret is never shown', async ({
  console: { page, url },
}) => {
  await openDownloads(page, url);
  const today = await readToday(page);
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/call/downloads.')) {
      // An answer has no body any more once the page has been navigated away from.
      response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      );
    }
  });
  // The sandbox's past has these files five days before its last poll, which was today or yesterday.
  for (const ago of [5, 6]) {
    const fileId = `rates-${dayAfter(today, -ago)}`;
    const { timeToLive } = await answer<{ readonly timeToLive: { readonly kind: string } }>(
      page,
      'downloads.file',
      { fileId },
    );
    if (timeToLive.kind !== 'in-milliseconds') continue;
    await page.goto(`${url}/downloads?file=${fileId}`);
    await expect(page.getByRole('region', { name: 'File', exact: true })).toContainText(
      'The time to live is in milliseconds instead of seconds',
    );
    await expect(cell(page, dayAfter(today, -ago))).toHaveAttribute('aria-current', 'date');
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.join('\n')).not.toMatch(/https?:|X-Amz|EncryptedAESKey|EncodedAESIV|PresignedURL/i);
    return;
  }
  throw new Error('The sandbox has no file with a wrong time to live.');
});

test('a pasted FileID or download batch opens here, and Back returns to the previous page', async ({
  console: { page, url },
}) => {
  await openDownloads(page, url);
  const today = await readToday(page);
  const batch = await aBatchThat(page, today, ({ status, date }) => status === 'completed' && date !== today);
  await page.goto(`${url}/costs`);
  await shellIsThere(page);
  await paste(page, batch.batchId);
  await expect(page.getByRole('region', { name: `Batch ${batch.batchId}` })).toBeVisible();
  await expect(cell(page, batch.date ?? '')).toHaveAttribute('aria-current', 'date');
  await page.goBack();
  await expect(page).toHaveURL(/\/costs/);
  const fileId = batch.completed[0] ?? '';
  await paste(page, fileId);
  await expect(page.getByRole('region', { name: 'File', exact: true })).toContainText('COMPLETED');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'File', exact: true })).toHaveCount(0);
});

test('the minutes can be chosen, and the address keeps them', async ({ console: { page, url } }) => {
  await openDownloads(page, url, '?standing=never-picked-up');
  const asked = recordCalls(page, /^downloads\.standing$/);
  await page.getByRole('combobox', { name: 'Longer than' }).click();
  await page.getByRole('option', { name: '7 d', exact: true }).click();
  await expect(page).toHaveURL(/minutes=10080/);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.request.postDataJSON()).toMatchObject({
    input: { kind: 'never-picked-up', minutes: 10_080 },
  });
  // While the choice is closing, it handles Escape first.
  await expect(page.getByRole('combobox', { name: 'Longer than' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/standing/);
});

test('a person with access to some tenants sees no download until they switch to one who has access', async ({
  console: { page, url },
}) => {
  await command(page, 'session.actAs', { personaId: 'support-northwind' });
  const asked = recordCalls(page, /^downloads\./);
  await page.goto(`${url}/downloads`);
  await expect(page.getByText('Requires access to all tenants')).toBeVisible();
  expect(listNames(asked)).toEqual([]);
  await page.getByRole('button', { name: /^Work as Mira Okafor/ }).click();
  await expect(strip(page)).toBeVisible();
});

test('a reviewer can look, and sees why nothing can be done', async ({ console: { page, url } }) => {
  await actAs(page, 'reviewer');
  await openDownloads(page, url);
  // Before the first batch of the day there is none to run again.
  const run = page.getByRole('button', { name: /^Run (?:again|this day)…$/ });
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(run).toHaveAccessibleDescription(/require the support or admin role/);
});

test('a day that has expired, one that has not begun, and one that was not read each say so', async ({
  console: { page, url },
}) => {
  await openDownloads(page, url, '?date=2020-01-01');
  await expect(page.getByText('Wednesday 1 January 2020 is no longer available')).toBeVisible();
  await openDownloads(page, url, '?date=2999-01-01');
  await expect(page.getByText(/2999 has not started yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Go to today' }).click();
  await expect(page.getByRole('region', { name: 'The chosen day' })).toContainText('today,');

  await refuse(page, 'downloads.day', throttled);
  await openDownloads(page, url);
  await expect(page.locator('main').getByRole('alert')).toContainText('The table is too busy');
  await expect(
    strip(page)
      .getByRole('button', { name: /couldn't load/ })
      .first(),
  ).toBeVisible();
  await page.unroute('**/call/downloads.day');
  await page.locator('main').getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
});

test('axe finds no violation in Downloads', async ({ console: { page, url } }) => {
  test.setTimeout(180_000);
  await openDownloads(page, url);
  await stripIsRead(page);
  await expectClean(page, 'today');
  await openDownloads(page, url, '?standing=stuck');
  await expect(filesGrid(page).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'File', exact: true })).toContainText('DOWNLOADING');
  await expectClean(page, 'a stuck file');
  await openDownloads(page, url, '?date=2020-01-01');
  await expectClean(page, 'a day that is gone');
  await command(page, 'session.actAs', { personaId: 'support-northwind' });
  await page.goto(`${url}/downloads`);
  await expect(page.getByText('Requires access to all tenants')).toBeVisible();
  await expectClean(page, 'a limited person');
});

function askedDays(calls: readonly AskedCall[]): ReadonlySet<string> {
  return new Set(calls.map(({ request }) => request.postData() ?? ''));
}
