import { readFileSync } from 'node:fs';
import { askExample, lastPolledDay } from './explorer-questions.ts';
import { expect, looking as test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

test('a masked value is revealed by keyboard, for this item only', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Item as JSON' });
  const email = tree.getByRole('treeitem', { name: /^"email"/ });
  await expect(email).toContainText('masked, an e-mail address');
  await tree.focus();
  for (let step = 0; step < 20; step += 1) {
    if ((await email.getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('j');
  }
  await page.keyboard.press('Enter');
  await expect(email).toContainText('@acme.co');

  await page.getByRole('grid').focus();
  await page.keyboard.press('j');
  await expect(email).toContainText('masked, an e-mail address');
  await page.keyboard.press('k');
  await expect(email).toContainText('masked, an e-mail address');
});

test('a secret cannot be revealed, and says why', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=downloads&pattern=fileById&q.fileId=accounts-${lastPolledDay()}`);
  await page.getByRole('textbox', { name: 'File' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Item as JSON' });
  const secret = tree.getByRole('treeitem', { name: /^"EncryptedAESKey"/ });
  await expect(secret).toContainText('never leaves the main process');
  await expect(tree.getByText('Reveal', { exact: true })).toHaveCount(0);
});

test('J and K move through the items while one is open, and its keys are explained', async ({
  console: { page, url },
}) => {
  await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const item = page.getByRole('region', { name: 'Item', exact: true });
  const first = await item.getByRole('heading', { level: 2 }).textContent();
  await page.keyboard.press('j');
  await expect(item.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
  await item.getByRole('tab', { name: 'Item' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(item).toContainText('EMP#{empId}');
  await expect(item.getByRole('region', { name: 'GSI1' })).toContainText(
    'masked, a key with an e-mail address',
  );
});

test('an item links to the other questions that find it, filled in', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'AP2 Employee by id' }).press('Enter');
  await expect(
    page.getByRole('heading', { name: 'Who is this employee of this organisation?' }),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Employee', exact: true })).not.toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
});

test('exports what is shown, with its masks on', async ({ console: { page, url } }) => {
  await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
  await page.getByRole('button', { name: 'Export the 2 shown' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export the 2 shown' });
  await expect(dialog).toContainText('Masked values stay masked');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('manager');
  expect(text).not.toContain('@');
  await expect(dialog).toBeHidden();
});

test('the filter applies to the loaded rows, and columns can be chosen', async ({
  console: { page, url },
}) => {
  await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('alice');
  await expect(page.getByText('1 shown of the 2 loaded')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Choose columns' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'GSI1SK' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'GSI1SK' })).toBeVisible();
});
