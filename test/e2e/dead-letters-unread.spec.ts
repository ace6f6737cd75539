import type { Page } from '@playwright/test';
import type { Queues } from '#shared/contract/dead-letters.ts';
import { messages } from '#renderer/features/dead-letters/messages.ts';
import { openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { worldIsOpen } from './triage-world.ts';

/** Answers that one queue could not be read for as long as the returned switch is on. */
async function breakQueue(page: Page, name: RegExp) {
  const state = { isBroken: false };
  await page.route('**/call/dead-letters.queues', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { value: Queues };
    if (!state.isBroken) return route.fulfill({ response });
    const queues = answer.value.queues.map((row) =>
      name.test(row.name) ? { name: row.name, queue: null, failure: 'Rate exceeded.' } : row,
    );
    return route.fulfill({ json: { ...answer, value: { ...answer.value, queues } } });
  });
  return state;
}

test('what is typed in a dialog stays while its queue cannot be read', async ({ console: { page } }) => {
  const queue = /^autowired-documents-dlq/;
  await worldIsOpen(page);
  await actAs(page, 'admin');
  const state = await breakQueue(page, queue);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await page.getByRole('button', { name: queue }).first().click();
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  const row = page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row').nth(1);
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Edit and redrive' }).click();
  const body = openDialog(page).getByRole('textbox', { name: 'Body' });
  await body.fill('typed for an hour');

  state.isBroken = true;
  const readAgain = async () => page.waitForResponse('**/call/dead-letters.queues', { timeout: 30_000 });
  await readAgain();
  await readAgain();
  await expect(body).toHaveValue('typed for an hour');
  await page.keyboard.press('Escape');
  await expect(page.getByText(messages.queue.lastKnown)).toBeVisible();
  await expect(page.getByText('Rate exceeded.').first()).toBeVisible();
  // Nothing says whether a move was begun since, so none is started.
  await expect(page.getByRole('button', { name: 'Redrive all…' })).toHaveAttribute('aria-disabled', 'true');
  await expectClean(page, 'a queue that cannot be read');
  await page.getByRole('button', { name: 'Edit and redrive' }).click();
  await expect(body).toHaveValue('typed for an hour');
  await page.keyboard.press('Escape');

  state.isBroken = false;
  await readAgain();
  await expect(page.getByText(messages.queue.lastKnown)).toHaveCount(0);
  await expect(row).toBeVisible();
});
