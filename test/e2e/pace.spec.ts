import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/plans/messages.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { aFailedBatch, failedBatches, failedDocuments, openBatch, worldIsOpen } from './triage-world.ts';

/** Returns the batch with the most documents that would succeed in another run. */
async function aBatchToReprocess(page: Page): Promise<Batch> {
  for (const tenantId of ['northwind', 'kestrel', 'vesper']) {
    for (const batch of await failedBatches(page, tenantId)) {
      const documents = await failedDocuments(page, batch);
      const passing = documents.filter(({ error }) => error?.code === 'ThrottlingException');
      if (passing.length >= 6 && passing.length === documents.length) return batch;
    }
  }
  throw new Error('The sandbox has no batch with six throttled documents.');
}

test('the pace of a plan is chosen by keyboard, started, changed while the job runs, and offered the next time', async ({
  console: { page, url },
}) => {
  test.setTimeout(300_000);
  await worldIsOpen(page);
  const batch = await aBatchToReprocess(page);
  await openBatch(page, url, batch);
  await page.keyboard.press('p');
  const dialog = openDialog(page);
  const pace = dialog.getByRole('region', { name: 'Pace' });
  await expect(pace).toContainText('1, then 10, then the rest; as fast as the pipeline confirms.');
  const hash = dialog.getByText(/sha256:/);
  const before = await hash.textContent();

  await page.keyboard.press('p');
  const form = pace.getByRole('form', { name: 'Pace' });
  const first = form.getByRole('textbox', { name: 'Only the first' });
  await expect(first).toBeFocused();
  // Escape closes the form alone.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(pace.getByRole('button', { name: 'Change the pace' })).toBeFocused();
  await page.keyboard.press('p');
  await expect(first).toBeFocused();
  await expectClean(page, 'the form of a pace');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Enter a whole number up to 50,000, or nothing.');
  await expect(first).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  await form.getByRole('textbox', { name: 'At most a second' }).focus();
  await page.keyboard.type('0.5');
  await form.getByRole('combobox', { name: 'Name of the alarm' }).focus();
  await page.keyboard.type('no-such-alarm');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('no-such-alarm fires');
  // An open form is neither the old pace nor the new one.
  await expect(dialog.getByRole('button', { name: /^Start with/ })).toHaveAttribute('aria-disabled', 'true');
  await form.getByRole('button', { name: 'Use this pace' }).press('Enter');
  await expect(pace).toContainText(
    '1, then 10, then the rest; only the first 5; at most 1 every 2 s; stops when no-such-alarm fires.',
  );
  await expect(pace.getByRole('button', { name: 'Change the pace' })).toBeFocused();
  expect(await hash.textContent()).not.toBe(before);
  await expect(dialog.getByRole('region', { name: 'Plan summary' })).toContainText(/5of \d+/);
  await expect(dialog).toContainText('Not in this plan: only the first 5 go');
  await expectClean(page, 'a plan with a pace');
  await dialog.getByRole('button', { name: 'Start with 1 document' }).press('Enter');

  // The alarm is unknown, so nothing is sent, and the job says so.
  const job = openDialog(page);
  await expect(job.getByText(/^Holding: The alarm no-such-alarm can't be read/)).toBeVisible();
  await expectClean(page, 'a job that holds');
  await page.keyboard.press('p');
  const change = job.getByRole('form', { name: 'Pace' });
  await change.getByRole('button', { name: 'Remove: no-such-alarm fires' }).press('Enter');
  await change.getByRole('button', { name: 'Change the pace' }).press('Enter');
  await expect(job.getByText('5 of 5 fixed', { exact: false })).toBeVisible({ timeout: 200_000 });
  const drawn = job.getByRole('region', { name: 'Pace' });
  await expect(drawn).toContainText('5 of 5 sent');
  await expect(drawn).toContainText('no longer stops when no-such-alarm fires');
  await expectClean(page, 'the drawing of a pace');
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await page.keyboard.press('p');
  const again = openDialog(page).getByRole('region', { name: 'Pace' });
  await expect(again).toContainText('Last time for');
  await page.keyboard.press('p');
  await again.getByRole('button', { name: /^As last time/ }).press('Enter');
  await expect(again.getByRole('textbox', { name: 'At most a second' })).toHaveValue('0.5');
});

test('a plan that is refreshed keeps the reason and the time at which it begins', async ({
  console: { page, url },
}) => {
  await worldIsOpen(page);
  await openBatch(page, url, await aFailedBatch(page));
  await page.keyboard.press('p');
  const dialog = openDialog(page);
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await reason.fill('After the deployment');
  await dialog.getByRole('combobox', { name: messages.begin.label }).press('Enter');
  await page.getByRole('option', { name: messages.begin.atTime }).press('Enter');
  const time = dialog.getByRole('textbox', { name: messages.begin.time });
  await time.fill('22:00');
  const start = dialog.getByRole('button', { name: /, later$/ });
  await expect(start).toBeVisible();

  const made = page.waitForResponse('**/call/plans.make');
  await dialog.getByRole('button', { name: messages.plan.refresh }).press('Enter');
  const { value } = (await (await made).json()) as { readonly value: { readonly hash: string } };
  await expect(dialog.getByText(`sha256:${value.hash.slice(0, 8)}`)).toBeVisible();
  await expect(start).toBeVisible();
  await expect(reason).toHaveValue('After the deployment');
  await expect(time).toHaveValue('22:00');
});
