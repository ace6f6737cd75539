import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { shellPages } from './shell-pages.ts';

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

/** What the focus is on, as a screen reader would call it. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}

test('Tab walks the shell in reading order, beginning with the way past it', async ({
  console: { page },
}) => {
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the page');
  const names: string[] = [];
  for (let step = 0; step < 18; step++) {
    await page.keyboard.press('Tab');
    names.push(await focused(page));
  }
  expect(names.slice(0, 12)).toEqual([...shellPages.map(({ title }) => title), 'Collapse[']);
  expect(names[12]).toContain('Local sandbox');
  expect(names[13]).toContain('All tenants');
  expect(names[14]).toContain('Jump to');
  expect(names[15]).toBe('No jobs');
  expect(names[16]).toContain('0 RRU');
  expect(names[17]).toContain('Support');
});

test('every stop of the walk shows where the focus is', async ({ console: { page } }) => {
  for (let step = 0; step < 19; step++) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement ?? document.body);
      return style.boxShadow !== 'none' || style.outlineStyle !== 'none' || style.position === 'absolute';
    });
    expect(ring, `stop ${step}: ${await focused(page)}`).toBe(true);
  }
});

test('the skip link leads past the shell', async ({ console: { page } }) => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/today');
});

test('every page opens from the navigation by Enter', async ({ console: { page } }) => {
  for (const { title, path } of shellPages) {
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
});

test('G and a letter go to every page', async ({ console: { page } }) => {
  for (const { title, letter } of shellPages.toReversed()) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Local sandbox · Sluice`);
  }
});

test('a begun sequence says what may follow, and Escape ends it', async ({ console: { page } }) => {
  await page.keyboard.press('g');
  const hint = page.getByText('then', { exact: false }).filter({ hasText: 'G' });
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/today$/);
});

test('[ collapses the navigation, and the next window remembers it', async ({ console: { page, url } }) => {
  const today = page.getByRole('navigation').getByRole('link', { name: 'Today' });
  const wide = (await today.boundingBox())?.width ?? 0;
  await page.keyboard.press('[');
  await expect(page.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false');
  expect((await today.boundingBox())?.width).toBeLessThan(wide / 2);
  await page.goto(`${url}/triage`);
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
});

test('a narrow window collapses it by itself, until it is asked for', async ({ console: { page } }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible();
});

test('? shows the shortcuts, and Escape gives the focus back', async ({ console: { page } }) => {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Costs' });
  await link.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Dead letters')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(link).toBeFocused();
});

test('T and a letter switch the theme, at once and for the next window', async ({
  console: { page, url },
}) => {
  const root = page.locator('html');
  for (const [letter, theme] of [
    ['l', 'light'],
    ['d', 'dark'],
  ] as const) {
    await page.keyboard.press('t');
    await page.keyboard.press(letter);
    await expect(root).toHaveAttribute('data-theme', theme);
    await expect(root).toHaveCSS('color-scheme', theme);
  }
  await page.goto(`${url}/today`);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('t');
  await page.keyboard.press('s');
  await expect(root).not.toHaveAttribute('data-theme');
});

test('the persona is switched by keyboard', async ({ console: { page } }) => {
  await page.getByRole('button', { name: /^Working as/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: /Admin/ }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Working as.*Admin/ })).toBeVisible();
});

test('single keys can be silenced; those with Ctrl still work', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings?tab=shortcuts`);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/settings/);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
});
