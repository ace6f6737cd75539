import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/workflows/tenant-data/list-messages.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { looking as test } from './fixtures.ts';
import { hold } from './hold.ts';
import { expectClean } from './shell-axe.ts';
import { answer, refuse, throttled } from './triage-world.ts';
import { carrierInvoices, expect, reason, saveButton, workAs, writeAddress } from './workflows-world.ts';

test.use({ isRefused: true });
test.beforeEach(async ({ page }) => workAs(page, 'admin'));

function findWeight(page: Page, rule: string) {
  return page.getByRole('radiogroup', { name: `Weight of ${rule}`, exact: true });
}

test('changes what a rule weighs with the keyboard, with a reason, as a version of the workflow', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}${writeAddress(carrierInvoices, '&part=review')}`);
  const taxes = findWeight(page, 'Taxes');
  await expect(taxes.getByRole('radio', { name: 'Warn' })).toBeChecked();
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await taxes.getByRole('radio', { name: 'Warn' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(taxes.getByRole('radio', { name: 'Stop', exact: true })).toBeChecked();
  await expect(page.getByText('Approving takes a reason.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Due after' }).fill('0');
  await expect(page.getByText('Enter a whole number of hours from 1 to 720.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Due after' }).fill('6');
  await expectClean(page, 'the rules of a workflow');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Reason required. It is kept with the version.')).toBeVisible();
  await reason(page).fill('Taxes were wrong twice this week');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/of Carrier invoices saved/)).toBeVisible();
  await expect(page.getByText('(usual: warn)')).toBeVisible();
  await page.getByRole('radio', { name: 'Thresholds' }).check();
  const versions = page.getByRole('table', { name: 'Versions, newest first' });
  await expect(versions.getByRole('row').nth(1)).toContainText('rule taxes: usual → stop');
  await expect(versions.getByRole('row').nth(1)).toContainText('dueHours: 8 → 6');
});

test('adds a supplier, changes its bank account, and shows who did that', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/workflows?tenant=northwind&list=suppliers`);
  const list = page.getByRole('grid', { name: 'Suppliers' });
  await expect(list.getByRole('row', { name: /Harrow & Pike Freight/ })).toBeVisible();
  const changes = page.getByRole('complementary', { name: 'Changes' });
  await expect(changes).toContainText('Bank accounts changed: Relais des Ardennes SARL');
  await expectClean(page, 'the suppliers of a tenant');

  await page.getByRole('button', { name: 'Add supplier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a supplier' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Quayside Packing Ltd');
  await dialog.getByRole('textbox', { name: 'Bank accounts' }).fill('GB33BUKB20201555555555');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('New packer');
  await expectClean(page, 'the form of a supplier');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByRole('row', { name: /Quayside Packing/ })).toContainText(
    'GB33 BUKB 2020 1555 5555 55',
  );

  await list.getByRole('row', { name: /Quayside Packing/ }).click();
  const edit = page.getByRole('dialog', { name: 'Quayside Packing Ltd' });
  await edit.getByRole('textbox', { name: 'Bank accounts' }).fill('DE89 3704 0044 0532 0130 00');
  await expect(edit.getByText(/Confirm them by a telephone number/)).toBeVisible();
  await edit.getByRole('textbox', { name: /^Reason/ }).fill('Confirmed by telephone');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(changes.getByRole('listitem').filter({ hasText: 'Quayside Packing' }).first()).toContainText(
    'DE89 3704 0044 0532 0130 00',
  );
  await expect(changes).toContainText('Ines Halvorsen');
});

test('imports purchase orders from a CSV file, and says first what it would change', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/workflows?tenant=alder-finch&list=orders`);
  await expect(page.getByText('No purchase orders yet')).toBeVisible();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import purchase orders' });
  const file = (text: string) => ({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByLabel('File').setInputFiles(file('PO;Supplier\n;x\n'));
  await expect(dialog.getByText('Line 2 has no number.')).toBeVisible();
  const lines = Array.from({ length: 60 }, (_, index) => `AF-${String(40_000 + index)};`);
  await dialog.getByLabel('File').setInputFiles(file(['PO;Supplier', ...lines].join('\n')));
  await expect(dialog.getByText('60 new, 0 changed, 0 as they are')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Orders of this week');
  await dialog.getByRole('button', { name: 'Import 60' }).click();
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toContainText('AF-40000');
  await expect(page.getByText('60 of at most 2,000')).toBeVisible();
});

test('an import waits for the list, and is compared with it as it is now', async ({
  console: { page, url },
}) => {
  const tenantId = 'northwind';
  const { rows } = await answer<OutputOf<'workflows.suppliers'>>(page, 'workflows.suppliers', { tenantId });
  const listed = rows.find(({ name, ibans }) => name !== null && ibans.length > 0);
  if (listed === undefined) throw new Error('The sandbox has no supplier with a bank account.');
  const first = hold();
  await page.route('**/call/workflows.suppliers', async (route) => {
    await first.isOver;
    await route.continue();
  });
  await page.goto(`${url}/workflows?tenant=${tenantId}&list=suppliers`);
  const open = page.getByRole('button', { name: messages.importCsv });
  await expect(open).toHaveAttribute('aria-disabled', 'true');
  await expect(open).toHaveAccessibleDescription(messages.csv.listNotRead);
  first.end();
  await expect(open).not.toHaveAttribute('aria-disabled', 'true');

  await open.click();
  const dialog = page.getByRole('dialog', { name: messages.csv.title.suppliers });
  const cells = [listed.supplierId, listed.name, listed.vatNumber ?? '', listed.ibans.join('/')];
  const text = `id;name;vat;iban\n${cells.join(';')}\n`;
  const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.getByLabel(messages.csv.file).setInputFiles(file);
  await expect(dialog.getByText(messages.csv.found(0, 0, 1))).toBeVisible();

  // Another person changes the account meanwhile, and the list is read again after an import that failed.
  const changed = { ...listed, ibans: ['NL91 ABNA 0417 1643 00'] };
  await page.route('**/call/workflows.suppliers', async (route) => {
    const response = await route.fetch();
    const { value, ...rest } = (await response.json()) as { value: OutputOf<'workflows.suppliers'> };
    const now = value.rows.map((row) => (row.supplierId === listed.supplierId ? changed : row));
    await route.fulfill({ response, json: { ...rest, value: { ...value, rows: now } } });
  });
  await refuse(page, 'workflows.changeSuppliers', throttled);
  await dialog.getByRole('textbox', { name: messages.reason }).fill('Suppliers of this week');
  await dialog.getByRole('button', { name: messages.csv.import(1) }).click();
  await expect(dialog.getByText(throttled.message)).toBeVisible();
  await expect(dialog.getByText(messages.csv.found(0, 1, 0))).toBeVisible();
  await expect(dialog.getByText(messages.csv.accounts(1))).toBeVisible();
});

test('support sees no suppliers, also by a link', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await page.goto(`${url}/workflows?tenant=northwind&list=suppliers`);
  await expect(page.getByRole('grid', { name: 'Workflows' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Suppliers' })).toHaveCount(0);
});
