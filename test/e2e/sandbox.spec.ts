import { askExample } from './explorer-questions.ts';
import { openDialog, openPalette } from './dialogs.ts';
import { expect, looking, test, withMotion } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

test.use(withMotion);
looking.use(withMotion);

test('the band says what the sandbox is, and the Explorer reads its simulated past', async ({
  console: { page, url },
}) => {
  await expect(page.getByRole('region', { name: 'Environment' })).toContainText(
    'no account needed, live pipelines',
  );
  await askExample(page, `${url}/explorer?system=extraction&pattern=documentById`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Item as JSON' });
  await expect(tree.getByRole('treeitem', { name: /^"status"/ })).toContainText('FAILED');
});

test('live traffic is paused and resumed by keyboard, in the settings and in the palette', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/settings?tab=sandbox`);
  const traffic = page.getByRole('switch', { name: 'Live traffic' });
  await expect(traffic).toBeChecked();
  await expect(page.getByText(/^4 tenants, \d+ batches, [\d,]+ documents$/)).toBeVisible();
  await traffic.focus();
  await page.keyboard.press('Space');
  await expect(traffic).not.toBeChecked();

  await (await openPalette(page)).fill('live traffic');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Resume live traffic/);
  await expect(page.getByRole('option', { name: 'Pause live traffic' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(traffic).toBeChecked();
  await page.reload();
  await expect(traffic).toBeChecked();
});

test('a reset by keyboard starts another world, and data read from the previous one is gone', async ({
  console: { page, url },
}) => {
  await askExample(page, `${url}/explorer?system=extraction&pattern=batchesByStatus`);
  const grid = page.getByRole('grid');
  await expect(grid).toBeFocused();

  await (await openPalette(page)).fill('reset sandbox');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Reset sandbox/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reset the sandbox' });
  const seed = dialog.getByRole('textbox', { name: 'Seed' });
  await expect(seed).toBeFocused();
  await seed.fill('seven');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('A seed is a whole number of at most 16 digits.');
  await seed.fill('7');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sandbox reset')).toBeVisible();
  await expect(page.getByText('No answer yet')).toBeVisible();

  await page.goto(`${url}/settings?tab=sandbox`);
  await expect(page.getByRole('button', { name: 'Copy Seed' })).toBeVisible();
  await expect(page.getByText('7', { exact: true })).toBeVisible();
});

looking(
  'a dialog keeps the focus that it has, however long the palette takes to go',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/settings?tab=sandbox`);
    await page.getByRole('button', { name: 'Reset sandbox…' }).focus();
    await page.evaluate(() => {
      const slow = new CSSStyleSheet();
      slow.replaceSync('[data-modal] { transition: opacity 700ms !important; animation: none !important }');
      document.adoptedStyleSheets.push(slow);
    });
    const palette = await openPalette(page);
    await palette.fill('reset sandbox');
    await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Reset sandbox/);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Seed' })).toBeFocused();
  },
);

for (const theme of ['dark', 'light'] as const) {
  looking(
    `the sandbox's settings and its reset have no axe violation: ${theme}`,
    async ({ console: { page, url } }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${url}/settings?tab=sandbox`);
      await page.getByRole('switch', { name: 'Live traffic' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Reset sandbox…' }).press('Enter');
      await openDialog(page).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Reset sandbox…' })).toBeFocused();
    },
  );
}
