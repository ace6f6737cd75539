import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * The dialog, drawer or palette that is open. Another may still be closing beside it, and a toast is a dialog as well:
 * a locator that meets two fails at once, whatever time its assertion has.
 */
export function openDialog(page: Page): Locator {
  return page.locator('[role=dialog][data-modal][data-open]');
}

/** Gone, and not only closing: until then the page behind does not hear its keys. */
export async function dialogsAreGone(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog][data-modal]')).toHaveCount(0);
}

/** Open, and the focus in its field: what is typed before that goes to the page. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Jump to or do anything' });
  await expect(field).toBeFocused();
  return field;
}
