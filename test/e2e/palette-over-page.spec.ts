import { openPalette } from './dialogs.ts';
import { expect, looking as test, withMotion } from './fixtures.ts';

test.use(withMotion);

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

for (const [what, name] of [
  ['a menu', /^Connection:/],
  ['a popover', /No jobs/],
] as const) {
  test(`${what} gives way to the palette, and one Escape returns`, async ({ console: { page } }) => {
    const trigger = page.getByRole('button', { name });
    await trigger.click();
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    const field = await openPalette(page);
    await expect(page.locator('[role=menu], [role=dialog]')).toHaveCount(1);
    await page.keyboard.type('co');
    await expect(field).toHaveValue('co');
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=menu], [role=dialog]')).toHaveCount(0);
    await expect(trigger).toBeFocused();
  });
}

test('Back closes the palette along with the page below it', async ({ console: { page, url } }) => {
  await page.goto(`${url}/monitor`);
  await page.getByRole('link', { name: 'Triage' }).click();
  const field = await openPalette(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor', includeHidden: true })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('choosing a page in the palette opens that page', async ({ console: { page } }) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Review' }).focus();
  for (const [query, title] of [
    ['costs', 'Costs'],
    ['settings: appearance', 'Settings'],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  }
});

test('a command that opens nothing gives the focus back', async ({ console: { page } }) => {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Review' });
  await link.focus();
  await openPalette(page);
  await page.keyboard.type('light theme');
  await page.keyboard.press('Enter');
  await expect(link).toBeFocused();
});

test('Tab stays in the field', async ({ console: { page } }) => {
  const field = await openPalette(page);
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
});

test('the arrows belong to the input method while a word is being composed', async ({
  console: { page },
}) => {
  const field = await openPalette(page);
  const chosen = await field.getAttribute('aria-activedescendant');
  await field.evaluate((element) => {
    const key = { key: 'ArrowDown', isComposing: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  await expect(field).toHaveAttribute('aria-activedescendant', chosen ?? '');
});

test('a long paste keeps its shape, and right-to-left text its place', async ({ console: { page } }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const field = await openPalette(page);
  await field.fill('x'.repeat(5_000));
  const dialog = page.getByRole('dialog', { name: 'Search or run a command' });
  await expect(dialog.getByText(`No match for “…${'x'.repeat(63)}”`)).toBeVisible();
  await expect(dialog.getByText('move')).toBeInViewport({ ratio: 1 });
  await field.fill('שלום (1)');
  await expect(dialog.getByRole('option').first()).toContainText('Find “\u2068שלום (1)\u2069”');
});
