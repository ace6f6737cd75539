import type { Page } from '@playwright/test';
import { expect, looking, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

looking('leads from the tenants to a failed batch by keyboard alone', async ({ console: { page, url } }) => {
  await page.goto(`${url}/triage?list=tenants`);
  const tenants = page.getByRole('grid', { name: 'Tenants' });
  await expect(tenants.getByRole('row', { name: /Northwind Logistics/ })).toBeVisible({ timeout: 20_000 });
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('northwind');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('tab', { name: /^FAILED \d+$/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = page.getByRole('option').nth(1);
  await expect(second).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/batch=batch-/);
});

looking(
  'counts cover the rows that were read, and a filter shows of how many',
  async ({ console: { page, url } }) => {
    await openTenant(page, url);
    await expect(page.getByRole('tab', { name: 'PROCESSING', exact: true })).toBeVisible();
    const failed = page.getByRole('tab', { name: /^FAILED \d+$/ });
    const count = Number(/\d+/.exec(await failed.innerText())?.[0]);
    await expect(page.getByRole('option')).toHaveCount(count);
    await page.keyboard.press('/');
    await page.keyboard.type('customs');
    await expect(page.getByText(new RegExp(`^\\d of the ${String(count)} loaded$`))).toBeVisible();
    await expect(page).toHaveURL(/rows=customs/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(count);
  },
);

looking(
  'a project has its batches of every status, and its workflows with their thresholds',
  async ({ console: { page, url } }) => {
    await openTenant(page, url);
    await page.getByRole('radio', { name: 'By project' }).check();
    await page.getByRole('option', { name: /Freight invoices/ }).click();
    await expect(page.getByRole('option', { name: /SUCCEEDED/ }).first()).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Workflows/ }).click();
    await expect(page.getByRole('grid', { name: /^Workflows/ })).toContainText('0.56 / 0.85');
    await page.getByRole('button', { name: 'All projects' }).click();
    await page.getByRole('tab', { name: /^People/ }).click();
    await expect(page.getByRole('grid', { name: 'People' })).toContainText('Maya Ortiz');
    await page.goBack();
    await expect(page.getByRole('grid', { name: /^Workflows/ })).toBeVisible();
  },
);

test('the directory is read when the choice is opened, and a pin is kept', async ({
  console: { page, url },
}) => {
  const reads: string[] = [];
  page.on('request', (request) => {
    const operation = /\/call\/(tenants\..+)$/.exec(request.url())?.[1];
    if (operation !== undefined) reads.push(operation);
  });
  await openTenant(page, url);
  await expect(page.getByRole('button', { name: 'Tenant: Northwind Logistics' })).toBeVisible();
  expect(reads).toEqual(['tenants.read']);
  await page.getByRole('button', { name: 'Tenant: Northwind Logistics' }).click();
  await page.getByRole('button', { name: 'Pin Northwind Logistics' }).click();
  await expect(page.getByRole('group', { name: 'Pinned' }).getByRole('option')).toHaveText(/Northwind/);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(/settings/);
  await page.goBack();
  await page.getByRole('button', { name: 'Tenant: Northwind Logistics' }).click();
  await expect(page.getByRole('group', { name: 'Pinned' }).getByRole('option')).toHaveText(/Northwind/);
  await page.getByRole('combobox', { name: 'Tenants' }).fill('kest');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Tenant: Kestrel Foods' })).toBeVisible();
  await page.goto(`${url}/triage?list=tenants`);
  await expect(page.getByRole('button', { name: /^Pinned: Northwind Logistics/ })).toBeVisible();
});

looking(
  'a document shows a value when it is asked to, one field at a time',
  async ({ console: { page, url } }) => {
    await openTenant(page, url);
    await page.getByRole('tab', { name: /^REVIEW_REQUIRED/ }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('grid', { name: 'Documents' }).getByRole('row').nth(1).dblclick();
    const fields = page.getByRole('grid', { name: 'Fields' });
    await expect(fields.getByText('masked').first()).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    const hidden = await fields.getByText('masked').count();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(fields.getByText('masked')).toHaveCount(hidden - 1);
    await page.getByRole('tab', { name: /^Passport/ }).click();
    await expect(page.getByRole('region', { name: 'Passport' })).toContainText('ingested');
    await page.getByRole('tab', { name: 'Stages and cost' }).click();
    await expect(page.getByText(/by the price book/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  },
);

async function openTenant(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/triage?tenant=northwind`);
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 20_000 });
}
