import type { Page } from '@playwright/test';
import { test as working, looking as test } from './fixtures.ts';
import { actAs, documentLike, openOnDesk } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { expect, openToday, todayIsRead } from './today-world.ts';
import { readWorkflow, reason, workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make.
test.use({ isRefused: true });
working.use({ isRefused: true });

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
  const changes = page.getByRole('region', { name: 'What changed then' });
  await expect(changes).toContainText('Schema changed');
  await expect(changes).toContainText(
    /A new layout of Burren Provisions Ltd was first seen on \d+ \w+\s*\d+ of \d+ corrected documents have it\./,
  );
  await expect(documents.getByRole('button', { name: /new layout/ }).first()).toBeVisible();
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

working(
  'the rule that would stop it is opened, saved by a person, and then stops a document',
  async ({ console: { page, url } }) => {
    working.setTimeout(300_000);
    await workAs(page, 'admin');
    await openToday(page, url);
    await page
      .getByRole('region', { name: 'Corrections changed' })
      .getByRole('link', { name: /^Due date: corrected in/ })
      .click({ timeout: 90_000 });
    const proposal = page.getByRole('region', { name: 'What would stop it' });
    await expect(proposal).toContainText('Change the rule "Order of dates" from Warn to Stop');

    await working.step('what the evidence shows is the same after a reload', async () => {
      const evidence = async () =>
        Promise.all(
          ['What changed then', 'What would stop it', 'What it costs', 'What is corrected'].map(
            async (name) => page.getByRole('region', { name, exact: true }).innerText(),
          ),
        );
      // Names of people are read after the evidence.
      await expect(page.getByRole('region', { name: 'What changed then' })).toContainText('by Bruno Castel');
      const before = await evidence();
      await page.reload();
      await expect(proposal).toBeVisible();
      await expect.poll(async () => (await evidence()).map(withoutTimes)).toEqual(before.map(withoutTimes));
    });

    await working.step('the editor is filled in and nothing is saved', async () => {
      await proposal.getByRole('button', { name: 'Open with this weight' }).click();
      await expect(page).toHaveURL(/part=review&rule=date\+order&weight=stop/);
      await expect(weight(page).getByRole('radio', { name: 'Stop', exact: true })).toBeChecked();
      await expect(page.getByText('draft', { exact: true })).toBeVisible();
      expect((await readWorkflow(page, supplierInvoices)).rules).not.toHaveProperty('date order');
      await expectClean(page, 'the rules with a proposal');
    });

    await working.step('a changed mind and a discarded draft leave the address', async () => {
      await weight(page).getByRole('radio', { name: 'Note' }).check();
      await expect(page).not.toHaveURL(/rule=/);
      await page.getByRole('button', { name: 'Discard draft' }).click();
      await expect(weight(page).getByRole('radio', { name: 'Warn' })).toBeChecked();
      await page.goBack();
      await proposal.getByRole('button', { name: 'Open with this weight' }).click();
      await expect(weight(page).getByRole('radio', { name: 'Stop', exact: true })).toBeChecked();
    });

    await working.step('a person saves it, and the proposal has gone', async () => {
      await reason(page).fill('Due dates before the date of the invoice');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(/of Supplier invoices saved/)).toBeVisible();
      await expect(page).not.toHaveURL(/rule=/);
      expect((await readWorkflow(page, supplierInvoices)).rules).toMatchObject({ 'date order': 'stop' });
      await openCorrections(page, url, 'kestrel', 'supplier-invoices');
      await expect(proposal).toBeVisible();
      await expect(proposal).not.toContainText('Order of dates');
    });

    await working.step('a document that breaks it is stopped', async () => {
      await actAs(page, 'reviewer');
      const document = await documentLike(
        page,
        ({ workflowId, fields }) =>
          workflowId === 'supplier-invoices' &&
          fields.some(({ name, value }) => name === 'dueDate' && (value ?? '').includes('2025')),
      );
      await openOnDesk(page, url, document);
      const failed = page.getByRole('region', { name: 'Failed rules' });
      await expect(failed.getByRole('listitem').filter({ hasText: /^Due date .* is before/ })).toContainText(
        /\bstop$/,
      );
    });
  },
);

const supplierInvoices = {
  tenantId: 'kestrel',
  projectId: 'purchasing',
  workflowId: 'supplier-invoices',
} as const;

function weight(page: Page) {
  return page.getByRole('radiogroup', { name: 'Weight of Order of dates' });
}

function withoutTimes(text: string): string {
  return text.replaceAll(/\b\d+ (?:s|min|h|d)(?: \d+ \w+)?(?: ago)?\b/g, '');
}

async function openCorrections(page: Page, url: string, of: string, workflow: string): Promise<void> {
  await page.goto(new URL(`/incidents?of=${of}&workflow=${workflow}`, url).href);
}
