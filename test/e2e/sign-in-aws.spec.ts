import type { Page } from '@playwright/test';
import { rightCode, test, wrongCode } from './account-world.ts';
import { expect } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';

// The test generates a world and lives through a quarter of an hour of it.
test.setTimeout(120_000);

const funds = '/explorer?system=funds&pattern=documentOverview&q.documentId=DOC001';

function promptOn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Enter the code from your device' });
  return {
    dialog,
    field: dialog.getByRole('textbox', { name: 'Code on mira-phone' }),
    async type(code: string) {
      await dialog.getByRole('textbox').waitFor();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    },
  };
}

test('one code signs in; a wrong one is asked for again, with the reason', async ({
  console: { page, url },
}) => {
  await page.goto(url + funds);
  const prompt = promptOn(page);
  await expect(prompt.field).toBeFocused();
  await expectClean(page, 'the prompt');
  await prompt.type('12');
  await expect(prompt.dialog).toContainText('Enter the 6 digits that the device shows.');
  await prompt.field.fill('');
  await prompt.type(wrongCode);
  await expect(prompt.dialog).toContainText('AWS rejected that code.');
  await expect(prompt.field).toBeFocused();
  await expect(prompt.field).toHaveValue('');
  await expectClean(page, 'the prompt, again');
  await prompt.type(rightCode);
  await expect(prompt.dialog).toBeHidden();
  await page.getByRole('button', { name: /^Connection: / }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Signed in to 0000-0000-0000 as');
  await expect(menu.getByRole('menuitem', { name: /mira as Operator/ })).toContainText(/ends in 1[34] min/);
  await expectClean(page, 'who am I');
});

test('a person who gives no code is not asked again, and sees the state until they sign in', async ({
  console: { page, url },
}) => {
  await page.goto(url + funds);
  const prompt = promptOn(page);
  await expect(prompt.field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(prompt.dialog).toBeHidden();
  const told = page.getByRole('status').filter({ hasText: 'Not signed in to 0000-0000-0000.' });
  await expect(told).toContainText('No code was entered, so nothing is read.');
  await expectClean(page, 'not signed in');
  await page.getByLabel('Document', { exact: true }).press('ControlOrMeta+Enter');
  await expect(page.getByText('So the table')).toBeVisible();
  await expect(prompt.dialog).toBeHidden();
  await told.getByRole('button', { name: 'Sign in' }).click();
  await prompt.type(rightCode);
  await expect(told).toBeHidden();
  // The refused read is repeated automatically.
  await expect(page.getByRole('grid')).toContainText('POSITION_1');
});

test('when a sign-in expires during work, typed text stays, one prompt appears, and reads continue', async ({
  console: { page, url },
  account,
}) => {
  await page.goto(url + funds);
  const prompt = promptOn(page);
  await prompt.type(rightCode);
  await expect(prompt.dialog).toBeHidden();
  const document = page.getByLabel('Document', { exact: true });
  await document.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toContainText('POSITION_1');

  await document.fill('DOC002');
  await account.pass(901);
  // The poller may have opened the prompt already.
  if (await prompt.dialog.isHidden()) await page.keyboard.press('ControlOrMeta+Enter');
  await expect(prompt.field).toBeFocused();
  await expect(document).toHaveValue('DOC002');
  await prompt.type(rightCode);
  const answeredAt = Date.now();
  await expect(prompt.dialog).toBeHidden();
  await expect(page.getByRole('grid')).toContainText('POSITION_');
  expect(Date.now() - answeredAt).toBeLessThan(5_000);
  await expect(document).toHaveValue('DOC002');
});

test('after dismissing the code over a page that has changed meanwhile, the person continues on that page', async ({
  console: { page, url },
  account,
}) => {
  await page.goto(url + funds);
  const prompt = promptOn(page);
  await prompt.type(rightCode);
  await expect(prompt.dialog).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await page.goBack();
  const document = page.getByLabel('Document', { exact: true });
  await document.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toContainText('POSITION_1');

  await document.focus();
  await account.pass(901);
  if (await prompt.dialog.isHidden()) await page.keyboard.press('ControlOrMeta+Enter');
  await expect(prompt.field).toBeFocused();
  await page.goForward();
  await expect(document).not.toBeAttached();
  await expect(prompt.field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(prompt.dialog).not.toBeAttached();
  await expect
    .poll(() => page.locator('main').evaluate((main) => main.contains(main.ownerDocument.activeElement)))
    .toBe(true);
});
