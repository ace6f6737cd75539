import type { Page } from '@playwright/test';
import { looking as test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { expect, openToday, todayIsRead } from './today-world.ts';
import { workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make.
test.use({ isRefused: true });

test('a change of corrections leads by key from Today to its evidence, and to a document', async ({
  console: { page, url },
}) => {
  test.setTimeout(240_000);
  await workAs(page, 'admin');
  await openToday(page, url);
  await todayIsRead(page);
  const part = page.getByRole('region', { name: 'Corrections changed' });
  await expect(part).toContainText('Kestrel Foods');
  const lead = part.getByRole('link', { name: /^Due date: corrected in \d+ of \d+ documents$/ });
  await lead.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/incidents\?.*of=kestrel/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Supplier invoices: corrections have changed',
  );
  const documents = page.getByRole('region', { name: 'Corrected documents' });
  await expect(documents.getByRole('button').first()).toContainText('Due date at 0.');
  await expect(page.getByRole('region', { name: 'What changed then' })).toContainText('Schema changed');
  await expect(page.getByRole('region', { name: 'What it costs' })).toContainText('$38 an hour');
  await expect(page.getByRole('table', { name: 'What is corrected' })).toContainText('Due date');
  await expectClean(page, 'the evidence');

  await documents.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/triage\?.*document=doc-/);
  await page.goBack();

  const proposal = page.getByRole('region', { name: 'What would stop it' });
  await proposal.getByRole('button', { name: 'Open with this value' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workflows\?.*review=0\.9/);
  await page.goBack();
  await expect(documents).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/today/);
});

test('a reviewer with one tenant opens its evidence, and a workflow without counts says so', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await workAs(page, 'support-northwind');
  await openCorrections(page, url, 'northwind', 'carrier-invoices');
  await expect(page.getByText('Corrections are as usual')).toBeVisible();
  await openCorrections(page, url, 'northwind', 'no-such-workflow');
  await expect(page.getByText('No corrections are counted here')).toBeVisible();
  await expectClean(page, 'no counts');
  await openCorrections(page, url, 'kestrel', 'supplier-invoices');
  await expect(page.getByText('kestrel is not one of your tenants')).toBeVisible();
});

async function openCorrections(page: Page, url: string, of: string, workflow: string): Promise<void> {
  await page.goto(new URL(`/incidents?of=${of}&workflow=${workflow}`, url).href);
}
