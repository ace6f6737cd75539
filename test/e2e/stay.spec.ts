import type { Page } from '@playwright/test';
import { openDialog } from './dialogs.ts';
import { expect as briefly, shellIsThere, test, withMotion } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';
import { openToday, todayIsRead } from './today-world.ts';
import { aFailedBatch, documentsAreThere } from './triage-world.ts';
import { workAs } from './workflows-world.ts';

const expect = briefly.configure({ timeout: 30_000 });

test.use({ isRefused: true, ...withMotion });

test.beforeEach(async ({ console: { page } }) => {
  test.setTimeout(150_000);
  await workAs(page, 'support');
});

test.describe('the chosen tenant', () => {
  test('stays from page to page, in the links and after a reload, until all are chosen', async ({
    console: { page, url },
  }) => {
    await openToday(page, url);
    await chooseTenant(page, 'Northwind');
    await expect(page).toHaveURL(/\/today\?tenant=northwind$/);
    for (const letter of ['i', 'w', 'r', 'c', 'd', 'm', 'h', 't']) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(page).toHaveURL(/[?&]tenant=northwind(?:&|$)/);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await expect(page.getByRole('main')).not.toContainText(/choose a tenant/i);
    await page.reload();
    await shellIsThere(page);
    await expect(chip(page)).toContainText('Northwind');
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Costs' })).toHaveAttribute(
      'href',
      '/costs?tenant=northwind',
    );
    await page.goto(url);
    await expect(page).toHaveURL(/\/today\?tenant=northwind$/);

    await chooseTenant(page, 'All');
    await expect(page).toHaveURL(/\/today$/);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page).toHaveURL(/\/triage$/);
  });

  test('is muted where a page shows all tenants, and can be cleared there', async ({
    console: { page, url },
  }) => {
    await page.goto(`${url}/dead-letters?tenant=northwind`);
    await shellIsThere(page);
    await expect(chip(page)).toContainText('all shown here');
    await expectClean(page, 'the muted tenant');
    await chooseTenant(page, 'All');
    await expect(page).toHaveURL(/\/dead-letters(?:\?queue=[\w-]+)?$/);
    await expect(chip(page)).toContainText('All tenants');
  });

  test('changes with a batch of another tenant, and nothing of the earlier one stays', async ({
    console: { page, url },
  }) => {
    const batch = await aFailedBatch(page);
    await page.goto(`${url}/triage?tenant=kestrel&rows=zzz&view=project`);
    await shellIsThere(page);
    await page.evaluate(
      ([tenant, id]) => history.pushState(null, '', `/triage?tenant=${tenant ?? ''}&batch=${id ?? ''}`),
      [batch.tenantId, batch.batchId],
    );
    await page.reload();
    await documentsAreThere(page);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL(new RegExp(`/costs\\?tenant=${batch.tenantId}$`));
  });
});

test('from Today to the first failed batch takes two keys, and Escape leads back to its row', async ({
  console: { page, url },
}) => {
  await openToday(page, url);
  await todayIsRead(page);
  await page.keyboard.press('j');
  const row = await focusedName(page);
  await page.keyboard.press('Enter');
  await documentsAreThere(page);
  await expect(page).toHaveURL(/\/triage\?tenant=.*batch=/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/today$/);
  await expect.poll(() => focusedName(page)).toBe(row);

  // A person who works over all tenants still does after one batch.
  await page.keyboard.press('Enter');
  await documentsAreThere(page);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/triage$/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/today$/);
  await expect.poll(() => focusedName(page)).toBe(row);
});

test('all failures of the fleet, of a tenant and of a batch are two actions from Today', async ({
  console: { page, url },
}) => {
  await openToday(page, url);
  await todayIsRead(page);
  // One action: the figure of the fleet.
  await page
    .getByRole('link', { name: /^Failed batches/ })
    .first()
    .click();
  await expect(page.getByRole('grid', { name: /failed/i })).toBeVisible();
  await page.goBack();
  await todayIsRead(page);
  // One action: the row of a tenant.
  await page
    .getByRole('link', { name: /failed batches of/ })
    .first()
    .click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.goBack();
  await todayIsRead(page);
  // Two actions: a failed batch opens with its failed documents.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await documentsAreThere(page);
  await expect(page.getByRole('tab', { name: /^FAILED/, selected: true })).toBeVisible();
});

test('a list of a tenant, a batch and a document lead back one by one, by Escape and by Back', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/triage?tenant=northwind`);
  const batches = page.getByRole('listbox', { name: /^Batches of/ });
  await expect(batches.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await documentsAreThere(page);
  await page.keyboard.press('Enter');
  const documents = page.getByRole('grid', { name: 'Documents' });
  await expect(documents).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/document=/);
  await expect(documents).toBeFocused();
  await page.goBack();
  await expect(page).not.toHaveURL(/batch=/);
  await page.keyboard.press('j');
  await expect(batches).toBeFocused();
});

test('a document of Review leads back to its row', async ({ console: { page, url } }) => {
  await workAs(page, 'reviewer');
  await page.goto(`${url}/review`);
  const list = page.getByRole('grid', { name: 'Documents waiting for review' });
  await expect(list.getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const row = await list.getAttribute('aria-activedescendant');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/document=/);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(list).toBeFocused();
  expect(row).not.toBeNull();
});

test('a link of a case opens its screen, and asks before another connection is opened', async ({
  console: { page, url },
}) => {
  const { tenantId, batchId } = await aFailedBatch(page);
  const at = (deployment: string) =>
    `${url}/open?in=${deployment}&page=triage&tenant=${tenantId}&batch=${batchId}`;
  await page.goto(at('sandbox'));
  await documentsAreThere(page);
  expect(new URL(page.url()).pathname).toBe('/triage');

  await page.goto(at('111122223333:eu-west-1:autowired-nowhere'));
  await expect(page.getByText('This machine does not know the connection of this link')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1111-2222-3333');
  await expectClean(page, 'an unknown connection');

  await page.goto(`${at('sandbox')}&selected=doc-1`);
  await expect(page.getByText('This link cannot be opened')).toBeVisible();
});

function chip(page: Page) {
  return page.getByRole('button', { name: /^Tenant:/ });
}

/** The keys open the choice, and it is made by typing. */
async function chooseTenant(page: Page, name: string): Promise<void> {
  await shellIsThere(page);
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(openDialog(page)).toHaveCount(0);
  if (name === 'All') await page.getByRole('option', { name: /^All/ }).click();
  else {
    await page.keyboard.insertText(name);
    await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('option')).toHaveCount(0);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
}
