import type { Page } from '@playwright/test';
import { openDialog, openPalette } from './dialogs.ts';
import { expect, looking as test, withMotion } from './fixtures.ts';
import { focusShown } from './shell-focus.ts';

test.use(withMotion);

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

const walks = [
  { colours: 'dark', forced: 'none' },
  { colours: 'light', forced: 'none' },
  { colours: 'dark', forced: 'active' },
  { colours: 'light', forced: 'active' },
] as const;

for (const { colours, forced } of walks) {
  const named = `${colours}${forced === 'active' ? ', forced colours' : ''}`;

  test(`every stop of the shell shows the focus: ${named}`, async ({ console: { page } }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ colorScheme: colours, forcedColors: forced });
    await walk(page, 19);
  });

  test(`every stop of the settings shows the focus: ${named}`, async ({ console: { page, url } }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ colorScheme: colours, forcedColors: forced });
    for (const [tab, stops] of [
      ['connections', 3],
      ['appearance', 4],
      ['shortcuts', 2],
    ] as const) {
      await page.goto(`${url}/settings?tab=${tab}`);
      await page.getByRole('button', { name: /^Working as/ }).focus();
      await walk(page, stops);
    }
  });
}

async function walk(page: Page, stops: number): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const { name, coverage } = await focusShown(page);
    expect(coverage, `stop ${stop}: ${name}`).toBeGreaterThan(0.9);
  }
}

test('current, chosen and switched-on states can be distinguished in forced colours', async ({
  console: { page, url },
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${url}/settings?tab=appearance`);
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  // A colour may still be in transition, so this polls.
  const differ = (one: string, other: string) =>
    expect.poll(async () => (await ground(one)) !== (await ground(other)), `${one}, ${other}`).toBe(true);
  await differ('nav [aria-current=page]', 'nav li a:not([aria-current])');
  await differ('[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]');
  await differ('label:has(:checked)', 'label:has(input:not(:checked))');

  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-highlighted]')).toHaveCount(1);
  await differ('[role=menu] [data-highlighted]', '[role=menu] [role^=menuitem]:not([data-highlighted])');
  await expect(page.getByRole('menu')).toHaveCSS('border-top-width', '1px');
  await page.keyboard.press('Escape');

  await openPalette(page);
  await differ('[role=option][aria-selected=true]', '[role=option][aria-selected=false]');
  await expect(openDialog(page)).toHaveCSS('border-top-width', '1px');
});
