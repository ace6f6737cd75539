import type { Page } from '@playwright/test';
import { openPalette } from './dialogs.ts';
import { looking as test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { refuse, throttled } from './triage-world.ts';
import {
  writeAddress,
  carrierInvoices,
  expect,
  handle,
  openWorkflow,
  sampleIsThere,
  saveButton,
  versions,
  versionsAreThere,
  workAs,
} from './workflows-world.ts';

// Some tests request what is missing or not allowed, and the browser logs those answers.
test.use({ isRefused: true });

test.beforeEach(async ({ page }) => workAs(page, 'admin'));

test('opens a workflow from the tenants with the keys of a list', async ({ console: { page, url } }) => {
  await page.goto(`${url}/workflows`);
  await expect(page.getByRole('row', { name: /Northwind Logistics/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('northwind');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');

  const list = page.getByRole('grid', { name: 'Workflows' });
  await expect(list.getByRole('row', { name: /Carrier invoices/ })).toContainText(/0\.56.*0\.85/);
  await expect(list).toContainText(/All 5 workflows of 2 projects/);
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('GSI1');
  await page.keyboard.press('/');
  await page.keyboard.type('customs');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/workflow=customs-forms/);
  await versionsAreThere(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeVisible();
});

test('support sees everything, and can move the handles but not save', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await openWorkflow(page, url, carrierInvoices);
  await handle(page, 'Review').press('ArrowRight');
  await expect(page).toHaveURL(/review=0\.86/);
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(saveButton(page)).toHaveAccessibleDescription(
    /Saving requires the admin role; yours is support/,
  );
  await expect(
    versions(page)
      .getByRole('button', { name: /^Revert to version/ })
      .first(),
  ).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Work as Ines Halvorsen, admin' }).click();
  await versionsAreThere(page);
  await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.86');
  await expect(saveButton(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('a person with one tenant goes straight to it, and to no other', async ({ console: { page, url } }) => {
  await workAs(page, 'support-northwind');
  await page.goto(`${url}/workflows`);
  await expect(page.getByRole('row', { name: /Carrier invoices/ })).toBeVisible();
  await expect(page).toHaveURL(/tenant=northwind/);

  await page.goto(`${url}/workflows?tenant=kestrel`);
  await expect(page.getByText('kestrel is not one of your tenants')).toBeVisible();
  await page.goto(
    `${url}${writeAddress({ tenantId: 'kestrel', projectId: 'payables', workflowId: 'supplier-invoices' })}`,
  );
  await expect(page.getByText('kestrel is not one of your tenants')).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
});

test('the draft is in the address: a link carries it, and Back and Forward keep it', async ({
  console: { page, url },
}) => {
  await openWorkflow(page, url, carrierInvoices);
  await expect(page.getByText('draft', { exact: true })).toBeHidden();
  await handle(page, 'Confidence').press('Shift+ArrowRight');
  await handle(page, 'Review').press('ArrowLeft');
  await expect(page).toHaveURL(/confidence=0\.61&review=0\.84/);
  await expect(page.getByText('draft', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'All workflows' }).click();
  await expect(page.getByRole('grid', { name: 'Workflows' })).toBeVisible();
  await page.goBack();
  await versionsAreThere(page);
  await expect(handle(page, 'Confidence')).toHaveAttribute('aria-valuenow', '0.61');
  await page.goForward();
  await expect(page.getByRole('grid', { name: 'Workflows' })).toBeVisible();

  await openWorkflow(page, url, carrierInvoices, '&confidence=0.4&review=0.9');
  await expect(handle(page, 'Confidence')).toHaveAttribute('aria-valuenow', '0.4');
  await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.9');
  await page.keyboard.press('u');
  await expect(page).not.toHaveURL(/confidence/);
  await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.85');
});

test('the handles cannot cross, by keys or by a link', async ({ console: { page, url } }) => {
  await openWorkflow(page, url, carrierInvoices);
  await handle(page, 'Confidence').press('End');
  await handle(page, 'Confidence').press('ArrowRight');
  await expect(page).toHaveURL(/confidence=0\.85&review=0\.85/);
  await expect(page.getByText('0 ≤ 0.85 ≤ 0.85 ≤ 1, in order')).toBeVisible();
  await openWorkflow(page, url, carrierInvoices, '&confidence=0.9&review=0.3');
  await expect(page.getByText('0 ≤ 0.90 ≤ 0.90 ≤ 1, in order')).toBeVisible();
});

test('the palette has this page’s actions, and Triage links here', async ({ console: { page, url } }) => {
  await page.goto(`${url}/triage?tenant=northwind&project=freight-invoices&view=workflows`);
  await page.getByRole('row', { name: /Carrier invoices/ }).click();
  await expect(page).toHaveURL(/\/workflows\?.*workflow=carrier-invoices/);
  await versionsAreThere(page);
  await openPalette(page);
  await page.keyboard.type('history of the workflow');
  await expect(page.getByRole('option').first()).toContainText('Go to the history of the workflow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'History' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'History' })).toBeInViewport();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  // The tenant stays, so its projects are listed.
  await expect(page).toHaveURL(/\/workflows\?tenant=northwind$/);
  await expect(page.getByRole('row', { name: /Freight invoices/ }).first()).toBeVisible();
});

test('missing and unread data each say so', async ({ console: { page, url } }) => {
  await page.goto(`${url}${writeAddress({ ...carrierInvoices, workflowId: 'nothing-of-the-kind' })}`);
  await expect(page.getByText('Workflow not found')).toBeVisible();
  await refuse(page, 'workflows.history', throttled);
  await page.goto(`${url}${writeAddress(carrierInvoices)}`);
  await expect(page.locator('main').getByRole('alert')).toContainText('The table is too busy');
  await expect(handle(page, 'Review')).toBeVisible();
  await page.unroute('**/call/workflows.history');
  await page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Try again' }).click();
  await versionsAreThere(page);
});

test('axe finds no violation, and nothing is cut off', async ({ console: { page, url } }) => {
  test.setTimeout(180_000);
  await page.goto(`${url}/workflows`);
  await expect(page.getByRole('row', { name: /Northwind Logistics/ })).toBeVisible();
  await expectClean(page, 'tenants', cutOff);
  await page.goto(`${url}/workflows?tenant=northwind`);
  await expect(page.getByRole('row', { name: /Carrier invoices/ })).toBeVisible();
  await expectClean(page, 'workflows', cutOff);
  await openWorkflow(page, url, carrierInvoices, '&confidence=0.6&review=0.9');
  await sampleIsThere(page);
  await expectClean(page, 'a draft', cutOff);
  await versions(page)
    .getByRole('button', { name: /^Revert to version 1/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Revert to version 1' })).toBeVisible();
  await expectClean(page, 'revert', cutOff);
  await page.keyboard.press('Escape');
  await workAs(page, 'support');
  await openWorkflow(page, url, carrierInvoices);
  await expectClean(page, 'support', cutOff);
});

/** Lists controls that are drawn past an edge, and text that is wider than its place and has no ellipsis. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll<HTMLElement>('main button, main textarea, main p, main dd, main td'),
    ];
    return parts.flatMap((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      const isDrawn = part.checkVisibility() && width > 1;
      const pane = part.closest('section, aside, form')?.getBoundingClientRect();
      const isOut = pane !== undefined && (left < pane.left - 1 || right > pane.right + 1);
      const isShortened = getComputedStyle(part).textOverflow === 'ellipsis';
      const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible';
      return isDrawn && (isOut || (isCut && !isShortened)) ? [part.textContent.slice(0, 80)] : [];
    });
  });
}
