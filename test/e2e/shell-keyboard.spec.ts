import type { Page } from '@playwright/test';
import { openPalette } from './dialogs.ts';
import { expect, looking, shellIsThere, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { shellPages } from './shell-pages.ts';

test.use({ at: '/today' });

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

/** Names the focused element as a screen reader would. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}

test('Tab moves through the shell in reading order, starting with the skip link', async ({
  console: { page },
}) => {
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the page');
  const names: string[] = [];
  const ownPages = shellPages.length;
  for (let step = 0; step < ownPages + 7; step++) {
    await page.keyboard.press('Tab');
    names.push(await focused(page));
  }
  expect(names.slice(0, ownPages + 1)).toEqual([...shellPages.map(({ title }) => title), 'Collapse[']);
  const bar = names.slice(ownPages + 1);
  expect(bar[0]).toContain('Local sandbox');
  expect(bar[1]).toContain('All my tenants');
  expect(bar[2]).toContain('Search or run');
  expect(bar[3]).toBe('No jobs');
  expect(bar[4]).toContain('Read by this session');
  expect(bar[5]).toContain('Support');
});

looking('the skip link leads past the shell', async ({ console: { page } }) => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/today');
});

looking('every page opens from the navigation by Enter', async ({ console: { page } }) => {
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

looking(
  'a page whose data arrives late does not take back who has gone on',
  async ({ console: { page } }) => {
    const [data, nextPage] = [hold(), hold()];
    await page.route('**/call/dead-letters.queues', async (route) => {
      await data.isOver;
      await route.continue();
    });
    await page.route('**/assets/downloads-route-*.js', async (route) => {
      await nextPage.isOver;
      await route.continue();
    });
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Dead letters', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dead letters' })).toBeVisible();
    await navigation.getByRole('link', { name: 'Downloads', exact: true }).click();
    const answered = page.waitForResponse('**/call/dead-letters.queues');
    data.end();
    await answered;
    await expect(page.getByRole('list', { name: 'Dead-letter queues' })).toBeVisible();
    nextPage.end();
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
    await expect(page).toHaveURL(/\/downloads(\?.*)?$/);
  },
);

looking('G and a letter open every page', async ({ console: { page } }) => {
  for (const { title, letter } of shellPages.toReversed()) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Local sandbox · Sluice`);
  }
});

looking('a started sequence shows what may follow, and Escape ends it', async ({ console: { page } }) => {
  await page.keyboard.press('g');
  const hint = page.getByText('then', { exact: false }).filter({ hasText: 'G' });
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/today$/);
});

looking(
  '[ collapses the navigation, and the next window remembers it',
  async ({ console: { page, url } }) => {
    const today = page.getByRole('navigation').getByRole('link', { name: 'Today' });
    const wide = (await today.boundingBox())?.width ?? 0;
    await page.keyboard.press('[');
    await expect(page.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(async () => (await today.boundingBox())?.width).toBeLessThan(wide / 2);
    await page.goto(`${url}/triage`);
    await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
  },
);

looking('a narrow window collapses it automatically, until it is opened', async ({ console: { page } }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible();
});

looking('? shows the shortcuts, and Escape gives the focus back', async ({ console: { page } }) => {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Costs' });
  await link.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Pages' }).getByText('Downloads')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(link).toBeFocused();
});

looking(
  'T and a letter switch the theme, at once and for the next window',
  async ({ console: { page, url } }) => {
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
    await shellIsThere(page);
    await page.keyboard.press('t');
    await page.keyboard.press('s');
    await expect(root).not.toHaveAttribute('data-theme');
  },
);

looking('the persona is switched by keyboard', async ({ console: { page } }) => {
  await page.getByRole('button', { name: /^Working as/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: /Admin/ }).waitFor();
  await page.keyboard.press('End');
  // The last person in the list sees a single tenant.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Working as.*Admin/ })).toBeVisible();
});

looking('single keys can be switched off; those with Ctrl still work', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings?tab=shortcuts`);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/settings/);
  await openPalette(page);
});

looking('with single keys off, none is offered', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings?tab=shortcuts`);
  const rail = page.getByRole('navigation');
  const sheet = page.getByRole('tabpanel');
  await expect(rail.getByText('[', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await expect(rail.getByText('[', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Collapse' })).not.toHaveAttribute('aria-keyshortcuts');
  await expect(sheet).toContainText('Single-key shortcuts are off and not listed.');
  await expect(sheet.getByText('Activity')).toHaveCount(0);
  await expect(sheet.getByText('Reload the chosen day')).toHaveCount(0);
  await rail.getByRole('link', { name: 'Costs' }).hover();
  await expect(page.getByText('Costs', { exact: true }).nth(1)).toBeVisible();
  await openPalette(page);
  await expect(page.getByRole('option', { name: 'Costs', exact: true })).toBeVisible();
});

looking('? shows and hides the shortcuts', async ({ console: { page } }) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
});

looking('in a low window the shortcuts open at the top', async ({ console: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 450 });
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  const scrolled = await sheet.evaluate((element) =>
    [...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop).filter((top) => top > 0),
  );
  expect(scrolled).toEqual([]);
});

looking('a shortcut held down acts once, and not in the browser', async ({ console: { page } }) => {
  await page.keyboard.down('Control');
  await page.keyboard.down('k');
  await expect(page.getByRole('combobox')).toBeFocused();
  const prevented = await page.evaluate(() => {
    const held = { key: 'k', code: 'KeyK', ctrlKey: true, repeat: true, bubbles: true, cancelable: true };
    return !(document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', held)) ?? true);
  });
  expect(prevented).toBe(true);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.up('k');
  await page.keyboard.up('Control');
});

looking('a layout without Latin letters has the same shortcuts', async ({ console: { page } }) => {
  await page.evaluate(() => {
    const typed = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', typed));
  });
  await expect(page.getByRole('combobox')).toBeFocused();
});

looking('the band stays bright beside anything that opens', async ({ console: { page } }) => {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  const band = await page.getByLabel('Environment').boundingBox();
  const covers = await sheet.evaluate((element) => {
    const parts = [element.parentElement, element.parentElement?.previousElementSibling];
    return parts.map((part) => part?.getBoundingClientRect().top);
  });
  expect(covers).toEqual([band?.height, band?.height]);
});
