import type { Locator, Page } from '@playwright/test';
import { webhooks } from './dead-letters-world.ts';
import { dialogsAreGone, openDialog, openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { focusShown } from './shell-focus.ts';
import { worldIsOpen } from './triage-world.ts';

/** Nothing in this story presses a button of the mouse or gives the focus to anything but by a key. */
test('queues, groups, a note, a discard, the Discarded tab and sending again are worked by keys alone', async ({
  console: { page },
}) => {
  test.setTimeout(300_000);
  await worldIsOpen(page);
  await actAs(page, 'admin');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { level: 1, name: 'Dead letters' })).toBeVisible();

  await test.step('the queues are sorted and walked', async () => {
    const sort = page.getByRole('combobox', { name: 'Sort the queues' });
    await expect(page.getByRole('button', { name: webhooks }).first()).toBeVisible();
    await tabTo(page, sort);
    await showsFocus(page, 'the order of the queues');
    await page.keyboard.press('y');
    await expect(sort).toContainText('Oldest');
    const queue = page.getByRole('region', { name: /^Queue autowired-webhooks-dlq/ });
    for (let pressed = 0; pressed < 3 && !(await queue.isVisible()); pressed += 1) {
      await page.keyboard.press('q');
      await page.waitForTimeout(300);
    }
    await expect(queue).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: webhooks }).first());
    await showsFocus(page, 'a queue');
  });

  const sampled = page.getByRole('grid', { name: 'Sampled messages' });
  await test.step('messages are sampled, and a group gets a note', async () => {
    await page.keyboard.press('n');
    await expect(sampled.getByRole('row').nth(10)).toBeVisible();
    const group = page.getByRole('list', { name: 'Groups' }).getByRole('button').first();
    await tabTo(page, group);
    await showsFocus(page, 'a group');
    await page.keyboard.press('Enter');
    await expect(group).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('.');
    const known = page.getByRole('region', { name: 'What is known about this cause' });
    await expect(known.getByRole('textbox', { name: 'What to do about it' })).toBeFocused();
    await page.keyboard.type('Ask for the new endpoint.');
    await page.keyboard.press('Control+Enter');
    await expect(known.getByText('Ask for the new endpoint.')).toBeVisible();
    await expectClean(page, 'a group with a note');
    await page.keyboard.press('Escape');
    await expect(group).toHaveAttribute('aria-pressed', 'false');
  });

  const dialog = openDialog(page);
  await test.step('one message is discarded', async () => {
    await tabTo(page, sampled);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await showsFocus(page, 'the messages');
    await openPalette(page);
    await page.keyboard.type('Discard');
    await expect(page.getByRole('option', { name: /^Discard/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: /^Discard 1 message/ })).toBeVisible();
    const goOn = dialog.getByRole('button', { name: 'Continue to the plan' });
    await tabTo(page, goOn);
    await showsFocus(page, 'the button that goes on to the plan');
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByLabel('Type the environment'));
    await page.keyboard.type('sandbox');
    await tabTo(page, dialog.getByLabel('and the count, 1'));
    await page.keyboard.type('1');
    await tabTo(page, dialog.getByLabel('Reason, kept with the receipts'));
    await page.keyboard.type('The customer has left');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('1 of 1 saved to a file and deleted.')).toBeVisible();
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  });

  const discarded = page.getByRole('grid', { name: 'Discarded messages' });
  await test.step('it is found in its tab, opened, and sent again at a pace', async () => {
    await page.keyboard.press('2');
    await expect(page.getByRole('tab', { name: 'Discarded' })).toHaveAttribute('aria-selected', 'true');
    await expect(discarded.getByRole('row')).toHaveCount(2);
    await tabTo(page, page.getByRole('tab', { name: 'Discarded' }));
    await showsFocus(page, 'the tab');
    await tabTo(page, discarded);
    await page.keyboard.press('j');
    await showsFocus(page, 'the discarded messages');
    await page.keyboard.press('Enter');
    const message = page.getByRole('region', { name: 'Message', exact: true });
    await expect(message.getByRole('heading', { name: 'Body' })).toBeVisible();
    await page.keyboard.press('p');
    await expect(dialog.getByRole('heading', { name: 'Send 1 discarded message again' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Change the pace' })).toBeVisible();
    await page.keyboard.press('p');
    const form = dialog.getByRole('form', { name: 'Pace' });
    await tabTo(page, form.getByRole('textbox', { name: 'At most a second' }));
    await page.keyboard.type('1');
    await showsFocus(page, 'a field of the pace');
    await expectClean(page, 'the pace of sending again');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('region', { name: 'Pace' })).toContainText('at most 1 a second');
    await tabTo(page, dialog.getByRole('button', { name: /^Start with/ }));
    await page.keyboard.press('Enter');
    await expect(dialog.locator('output', { hasText: '1 of 1 sent' })).toBeVisible({ timeout: 90_000 });
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
    await expect(discarded.getByText('sent again')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(message).toHaveCount(0);
    await expect(discarded).toBeFocused();
  });

  await page.keyboard.press('1');
  await expect(page.getByRole('tab', { name: 'Queues' })).toHaveAttribute('aria-selected', 'true');
});

/** Presses Tab until this has the focus, as a person does who cannot point. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

const mostTabs = 120;

async function showsFocus(page: Page, what: string): Promise<void> {
  const { coverage } = await focusShown(page);
  expect(coverage, `how much of the outline of ${what} shows the focus`).toBeGreaterThan(0.5);
}
