import { startConsole } from '#scripts/start-console.ts';
import { openDialog } from './dialogs.ts';
import { expect, shellIsThere, test } from './fixtures.ts';
import { aBatchFailedWith, openBatch } from './triage-world.ts';

test('a job continues after the console was killed and started again', async ({ page, context }) => {
  test.setTimeout(180_000);
  const first = await startConsole();
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await openBatch(page, first.origin, batch);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Reprocess 2…', exact: true }).click();
  await page.getByRole('button', { name: 'Start with 1 document' }).click();
  const dialog = openDialog(page);
  const steps = dialog.getByRole('list', { name: 'Steps' });
  await expect(steps).toContainText('Step 1, 1: 1 running', { timeout: 20_000 });

  await first.kill();
  // The dialog shows the message as well, because it covers the page's own note.
  await expect(dialog.getByText("The console's process is not answering.")).toBeVisible({ timeout: 20_000 });
  const second = await startConsole({ home: first.home });
  await context.clearCookies();
  await page.goto(second.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await page.goto(`${second.origin}/activity?tab=jobs`);
  const job = page.getByRole('grid', { name: 'Jobs' }).getByRole('row', { name: new RegExp(batch.batchId) });
  await expect(job).toContainText(/Running|Done/, { timeout: 20_000 });
  await expect(job).toContainText('Done', { timeout: 90_000 });
  await expect(job).toContainText('2 fixed');
  await job.getByText('Reprocess 2 documents').click();
  const receipts = dialog.getByRole('grid', { name: 'Receipts' }).getByRole('row');
  await expect(receipts).toHaveCount(3);
  // Each document gets one run, and the restart adds no second one.
  await expect(receipts.nth(1)).toContainText(`run ${String((batch.run ?? 0) + 1)}`);
  await expect(receipts.nth(2)).toContainText(`run ${String((batch.run ?? 0) + 2)}`);
  await second.stop();
});
