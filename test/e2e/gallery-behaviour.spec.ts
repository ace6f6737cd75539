import type { Page } from '@playwright/test';
import { expect, looking, test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
looking.use({ at: null });

test.describe('buttons', () => {
  looking('a loading button keeps its size and does nothing', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    const cell = page.locator('#button-states');
    const button = cell.getByRole('button', { name: 'Reprocess 31' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    const waiting = await button.boundingBox();
    await cell.getByRole('button', { name: 'Toggle' }).click();
    await expect(button).not.toHaveAttribute('aria-busy');
    expect(await button.boundingBox()).toEqual(waiting);
  });

  looking(
    'says why it is off to the pointer, the keyboard and the screen reader',
    async ({ console: { page, url } }) => {
      await openGallery(page, url);
      const button = page.locator('#button-states').getByRole('button', { name: 'Off, with a reason' });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription('Editing is off in production');
      await button.hover();
      await expect(page.getByText('Editing is off in production').last()).toBeVisible();
    },
  );
});

test.describe('keyboard', () => {
  looking('a menu opens, moves, closes and gives the focus back', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    const trigger = page.locator('#menus').getByRole('button', { name: 'Actions' });
    await trigger.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Reprocess…' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Discard…' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
  });

  looking('tabs and segments move with the arrows', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    await page.locator('#tabs').getByRole('tab', { name: 'Item' }).press('ArrowRight');
    await expect(page.locator('#tabs').getByRole('tab', { name: 'Keys' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const lanes = page.locator('#segmented').getByRole('radio', { name: 'Lanes' });
    await page.locator('#segmented').getByRole('radio', { name: 'Documents' }).press('ArrowRight');
    await expect(lanes).toBeChecked();
  });

  looking('Escape empties a search field before it leaves it', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    const search = page.getByRole('searchbox', { name: 'Filter what is loaded' });
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
    await search.press('Escape');
    await expect(search).not.toBeFocused();
  });
});

test.describe('dialogs', () => {
  looking(
    'a typed confirmation refuses anything but what it asks for',
    async ({ console: { page, url } }) => {
      await openGallery(page, url);
      const opener = page.locator('#dialogs').getByRole('button', { name: 'Typed', exact: true });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Discard 4 messages' });
      const field = dialog.getByRole('textbox', { name: 'Type 4 to go on' });
      await expect(field).toBeFocused();
      await page.keyboard.type('5');
      await page.keyboard.press('Enter');
      await expect(field).toHaveAccessibleDescription('This says 5. Type 4.');
      await expect(dialog).toBeVisible();
      await field.fill('4');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    },
  );
});

test.describe('toasts', () => {
  looking('the key of the action works from anywhere', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    await page.locator('#toasts').getByRole('button', { name: 'With undo' }).click();
    const toast = page.getByRole('dialog').filter({ hasText: 'Approved' });
    await expect(toast).toBeVisible();
    await page.keyboard.press('u');
    await expect(toast).toBeHidden();
  });

  looking('a key does not act on a hidden toast', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    const section = page.locator('#toasts');
    await section.getByRole('button', { name: 'With undo' }).click();
    for (let more = 0; more < 3; more++) await section.getByRole('button', { name: 'Succeeded' }).click();
    const waiting = page.locator('[data-limited]').filter({ hasText: 'Approved' });
    await expect(waiting).toHaveCount(1);
    await page.keyboard.press('u');
    const shown = page.getByRole('region', { name: /^Notifications/ });
    await shown.locator('button[aria-label=Dismiss]:visible').first().click();
    await expect(page.getByRole('dialog').filter({ hasText: 'Approved' })).toBeVisible();
  });

  looking('only the newest ten are kept', async ({ console: { page, url } }) => {
    await openGallery(page, url);
    const stays = page.locator('#toasts').getByRole('button', { name: 'Stays' });
    for (let more = 0; more < 14; more++) await stays.click();
    const kept = page.getByRole('region', { name: /^Notifications/ }).locator('[role=dialog]');
    await expect(kept.filter({ hasText: 'Reading again in a minute' })).toHaveCount(10);
  });

  test('disappear after 8 s, but not while they are being read', async ({ console: { page, url } }) => {
    await page.clock.install();
    await openGallery(page, url);
    await page.locator('#toasts').getByRole('button', { name: 'Succeeded' }).click();
    const toast = page.getByRole('dialog').filter({ hasText: '28 of 28 reprocessed' });
    await toast.hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(700, 100);
    await page.clock.runFor(9000);
    await expect(toast).toBeHidden();
  });
});

looking('an address opens its section', async ({ console: { page, url } }) => {
  await page.goto(`${url}/gallery/index.html#dialogs`);
  await expect(page.getByRole('heading', { level: 2, name: 'Dialogs' })).toBeInViewport();
});

async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/gallery/index.html`);
  await page.getByRole('heading', { level: 1, name: 'States and components' }).waitFor();
}

looking('shows both themes side by side, each in its own colours', async ({ console: { page, url } }) => {
  await page.goto(`${url}/gallery/index.html?theme=both`);
  const dark = page.locator('[data-theme="dark"]').first();
  const light = page.locator('[data-theme="light"]').first();
  // A build that lowers light-dark() ties every colour to the root and shows one theme twice.
  await expect(dark).toHaveCSS('background-color', 'rgb(15, 22, 25)');
  await expect(light).toHaveCSS('background-color', 'rgb(249, 251, 252)');
});
