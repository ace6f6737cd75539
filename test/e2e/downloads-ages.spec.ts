import type { Page } from '@playwright/test';
import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads.ts';
import { aBatchThat, cell, openDownloads, stripIsRead, readToday } from './downloads-world.ts';
import { expect as briefly, test } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { answer, recordCalls, listNames, refuse, throttled } from './triage-world.ts';

// The sandbox generates its past on the first read, which takes longer on a busy machine.
const expect = briefly.configure({ timeout: 20_000 });

test('data that was read hours ago is shown with its age, and opening another batch of today does not read its day again', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await openDownloads(page, url);
  const today = await readToday(page);
  const readAt = Date.parse(await readTime(page, today)) - 5 * 3_600_000;
  const like = await aBatchThat(page, today, ({ status }) => status === 'completed');
  const startedAt = (ago: number) => new Date(readAt - ago * 60_000).toISOString();
  const inWork: DownloadBatch = { ...like, date: today, status: 'queued', completed: [], failed: [] };
  const value: DownloadDay = {
    date: today,
    isAll: true,
    asOf: new Date(readAt).toISOString(),
    batches: [
      { ...inWork, batchId: `batch-${today}-newer`, startedAt: startedAt(1) },
      { ...inWork, batchId: `batch-${today}-older`, startedAt: startedAt(2) },
    ],
  };
  await page.route('**/call/downloads.day', (route) =>
    route.request().postData()?.includes(today) === true
      ? route.fulfill({ json: { ok: true, value } })
      : route.continue(),
  );
  await openDownloads(page, url, `?date=${today}`);
  const asked = recordCalls(page, /^downloads\.batch$/);
  await page.getByRole('list', { name: 'Batches' }).getByRole('button', { name: /older/ }).click();
  await expect(page.getByRole('region', { name: `Batch batch-${today}-older` })).toBeVisible();
  expect(listNames(asked)).toEqual([]);

  // The answers for the other days carry a clock that is hours later.
  await stripIsRead(page);
  await expect(page.getByRole('region', { name: 'The chosen day' })).toContainText('Read 5 h ago.');
  await expect(cell(page, today)).toHaveAccessibleName(/: in progress/);
  await expect(page.getByText('has been running for')).toHaveCount(0);
});

async function readTime(page: Page, date: string): Promise<string> {
  return (await answer<DownloadDay>(page, 'downloads.day', { date })).asOf;
}

test('the way to today is open beside a batch of another day, even if the address names no day', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await openDownloads(page, url);
  const today = await readToday(page);
  const toToday = page.getByRole('button', { name: /^Today/ });
  await expect(toToday).toHaveAttribute('aria-disabled', 'true');
  const batch = await aBatchThat(page, today, ({ status, date }) => status === 'completed' && date !== today);
  await openDownloads(page, url, `?batch=${batch.batchId}`);
  await expect(cell(page, batch.date ?? '')).toHaveAttribute('aria-current', 'date');
  // The read that led to this batch's day has a receipt as well.
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('AP7');
  await toToday.click();
  await expect(cell(page, today)).toHaveAttribute('aria-current', 'date');
  await expect(page).not.toHaveURL(/batch=/);
});

test('data that could not be read again is shown and marked as old, and no action is offered on what is gone', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await openDownloads(page, url);
  const today = await readToday(page);
  const batch = await aBatchThat(page, today, ({ status, date }) => status === 'completed' && date !== today);
  const fileId = batch.completed[0] ?? '';
  // A batch that its day does not list is read by its id.
  await openDownloads(page, url, `?date=${today}&batch=${batch.batchId}&file=${fileId}`);
  const content = page.getByRole('region', { name: `Batch ${batch.batchId}` });
  const drawer = page.getByRole('region', { name: 'File', exact: true });
  await stripIsRead(page);
  await expect(content).toContainText('End of list');
  await expect(drawer).toContainText('COMPLETED');

  await refuse(page, 'downloads.batch', throttled);
  await refuse(page, 'downloads.file', throttled);
  // R reads nothing more while a read is under way.
  await expect(async () => {
    await page.keyboard.press('r');
    await expect(content).toContainText('Showing earlier data.', { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(drawer).toContainText('Showing earlier data. Nothing was changed.');

  await refuse(page, 'downloads.file', gone);
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await expect(drawer).toContainText('File not found');
  await expect(drawer.getByRole('button', { name: 'Requeue this file…' })).toHaveCount(0);
});

const gone = {
  code: 'not-found',
  message: 'There is no such file on this connection.',
  reference: 'ref-2',
  what: 'file',
} as const;
