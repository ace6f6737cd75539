import { messages } from '#renderer/features/costs/messages.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { openCosts, openDesk, type Desk } from './costs-world.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { listNames, recordCalls } from './triage-world.ts';

let desk: Desk;
/** The tenant or workflow whose budget is set. */
let named = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, consoles }) => {
  desk = await openDesk(browser, consoles, 'admin');
});
test.afterAll(async () => {
  // The browser logs the answer to the bad price book as an error, once.
  expect(desk.complaints).toEqual([
    'console: Failed to load resource: the server responded with a status of 400 (Bad Request)',
  ]);
  await desk.close();
});

test('a budget is set by the keyboard, and the month says what is left of it and when it is used up', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await openCosts(page, url, '?view=month');
  const table = page.getByRole('table', { name: messages.month.byWorkflow });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  await expectClean(page, 'month');
  const button = table.getByRole('button', { name: /^Set the budget of / }).first();
  named = (await button.getAttribute('aria-label'))?.replace('Set the budget of ', '') ?? '';
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(messages.month.keptByAll);
  await expectClean(page, 'budget');
  await dialog.getByLabel('Dollars a month').fill('0.01');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(table).toContainText(/on \d{4}-\d{2}-\d{2}/);
});

test('what it found is told in Today, with the way to it', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await page.goto(`${url}/today?as=admin`);
  const told = page.getByRole('region', { name: 'Budgets and unusual costs' });
  await expect(told).toContainText('Budget used up');
  await told.getByRole('link', { name: 'Open costs' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/costs\?.*view=month/);
});

test('Today forgets a budget that was removed, and reads budgets and objectives again on request', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await page.goto(`${url}/today?as=admin`);
  const usedUp = page.getByText(`Budget used up: ${named}.`);
  await expect(usedUp).toBeVisible();
  // Nothing is reloaded on the way, so that what Today has read stays known.
  await page.getByRole('listitem').filter({ has: usedUp }).getByRole('link', { name: 'Open costs' }).click();
  const table = page.getByRole('table', { name: messages.month.byWorkflow });
  await table.getByRole('button', { name: `Set the budget of ${named}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dollars a month').fill('');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Budgets and unusual costs' })).toBeVisible();
  await expect(usedUp).toHaveCount(0);

  await page.waitForLoadState('networkidle');
  const calls = recordCalls(page, /^(?:costs|monitor)\./);
  await page.getByRole('button', { name: 'Read again', exact: true }).press('Enter');
  await expect.poll(() => listNames(calls).toSorted()).toEqual(['costs.findings', 'monitor.objectives']);
});

test('an unusual cost opens its days and its documents, each with the way to its run', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await openCosts(page, url, '?view=month');
  const open = page.getByRole('button', { name: /^Open its documents: Contractor invoices/ });
  await open.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Contractor invoices of Alder & Finch/ });
  const documents = drawer.getByRole('table', { name: messages.evidence.documentsTable });
  await expect(documents.getByRole('row').nth(1)).toContainText('Claude Haiku 4.5');
  const costs = await documents.getByRole('row').locator('td:last-child').allInnerTexts();
  const amounts = costs.map((text) => Number(text.replace('$', '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  const days = drawer.getByRole('table', { name: messages.evidence.days });
  await expect(days.getByRole('row').filter({ hasText: messages.evidence.unusual })).toHaveCount(4);
  await expectClean(page, 'evidence');
  // The third unusual day is the first one in the list of days that began it.
  await days.getByRole('button').nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/);
  await expect(drawer.getByRole('button', { name: messages.evidence.allDays })).toBeVisible();
  await documents.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/triage\?.*tenant=alder-finch.*/);
  await expect(page).toHaveURL(/document=doc-/);
});

test('a loaded price book is used by every estimate, also after a reload, and reverted with one press', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  const [builtIn] = priceBooks;
  const dearer = {
    ...builtIn,
    id: 'test-2026-12',
    name: 'Dearer pages',
    prices: {
      ...builtIn.prices,
      'textract.expense': { ...builtIn.prices['textract.expense'], usd: '100' },
    },
  };
  await openCosts(page, url, '?view=month');
  const used = page.getByText(messages.month.used).locator('..');
  const before = await used.innerText();
  await page.getByRole('button', { name: messages.books.load }).click();
  await page.getByLabel(messages.books.choose).setInputFiles({
    name: 'book.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(dearer)),
  });
  await expect(page.getByRole('dialog')).toContainText('would cost');
  await expectClean(page, 'compared book');
  await page.getByRole('button', { name: messages.books.use, exact: true }).focus();
  await page.keyboard.press('Enter');
  const revert = page.getByRole('button', { name: messages.books.revert });
  await expect(revert).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Price book' })).toContainText('From a file: Dearer pages');
  await expect.poll(async () => used.innerText()).not.toBe(before);
  await openCosts(page, url, '?view=month');
  await expect(page.getByRole('combobox', { name: 'Price book' })).toContainText('From a file: Dearer pages');
  await expectClean(page, 'book in use');
  await revert.focus();
  await page.keyboard.press('Enter');
  await expect(revert).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Price book' })).toContainText(builtIn.name);
  await expect.poll(async () => used.innerText()).toBe(before);
});

test('the bill is asked only by a press on the button that names its price', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await openCosts(page, url, '?view=bill');
  await page.getByRole('radio', { name: '30 days' }).click();
  await expect(page.getByText(/This asks Cost Explorer 2 times: \$0\.02\./)).toBeVisible();
  await expectClean(page, 'bill before');
  await page.getByRole('button', { name: messages.bill.compare }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: messages.bill.byService });
  await expect(table).toContainText('Amazon Textract, whole account');
  await expect(table).toContainText('AWS Lambda');
  await expect(table.getByRole('row', { name: /^Amazon Bedrock/ })).not.toContainText('none');
  await expectClean(page, 'bill');
});

test('a price book from a file is compared, and a bad one is refused with its place', async () => {
  test.setTimeout(120_000);
  const { page, url } = desk;
  await openCosts(page, url, '?view=month');
  await page.getByRole('button', { name: messages.books.load }).click();
  const file = page.getByLabel(messages.books.choose);
  const price = { per: 1_000_000, unit: 'unit', source: 'A test', asOf: '2026-11', verified: true };
  const book = {
    id: 'newer',
    name: 'Newer',
    region: 'us-east-1',
    effectiveFrom: '2026-11-01',
    source: 'A test',
    prices: {
      'dynamodb.read': {
        ...price,
        usd: '0.25',
      },
      'dynamodb.write': {
        ...price,
        usd: '0.5',
      },
    },
  };
  const upload = (text: string) =>
    file.setInputFiles({ name: 'book.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await upload(JSON.stringify(book));
  const compared = page.getByRole('dialog');
  await expect(compared).toContainText('would cost');
  await expect(compared.getByRole('row', { name: /dynamodb\.read,/ })).toContainText('+100 %');
  await upload('{"id": "x"}');
  await expect(compared).toContainText('This file is no price book.');
  await expect(compared).toContainText('Nothing was compared.');
  await expectClean(page, 'book');
});
