import type { Page } from '@playwright/test';
import { expect, looking, shellIsThere, test } from './fixtures.ts';

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

looking('a load shows one theme from the first moment to the last', async ({ console: { page, url } }) => {
  await page.getByRole('main').waitFor();
  const kept = page.waitForResponse(/\/call\/preferences\.save$/);
  await press(page, 't', 'l');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await kept;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.assign(globalThis, { seenThemes: seen });
    new MutationObserver(() => {
      const html = document.querySelector('html');
      // The parser may pause between the doctype and the first element.
      if (html === null) return;
      const theme = html.getAttribute('data-theme');
      if (seen.at(-1) !== theme) seen.push(theme);
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  // The delay is long enough to notice a page that is drawn before the answer.
  await page.route('**/call/preferences.read', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(`${url}/today`);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { seenThemes: string[] }).seenThemes)).toEqual([
    'light',
  ]);
});

looking('a choice in one window shows in every window', async ({ console: { page, url } }) => {
  const other = await page.context().newPage();
  await other.goto(`${url}/costs`);
  await other.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
  for (const [letter, theme] of [
    ['l', 'light'],
    ['d', 'dark'],
  ] as const) {
    await press(page, 't', letter);
    await expect(other.locator('html')).toHaveAttribute('data-theme', theme);
  }
  await press(other, '[');
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
});

looking('slow answers to older choices do not undo newer ones', async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
  const delays = [900, 100, 500];
  let answered = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/call/preferences.save')) answered += 1;
  });
  await page.route('**/call/preferences.save', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delays.shift() ?? 0));
    await route.continue();
  });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenThemes: seen });
    const root = document.documentElement;
    new MutationObserver(() => seen.push(root.getAttribute('data-theme') ?? 'none')).observe(root, {
      attributeFilter: ['data-theme'],
    });
  });
  await press(page, 't', 'l', '[', 't', 'd');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
  await expect.poll(() => answered).toBe(3);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { seenThemes: string[] }).seenThemes)).toEqual([
    'light',
    'dark',
  ]);
});

test('a preference that could not be saved is reverted, named, and can be tried again', async ({
  page,
  consoles,
}) => {
  const host = await consoles.open();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  // Another page must not be opened before this one has saved.
  const saved = page.waitForResponse(/\/call\/preferences\.save$/);
  await press(page, 't', 'd');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await saved;

  await page.goto(`${host.origin}/settings?tab=appearance`);
  await page.route('**/call/preferences.save', (route) => route.abort());
  await page.getByRole('radio', { name: 'Light' }).press('Space');
  await expect(page.getByText("Couldn't save the theme.")).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByText('could not be read')).toHaveCount(0);

  // Everything fails in the same way now, so one toast stays and shows the latest failure.
  await page.getByRole('radio', { name: 'Reduced' }).press('Space');
  await expect(page.getByText("Couldn't save the motion setting.")).toBeVisible();
  await expect(page.getByText("Couldn't save")).toHaveCount(1);

  await page.unroute('**/call/preferences.save');
  await page.getByText('Try again').click();
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
  await expect(page.getByText("Couldn't save")).toHaveCount(0);
  await host.stop();
});
