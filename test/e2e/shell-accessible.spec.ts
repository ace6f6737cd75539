import { openPalette } from './dialogs.ts';
import { expect, looking as test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';
import { shellPages } from './shell-pages.ts';

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

const addresses = [
  ...shellPages.map(({ path }) => path),
  '/settings?tab=review',
  '/settings?tab=appearance',
  '/settings?tab=shortcuts',
  '/welcome',
  '/help/admin',
  '/help/troubleshooting?q=expired',
  '/help/keys',
  '/no-such-page',
];

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds no violation on any page, ${theme}`, async ({ console: { page, url } }) => {
    test.setTimeout(120_000);
    await page.keyboard.press('t');
    await page.keyboard.press(theme.charAt(0));
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const address of addresses) {
      await page.goto(url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await axeViolations(page), address).toEqual([]);
    }
  });

  test(`axe finds no violation in anything that opens over a page, ${theme}`, async ({
    console: { page },
  }) => {
    test.setTimeout(60_000);
    const floating = page.locator('[role=menu], [role=dialog]');
    await page.keyboard.press('t');
    await page.keyboard.press(theme.charAt(0));
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);

    const field = await openPalette(page);
    expect(await axeViolations(page), 'palette').toEqual([]);
    await page.keyboard.type('batch-01JC9NZK41RD');
    expect(await axeViolations(page), 'palette with an id').toEqual([]);
    await field.fill('nothing is called this');
    expect(await axeViolations(page), 'palette without results').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(floating).toHaveCount(0);

    await page.keyboard.press('?');
    await floating.waitFor();
    expect(await axeViolations(page), 'shortcut sheet').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(floating).toHaveCount(0);

    for (const name of [/^Connection:/, /No jobs/, /RRU/, /^Working as/]) {
      await page.getByRole('button', { name }).click();
      await floating.waitFor();
      expect(await axeViolations(page), String(name)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(floating).toHaveCount(0);
    }

    await page.keyboard.press('[');
    await page.keyboard.press('g');
    expect(await axeViolations(page), 'collapsed, with a begun sequence').toEqual([]);
  });
}
