import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Finds the dialog, drawer or palette that is open. Another may still be closing beside it, and a toast is a
 * dialog as well. A locator that matches two fails at once, whatever timeout its assertion has.
 */
export function openDialog(page: Page): Locator {
  return page.locator('[role=dialog][data-modal][data-open]');
}

/**
 * Waits until the dialogs have gone, because the page behind does not handle its keys while one is closing.
 */
export async function dialogsAreGone(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog][data-modal]')).toHaveCount(0);
}

/**
 * Opens the palette and waits for the focus in its field, because keys typed earlier would go to the page.
 */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await expect(field).toBeFocused();
  return field;
}
