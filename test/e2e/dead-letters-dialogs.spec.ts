import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test, withMotion } from './fixtures.ts';
import { hold } from './hold.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { worldIsOpen } from './triage-world.ts';

test.use(withMotion);

test('a message shows why it is here, what it is about and where it has been', async ({
  console: { page },
}) => {
  await sampled(page);
  await row(page, 1).click();
  const message = page.getByRole('region', { name: 'Message', exact: true });
  for (const part of ['Why it failed', 'Body', 'Attributes', 'Linked document', 'Failure passport']) {
    await expect(message.getByRole('heading', { name: part })).toBeVisible();
  }
  await expect(message.getByRole('tree', { name: 'Body of the message' })).toContainText('"Records"');
  await expect(message).toContainText('including this sample');
  await expectClean(page, 'drawer');

  const first = await message.getByRole('heading', { level: 2 }).innerText();
  await page.keyboard.press('j');
  await expect(message.getByRole('heading', { level: 2 })).not.toHaveText(first);
  await page.keyboard.press('Escape');
  await expect(message).toHaveCount(0);
});

test('a discard shows what will be deleted, takes the count and the reason, and leaves a file', async ({
  console: { page, home },
}) => {
  await sampled(page);
  await choose(page, 1, 2);
  await page.getByRole('button', { name: 'Discard…' }).click();
  const dialog = openDialog(page);
  await expect(dialog.getByRole('grid', { name: 'Messages to discard' }).getByRole('row')).toHaveCount(3);
  await expectClean(page, 'discard');
  await dialog.getByRole('button', { name: 'Continue to the plan' }).click();

  await expect(dialog.getByLabel('Type the environment, sandbox')).toBeFocused();
  const start = dialog.getByRole('button', { name: 'Discard 2 messages' });
  await start.click();
  await expect(dialog.getByText('The plan has 2 to go. Type 2.')).toBeVisible();
  await expect(dialog.getByText('Reason required. Why discard them?')).toBeVisible();
  await dialog.getByLabel('Type the environment').fill('sandbox');
  await dialog.getByLabel('and the count, 2').fill('2');
  await dialog.getByLabel('Reason, kept with the receipts').fill('Left over from a test');
  await expectClean(page, 'discard plan');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 of 2 saved to a file and deleted.')).toBeVisible();
  await expect(dialog.getByText(join(home, 'discarded'))).toHaveText(/\.jsonl$/);
  await expect(dialog.getByRole('button', { name: 'Copy the path of the file' })).toBeVisible();
  await expectClean(page, 'discard job');
});

test('a discard of messages that name no document still shows what will be deleted', async ({
  console: { page },
}) => {
  await sampled(page, /^autowired-webhooks-dlq/);
  await choose(page, 1);
  await page.getByRole('button', { name: 'Discard…' }).click();
  const what = openDialog(page).getByRole('grid', { name: 'Messages to discard' }).getByRole('row');
  await expect(what.nth(1).getByRole('gridcell').nth(2)).toHaveText(/\S/);
});

test('an edited body is compared with the original, and a change of shape requires a reason', async ({
  console: { page },
}) => {
  await sampled(page);
  await choose(page, 1);
  await page.getByRole('button', { name: 'Edit and redrive' }).click();
  const dialog = openDialog(page);
  const body = dialog.getByRole('textbox', { name: 'Body' });
  const changes = dialog.getByRole('complementary', { name: 'Changes' });
  await expect(changes).toContainText('No changes');

  await body.fill((await body.inputValue()).replace('"awsRegion": "local"', '"awsRegion": "eu-west-1"'));
  await expect(changes).toContainText('1 value changed');
  await expect(changes).toContainText('Records[0].awsRegion');
  await expect(changes).toContainText('Same keys and value types');
  await body.fill((await body.inputValue()).replace('"eventVersion": "2.1"', '"eventVersion": 2.1'));
  await expect(changes).toContainText('Reason required');
  await expectClean(page, 'edit');

  await dialog.getByRole('button', { name: 'Plan the redrive' }).click();
  await expect(dialog.getByText('1 needs a reason')).toBeVisible();
  const start = dialog.getByRole('button', { name: 'Start with 1 message' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel(/^Reason/).fill('The reader takes figures as well');
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');

  await test.step('keeps what was typed when the plan is put aside', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit and redrive' }).click();
    await expect(body).toHaveValue(/"awsRegion": "eu-west-1"/);
  });
});

test('a whole queue is moved with a reason, and the move is stopped half-way', async ({
  console: { page },
}) => {
  await sampled(page, /^autowired-webhooks-dlq/);
  await page.getByRole('button', { name: 'Redrive all…' }).click();
  const dialog = openDialog(page);
  await expect(dialog).toContainText('Does not filter');
  await dialog.getByLabel('Messages per second').fill('501');
  await dialog.getByRole('button', { name: 'Redrive all', exact: true }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 500, or leave empty.')).toBeVisible();
  await expectClean(page, 'move');
  await dialog.getByLabel('Messages per second').fill('1');
  await dialog.getByLabel('Reason, kept in the audit trail').fill('The endpoint is back');
  await page.keyboard.press('Enter');

  const moves = page.getByRole('region', { name: /^Moves of/ });
  await expect(moves.getByRole('progressbar')).toBeVisible();
  await moves.getByRole('button', { name: 'Stop the move' }).click();
  await expect(moves.getByRole('progressbar')).toHaveCount(0);
});

test('a move that is answered late does not close the dialog that was opened meanwhile', async ({
  console: { page },
}) => {
  await sampled(page, /^autowired-webhooks-dlq/);
  const answer = hold();
  await page.route('**/call/dead-letters.move', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Redrive all…' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Messages per second').fill('1');
  await dialog.getByLabel('Reason, kept in the audit trail').fill('The endpoint is back');
  const asked = page.waitForRequest('**/call/dead-letters.move');
  await page.keyboard.press('Enter');
  await asked;
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await choose(page, 1);
  await page.getByRole('button', { name: 'Discard…' }).click();
  const messages = dialog.getByRole('grid', { name: 'Messages to discard' });
  await expect(messages).toBeVisible();
  answer.end();
  await expect(page.getByText(/^SQS is moving /).first()).toBeVisible();
  await expect(messages).toBeVisible();
});

async function sampled(page: Page, queue = /^autowired-documents-dlq/): Promise<void> {
  await worldIsOpen(page);
  await actAs(page, 'admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await page.getByRole('button', { name: queue }).first().click();
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  await expect(row(page, 10)).toBeVisible();
}

function row(page: Page, place: number): Locator {
  return page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row').nth(place);
}

async function choose(page: Page, ...places: readonly number[]): Promise<void> {
  for (const place of places) await row(page, place).getByRole('checkbox').click();
}
