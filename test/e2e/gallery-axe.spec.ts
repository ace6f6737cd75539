import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Locator, Page } from '@playwright/test';
import { expect, looking as test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const theme of ['dark', 'light'] as const) {
  test(`the gallery has no axe violation: ${theme}`, async ({ console: { page, url } }) => {
    test.slow();
    await openGallery(page, url, theme);
    expect(await violations(page, everything)).toEqual([]);
  });
}

for (const theme of ['dark', 'light'] as const) {
  test(`nothing that opens in the gallery has an axe violation: ${theme}`, async ({
    console: { page, url },
  }) => {
    test.slow();
    await openGallery(page, url, theme);
    for (const [id, name] of openers) {
      await page.locator(`#${id}`).getByRole('button', { name, exact: true }).click();
      await settled(page);
      expect(await violations(page, popups), name).toEqual([]);
      await page.keyboard.press('Escape');
      await dismissToasts(page);
      await settled(page);
    }
    await page.locator('#select').getByRole('combobox', { name: 'Tenant' }).click();
    await settled(page);
    expect(await violations(page, popups), 'Select').toEqual([]);
  });
}

const openers = [
  ['menus', 'Actions'],
  ['menus', 'Columns'],
  ['menus', 'Theme'],
  ['popovers', '1,284 RRU · $0.0002'],
  ['toasts', 'With undo'],
  ['toasts', 'Failed'],
  ['dialogs', 'Plain'],
  ['dialogs', 'Typed'],
  ['dialogs', 'Long'],
  ['drawers', 'Message'],
] as const;

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

const everything = 'body';
const popups = '[data-popups]';

async function openGallery(page: Page, url: string, theme: string): Promise<void> {
  await page.goto(`${url}/gallery/index.html?theme=${theme}`);
  await heading(page).waitFor();
}

function heading(page: Page): Locator {
  return page.getByRole('heading', { level: 1, name: 'States and components' });
}

async function violations(page: Page, part: string): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    async ({ include, runOnly, region }) => {
      const found = await (window as unknown as { axe: typeof Axe }).axe.run(
        { include: [[include]], exclude: [['[data-base-ui-focus-guard]']] },
        { runOnly, rules: { region: { enabled: region } }, resultTypes: ['violations'] },
      );
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    // Popups are drawn at the end of the page, outside every landmark, while their trigger is inside one.
    { include: part, runOnly: standards, region: part === everything },
  );
}

/** A toast that fades during the next check would fail the contrast rule. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.locator(popups).getByRole('button', { name: 'Dismiss', includeHidden: true });
  await expect(async () => {
    // A toast may disappear in the meantime.
    if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 1_000 });
    await expect(dismiss).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Waits until every finite transition has ended. Shimmers and spinners never end. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((transition) => transition.finished),
    ),
  );
}
