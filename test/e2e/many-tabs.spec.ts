import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Makes the page report that it is hidden, because the test browser itself keeps every page visible. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('more tabs than a browser has connections still all get answers', async ({ console: { page, url } }) => {
  const tabs = [page];
  for (let n = 2; n <= 8; n += 1) {
    const before = tabs.at(-1);
    if (before !== undefined) await setHidden(before, true);
    const tab = await page.context().newPage();
    await tab.goto(`${url}/settings?tab=connections`);
    await expect(tab.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    tabs.push(tab);
  }
  const last = tabs.at(-1) ?? page;
  await last.getByRole('button', { name: /^Working as/ }).click();
  await last.getByRole('menuitemradio', { name: /Admin/ }).click();
  await expect(last.getByRole('button', { name: /^Working as.*Admin/ })).toBeVisible();

  await setHidden(last, true);
  await setHidden(page, false);
  await expect(page.getByRole('button', { name: /^Working as.*Admin/ })).toBeVisible();
});
