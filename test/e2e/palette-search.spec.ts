import type { Page } from '@playwright/test';
import type { OpenedPlace } from '#shared/contract/lookup.ts';
import { dialogsAreGone, openPalette } from './dialogs.ts';
import { expect, looking as test } from './fixtures.ts';
import { hold } from './hold.ts';

test.beforeEach(async ({ console: { page } }) => {
  await page.getByRole('main').waitFor();
});

/** Returns the option that Enter would run, as the field announces it to a screen reader. */
async function active(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return (id === null || id === undefined ? null : document.getElementById(id))?.textContent ?? '';
  });
}

/** Other tests of this console open places, so that a test of the rows says which were opened, and when it is known. */
async function answerOpened(
  page: Page,
  places: readonly OpenedPlace[],
  moment: Promise<void>,
): Promise<void> {
  await page.route('**/call/lookup.opened', async (route) => {
    await moment;
    await route.fulfill({ json: { ok: true, value: { places } } });
  });
}

test('typing finds a page and Enter opens it', async ({ console: { page } }) => {
  const field = await openPalette(page);
  await page.keyboard.type('dead');
  await expect.poll(() => active(page)).toContain('Dead letters');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dead letters' })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('the arrows move, wrap around, and keep the current row in sight', async ({ console: { page } }) => {
  await answerOpened(page, [], Promise.resolve());
  await openPalette(page);
  await expect.poll(() => active(page)).not.toBe('');
  const first = await active(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option').last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).toBe(first);
});

test('the chosen row stays chosen when what was opened lately comes in above it', async ({
  console: { page },
}) => {
  const answer = hold();
  await answerOpened(page, [{ kind: 'tenant', tenantId: 'northwind' }], answer.isOver);
  await openPalette(page);
  await expect.poll(() => active(page)).not.toBe('');
  const first = await active(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).not.toBe(first);
  const chosen = await active(page);
  answer.end();
  const opened = page.getByRole('group', { name: 'Opened lately' }).getByRole('option');
  await expect(opened).toHaveCount(1);
  expect(await active(page)).toBe(chosen);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => active(page)).toBe(first);
  await page.keyboard.press('ArrowUp');
  await expect(opened).toHaveAttribute('aria-selected', 'true');
});

test('runs a command', async ({ console: { page } }) => {
  await openPalette(page);
  await page.keyboard.type('light theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('switches the persona', async ({ console: { page } }) => {
  await openPalette(page);
  await page.keyboard.type('act as reviewer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Working as.*Reviewer/ })).toBeVisible();
});

test('recent commands are offered first the next time', async ({ console: { page } }) => {
  await openPalette(page);
  await page.keyboard.type('costs');
  await page.keyboard.press('Enter');
  await dialogsAreGone(page);
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/Costs/);
});

test('a pasted id is recognised, with the cost of looking it up', async ({ console: { page } }) => {
  const field = await openPalette(page);
  for (const [id, words] of [
    ['batch-01JC9NZK41RD', 'Find batch batch-01JC9NZK41RD one query of GSI3'],
    [
      'arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:b-1-r1',
      /^Find execution …/,
    ],
    ['mira@northwind.example', 'Find person mira@northwind.example one query of GSI1'],
  ] as const) {
    await field.fill(id);
    await expect(page.getByRole('option').first()).toHaveAccessibleName(words);
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  }
});

test('an id of no known shape is offered at once, with the kinds that it may be', async ({
  console: { page },
}) => {
  const field = await openPalette(page);
  await field.fill('KB-big-900');
  await expect(page.getByRole('option')).toHaveText([
    /Find “KB-big-900”.*batch first, 0\.5–1\.5 RRU/,
    /Find message KB-big-900.*from 0\.5 RRU, <\$0\.0001/,
    /Find tenant KB-big-900.*from 0\.5 RRU, <\$0\.0001/,
    /Read more tenants of the directory.*RRU/,
  ]);
  await expect.poll(() => active(page)).toContain('Find “KB-big-900”');
  await field.fill('f47ac10b-58cc-4372-a567-0e02b2c3d479');
  await expect(page.getByRole('option').first()).toHaveText(/Find batch or message f47ac10b/);
  await page.keyboard.press('Escape');
});

test('text that cannot be an id is shown with the reason', async ({ console: { page } }) => {
  await openPalette(page);
  await page.keyboard.type('qq#qq');
  await expect(page.getByText('No match for “qq#qq”')).toBeVisible();
  await expect(page.getByText('No id can contain #')).toBeVisible();
});

test('opens from the top bar, closes by Escape and by its own shortcut, and gives the focus back', async ({
  console: { page },
}) => {
  const jump = page.getByRole('button', { name: /Search or run/ });
  await jump.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(jump).toBeFocused();
  const field = await openPalette(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toHaveCount(0);
});

test('single keys type letters in the palette, and are not shortcuts', async ({ console: { page } }) => {
  const field = await openPalette(page);
  await page.keyboard.type('g i?[');
  await expect(field).toHaveValue('g i?[');
  await expect(page).toHaveURL(/\/settings\?tab=connections$/);
});
