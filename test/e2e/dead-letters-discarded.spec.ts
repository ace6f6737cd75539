import type { Page } from '@playwright/test';
import { sampleAll } from './dead-letters-world.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { refuse, throttled, worldIsOpen } from './triage-world.ts';

test('a discarded message is found in its tab, opened masked, and sent again once', async ({
  console: { page },
}) => {
  test.setTimeout(180_000);
  await worldIsOpen(page);
  await openWebhooks(page, 'admin');
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  const sampled = page.getByRole('grid', { name: 'Sampled messages' });
  await expect(sampled.getByRole('row').nth(10)).toBeVisible();
  for (const place of [1, 2]) await sampled.getByRole('row').nth(place).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Discard…' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: 'Continue to the plan' }).click();
  await dialog.getByLabel('Type the environment').fill('sandbox');
  await dialog.getByLabel('and the count, 2').fill('2');
  await dialog.getByLabel('Reason, kept with the receipts').fill('The customer has closed the account');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 of 2 saved to a file and deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);

  await page.keyboard.press('2');
  await expect(page.getByRole('tab', { name: 'Discarded' })).toHaveAttribute('aria-selected', 'true');
  const discarded = page.getByRole('grid', { name: 'Discarded messages' });
  await expect(discarded.getByRole('row')).toHaveCount(3);
  await expect(discarded).toContainText('The customer has closed the account');
  await expectClean(page, 'discarded messages');

  await discarded.getByRole('row').nth(1).click();
  const message = page.getByRole('region', { name: 'Message', exact: true });
  await expect(message.getByRole('heading', { name: 'Body' })).toBeVisible();
  await expect(message).toContainText('In a file on this computer');
  await expectClean(page, 'an open discarded message');

  await page.keyboard.press('p');
  await expect(dialog.getByRole('heading', { name: 'Send 1 discarded message again' })).toBeVisible();
  await expect(dialog).toContainText('The file stays as it is');
  await expectClean(page, 'plan to send again');
  await dialog.getByRole('button', { name: /^Start with/ }).click();
  await expect(dialog.locator('output', { hasText: '1 of 1 sent' })).toBeVisible({ timeout: 90_000 });
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await expect(discarded.getByText('sent again')).toBeVisible();

  await test.step('a message that was sent is not offered again', async () => {
    await page.keyboard.press('p');
    await expect(
      page
        .getByRole('region', { name: 'Notifications' })
        .getByText('All of these were sent already. A message is not sent twice.'),
    ).toBeVisible();
  });
  await page.keyboard.press('1');
  await expect(page.getByRole('tab', { name: 'Queues' })).toHaveAttribute('aria-selected', 'true');
});

test('a group keeps a note of what to do, which Incidents and a colleague see', async ({
  console: { page },
}) => {
  test.setTimeout(180_000);
  await worldIsOpen(page);
  await openWebhooks(page, 'admin');
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('button');
  await groups.first().click();
  const known = page.getByRole('region', { name: 'What is known about this cause' });
  await expect(known).toContainText('No redrive or reprocess for this cause is known.');
  await page.keyboard.press('.');
  const field = known.getByRole('textbox', { name: 'What to do about it' });
  await expect(field).toBeFocused();
  await field.fill('Ask the customer for their new endpoint. Do not redrive before.');
  await expectClean(page, 'writing a note');
  await page.keyboard.press('Control+Enter');
  await expect(known.getByText('Ask the customer for their new endpoint.')).toBeVisible();
  await expect(known).toContainText('you');
  await openWebhooks(page, 'support');
  await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
  await groups.first().click();
  await expect(page.getByText('Ask the customer for their new endpoint.').first()).toBeVisible();
});

test('a note that could not be saved says so at its own group only', async ({ console: { page } }) => {
  test.setTimeout(120_000);
  await worldIsOpen(page);
  await openWebhooks(page, 'admin');
  // A few messages may all have one cause.
  await sampleAll(page);
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('button');
  const known = page.getByRole('region', { name: 'What is known about this cause' });
  const field = known.getByRole('textbox', { name: 'What to do about it' });
  await refuse(page, 'incidents.note', throttled);
  await groups.first().click();
  await known.getByRole('button', { name: /Write what to do/ }).click();
  await field.fill('Ask the customer for their new endpoint.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(known).toContainText(throttled.message);
  await page.unroute('**/call/incidents.note');

  await groups.nth(1).click();
  await known.getByRole('button', { name: /Write what to do/ }).click();
  await field.fill('Redrive after the deploy.');
  await expect(known).not.toContainText(throttled.message);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(known.getByText('Redrive after the deploy.')).toBeVisible();
  await groups.first().click();
  await expect(known).toContainText(throttled.message);
  await expect(field).toHaveValue('Ask the customer for their new endpoint.');
});

test('the page of a cause says what is known about it, and takes a note by a key', async ({
  console: { page },
}) => {
  test.setTimeout(120_000);
  await worldIsOpen(page);
  await actAs(page, 'admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('grid').getByRole('row').nth(1).click();
  const known = page.getByRole('region', { name: 'What is known', exact: true });
  await expect(known.getByRole('button', { name: /Write what to do/ })).toBeVisible();
  await page.keyboard.press('.');
  await known.getByRole('textbox', { name: 'What to do about it' }).fill('Raise the quota first.');
  await known.getByRole('button', { name: /Save the note/ }).click();
  await expect(known.getByText('Raise the quota first.')).toBeVisible();
  await expectClean(page, 'a cause with a note');
});

async function openWebhooks(page: Page, personaId: 'admin' | 'support'): Promise<void> {
  await actAs(page, personaId);
  await page.getByRole('navigation').getByRole('link', { name: 'Dead letters' }).click();
  await page
    .getByRole('button', { name: /^autowired-webhooks-dlq/ })
    .first()
    .click();
}
