import type { Locator, Page } from '@playwright/test';
import { dialogsAreGone, openDialog, openPalette } from './dialogs.ts';
import { sampleAll } from './dead-letters-world.ts';
import { expect, test, withMotion } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { worldIsOpen } from './triage-world.ts';

const documents = /^autowired-documents-dlq/;
const webhooks = /^autowired-webhooks-dlq/;

// A message may name a document that no longer exists, and the browser logs that answer.
test.use({ isRefused: true, ...withMotion });

test('the edit dialog focuses the body, and no key reaches the page behind it', async ({
  console: { page },
}) => {
  await sampled(page, documents);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(chosen(page)).toHaveCount(1);
  await page.keyboard.press('f');
  const body = openDialog(page).getByRole('textbox', { name: 'Body' });
  await expect(body).toBeFocused();

  await test.step('even when nothing has the focus', async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    for (const key of ['j', 'j', 'x', 'u', 'n', 'q']) await page.keyboard.press(key);
    await expect(body).toBeVisible();
    await expect(chosen(page)).toHaveCount(1);
  });

  await test.step('Escape closes the dialog and nothing else', async () => {
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
    await expect(chosen(page)).toHaveCount(1);
    await expect(grid(page)).toBeFocused();
    await expect(row(page, 10)).toBeVisible();
    await expect(page.getByText(/^Gave back/)).toHaveCount(0);
  });
});

test('after pressing a button that disappears, the focus moves to the list, or to the button that fills it', async ({
  console: { page },
}) => {
  await open(page, documents);
  const sample = page.getByRole('button', { name: 'Sample 10', exact: true });
  await sample.focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 10)).toBeVisible();
  await expect(grid(page)).toBeFocused();

  const message = page.getByRole('region', { name: 'Message', exact: true });
  const close = message.getByRole('button', { name: 'Close the message' });
  await test.step('when a message is closed, by the pointer and by Enter', async () => {
    await row(page, 1).click();
    await close.click();
    await expect(message).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await close.focus();
    await page.keyboard.press('Enter');
    await expect(message).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
  });

  await test.step('when another message is opened from the open one', async () => {
    await page.keyboard.press('Enter');
    const inBody = message.getByRole('tree', { name: 'Body of the message' });
    await inBody.focus();
    await page.keyboard.press('Tab');
    const first = await message.getByRole('heading', { level: 2 }).innerText();
    await page.keyboard.press('j');
    await expect(message.getByRole('heading', { level: 2 })).not.toHaveText(first);
    await expect(inBody).toBeVisible();
    await expect(page.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('when the selection is cleared', async () => {
    await row(page, 1).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Clear selection' }).focus();
    await page.keyboard.press('Enter');
    await expect(chosen(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
  });

  await test.step('when the sample is given back', async () => {
    await page.getByRole('button', { name: 'Give back' }).focus();
    await page.keyboard.press('Enter');
    await expect(grid(page)).toHaveCount(0);
    await expect(sample).toBeFocused();
  });
});

test('a person who switches to someone with access gets the focus on the page', async ({
  console: { page },
}) => {
  await worldIsOpen(page);
  await actAs(page, 'reviewer');
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await page.getByRole('button', { name: 'Work as Ines Halvorsen, admin' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Dead-letter queues' })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
});

test('a move shows its result, stopped or done, and the focus is not lost with its button', async ({
  console: { page },
}) => {
  test.setTimeout(150_000);
  await open(page, webhooks);
  await move(page, '1');
  const moves = page.getByRole('region', { name: /^Moves of/ });
  await moves.getByRole('button', { name: 'Stop the move' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Stopped: [\d,]+ of about [\d,]+ (?:was|were) moved$/)).toBeVisible();
  await expect(moves.getByRole('listitem').first()).toContainText('Stopped');
  await expect(moves.getByRole('button', { name: 'Stop the move' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sample 10', exact: true })).toBeFocused();

  await test.step('when stopped from the palette', async () => {
    const before = await moves.getByRole('listitem').count();
    await move(page, '1');
    await openPalette(page);
    await page.keyboard.type('stop the move');
    await page.getByRole('option', { name: /^Stop the move of autowired-webhooks-dlq/ }).click();
    await expect(moves.getByRole('button', { name: 'Stop the move' })).toHaveCount(0);
    await expect(moves.getByRole('listitem')).toHaveCount(before + 1);
    await expect(moves.getByRole('listitem').first()).toContainText('Stopped');
  });

  await test.step('when done', async () => {
    await move(page, '');
    await expect(page.getByText(/^Moved [\d,]+ of about [\d,]+$/)).toBeVisible({ timeout: 60_000 });
    await expect(moves.getByRole('listitem').first()).toContainText('Completed');
  });
});

test('Enter in the list of jobs opens a running job', async ({ console: { page } }) => {
  await open(page, webhooks);
  await sampleAll(page);
  // The endpoint of these messages never answers, so the job runs for minutes.
  await page
    .getByRole('list', { name: 'Groups' })
    .getByRole('button', { name: /WebhookUnanswered/ })
    .click();
  await page.getByRole('button', { name: 'Redrive group…' }).click();
  await page.getByRole('button', { name: 'Start with 1 message' }).click();
  await expect(page.getByRole('button', { name: /^Brake now/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await page.getByRole('button', { name: /^1 job/ }).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Jobs' });
  await expect(list.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Brake now/ })).toBeVisible();
});

async function open(page: Page, queue: RegExp): Promise<void> {
  await worldIsOpen(page);
  await actAs(page, 'admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await page.getByRole('button', { name: queue }).first().click();
}

async function sampled(page: Page, queue: RegExp): Promise<void> {
  await open(page, queue);
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  await expect(row(page, 10)).toBeVisible();
}

async function move(page: Page, perSecond: string): Promise<void> {
  await page.keyboard.press('b');
  const dialog = openDialog(page);
  await dialog.getByLabel('Messages per second').fill(perSecond);
  await dialog.getByLabel('Reason, kept in the audit trail').fill('The endpoint is back');
  await page.keyboard.press('Enter');
  await dialogsAreGone(page);
}

function grid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Sampled messages' });
}

function row(page: Page, place: number): Locator {
  return grid(page).getByRole('row').nth(place);
}

/** Finds the selected rows, even while a dialog covers the table. */
function chosen(page: Page): Locator {
  return page.locator('[role=grid][aria-label="Sampled messages"] [data-index] input:checked');
}
