import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/costs/messages.ts';
import { decimal, decimalText, moneyText } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  book,
  figure,
  sumMetered,
  meteringHasEnded,
  openCosts,
  openDesk,
  pushedCosts,
} from './costs-world.ts';
import type { Desk } from './costs-world.ts';
import { expect, test } from './fixtures.ts';
import { recordCalls, listNames } from './triage-world.ts';

let desk: Desk;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, consoles }) => {
  desk = await openDesk(browser, consoles, 'admin');
});
test.afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

test('spend is the documents’ consumption, priced by the price book named on the page', async () => {
  test.setTimeout(150_000);
  const { page, url } = desk;
  await openCosts(page, url, '?tenant=northwind&days=7');
  await meteringHasEnded(page);
  const { cells, from, to, meteredDocuments } = await pushedCosts(page);
  const metered = sumMetered(cells, book);
  expect(meteredDocuments).toBeGreaterThan(100);
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);

  // Work in progress is estimated, so the figures can be compared exactly only when all of it is metered.
  const estimated = cells.reduce((sum, { unread }) => sum + unread, 0);
  if (estimated === 0) {
    const ai = decimal(metered.total);
    const rest = decimal(metered.infrastructure);
    const places = Math.max(ai.places, rest.places);
    const digits =
      ai.digits * 10n ** BigInt(places - ai.places) - rest.digits * 10n ** BigInt(places - rest.places);
    await expect(figure(page, 'AI spend')).toContainText(moneyText(decimalText({ digits, places })));
    await expect(figure(page, 'Infrastructure')).toContainText(moneyText(metered.infrastructure));
  }
  await expect(page.getByRole('region', { name: 'By stage' })).toContainText(moneyText(metered.total));
  const processed = cells.reduce((sum, cell) => sum + cell.metered.processed, 0);
  await expect(figure(page, 'Per document')).toContainText(
    `mean of ${processed.toLocaleString('en')} metered`,
  );
  await expect(figure(page, messages.spend.monthAtPace)).toContainText(
    /mean of 6 whole days × (28|29|30|31)/,
  );
  await expect(page.getByRole('figure', { name: 'Spend per UTC day' }).getByRole('row')).toHaveCount(8);
});

test('another price book changes the sum without a read', async () => {
  const { page } = desk;
  const before = await figure(page, 'Infrastructure').textContent();
  const calls = recordCalls(page, /^costs\./);
  const watches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/watch') && (request.postData() ?? '').includes('costs.watch'))
      watches.push('again');
  });
  await choose(page, 'Price book', priceBooks[1]?.name ?? '');
  await expect(figure(page, 'Infrastructure')).not.toHaveText(before ?? '');
  await choose(page, 'Price book', priceBooks[0].name);
  await expect(figure(page, 'Infrastructure')).toHaveText(before ?? '');
  expect(listNames(calls)).toEqual([]);
  expect(watches).toEqual([]);
});

test('drills down from a tenant to a workflow, its batches and Triage, and Back returns', async () => {
  test.setTimeout(150_000);
  const { page, url } = desk;
  await openCosts(page, url, '?days=7');
  await page
    .getByRole('region', { name: messages.spend.whichTenant })
    .getByRole('button', { name: /^Northwind/ })
    .click();
  await expect(page).toHaveURL(/tenant=northwind/);
  await expect(page.getByRole('button', { name: 'Tenant: Northwind Logistics' })).toBeVisible();
  // A workflow may be listed by its id until the metering has ended.
  await meteringHasEnded(page);
  const workflows = page.getByRole('grid', { name: messages.spend.workflowCosts });
  await expect(workflows.getByRole('row').nth(1)).toBeVisible();
  const name = (await workflows.getByRole('row').nth(1).getByRole('gridcell').first().textContent()) ?? '';
  await workflows.getByRole('row').nth(1).click();

  await expect(page).toHaveURL(/list=batches/);
  await expect(
    page.getByRole('button', { name: `Show batches of all workflows, not only ${name}` }),
  ).toBeVisible();
  const batches = page.getByRole('grid', { name: messages.spend.batchesByCost });
  await expect(batches.getByRole('row').nth(1)).toBeVisible();
  const spend = await readMoney(batches.getByRole('row'));
  expect(spend).toEqual(spend.toSorted((a, b) => b - a));

  await batches.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/\/triage\?.*batch=/);
  await page.goBack();
  await expect(batches.getByRole('row').nth(1)).toBeVisible();
  await page.goBack();
  await expect(workflows).toBeVisible();
});

test('lists are sorted by their headers, which show the order', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?tenant=northwind&days=7&list=days');
  const days = page.getByRole('grid', { name: messages.spend.dayCosts });
  await expect(days.getByRole('row')).toHaveCount(8, { timeout: 80_000 });
  await expect(days.getByRole('columnheader', { name: 'Day, UTC' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(days.getByRole('row').nth(1)).toContainText('not over yet');
  await days.getByRole('button', { name: 'Spend' }).click();
  await expect(days.getByRole('columnheader', { name: 'Spend' })).toHaveAttribute(
    'aria-sort',
    /ascending|descending/,
  );
  await days.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/list=batches&day=\d{4}-\d\d-\d\d|day=\d{4}-\d\d-\d\d.*list=batches/);
});

test('exports what is shown, with its price book and its days', async () => {
  const { page, url } = desk;
  await openCosts(page, url, '?tenant=northwind&days=7');
  await meteringHasEnded(page);
  const { cells, from, to } = await pushedCosts(page);
  const days = await exported(page, 'Days');
  expect(days.name).toMatch(/^sluice-costs-days-northwind-\d{8}T\d{6}Z\.csv$/);
  expect(days.lines).toHaveLength(1 + 7);
  expect(days.lines[0]).toContain('Metered USD,Estimated USD,Spend USD,Price book,From,To');
  expect(days.lines.at(-1)).toContain(`${to},no,`);
  const tenants = await exported(page, 'Tenants');
  expect(tenants.lines).toHaveLength(2);
  expect(tenants.lines[1]).toContain(`,${sumMetered(cells, book).total},`);
  expect(tenants.lines[1]).toContain(`,${from},${to},`);
  const workflows = await exported(page, 'Workflows');
  expect(workflows.lines.length).toBeGreaterThan(2);
  const batches = await exported(page, 'Batches');
  expect(batches.lines).toHaveLength(1 + cells.reduce((sum, cell) => sum + cell.batches, 0));
  expect(batches.lines[1]).toMatch(/,(metered|estimated),/);
});

async function exported(page: Page, what: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('menuitem', { name: what }).click();
  const download = await downloading;
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Reads the last column, in dollars. */
async function readMoney(rows: ReturnType<Page['getByRole']>): Promise<readonly number[]> {
  const texts = await rows.evaluateAll((all) =>
    all
      .slice(1)
      .map((row) => row.querySelector('[role=gridcell]:last-child, td:last-child')?.textContent ?? ''),
  );
  return texts.filter((text) => text.includes('$')).map((text) => Number(text.replace(/[<$,]/g, '')));
}
