import type { Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test, withMotion } from './fixtures.ts';
import { isUsual } from './review-kinds.ts';
import { acceptAll, actAs, documentLike, isYours, openOnDesk } from './review-world.ts';
import { recordCalls } from './triage-world.ts';
import { carrierInvoices, openWorkflow, reason, workAs } from './workflows-world.ts';

test.use(withMotion);

test('nothing can be decided behind a dialog', async ({ console: { page, url } }) => {
  test.setTimeout(90_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isUsual, { tenantId: 'northwind' });
  await openOnDesk(page, url, document);
  await acceptAll(page, document);
  await askBehindDialog(page);
  await isYours(page, document.fileName);
  await expect(page).toHaveURL(new RegExp(document.documentId));
});

test('no threshold can be saved behind a dialog', async ({ console: { page, url } }) => {
  test.setTimeout(150_000);
  await workAs(page, 'admin');
  await openWorkflow(page, url, carrierInvoices, '&review=0.88');
  await reason(page).fill('Totals of one carrier are misread.');
  const saves = recordCalls(page, /^workflows\.saveThresholds$/);
  await page.getByRole('heading', { level: 1 }).click();
  await askBehindDialog(page);
  expect(saves).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(reason(page)).toHaveValue('', { timeout: 60_000 });
  expect(saves).toHaveLength(1);
});

/** Sends the key in the moment before the dialog has taken the focus. */
async function askBehindDialog(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expect(openDialog(page)).toBeVisible();
  await page.evaluate(() => {
    const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    window.document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
}
