import { expect, looking, test } from './fixtures.ts';
import { hold } from './hold.ts';

// Each test opens its own address, so no first page is loaded.
looking.use({ at: null });

test('a question without an index is refused with its name, and counted only when a person votes for it', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr`);
  await page.getByRole('list', { name: 'Questions', exact: true }).waitFor();
  await page.keyboard.press('q');
  await page.keyboard.press('End');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'What are you looking for?' }).waitFor();
  await page.getByRole('checkbox', { name: 'Name', exact: true }).press('Space');
  const card = page.getByRole('region', { name: 'No index answers this' });
  await expect(card).toContainText('0 RRU spent');
  await expect(card).toContainText('Would need');
  await expect(card).toContainText('not yet');
  await expect(page.getByRole('button', { name: /^Refused questions/ })).toContainText('0');

  await card.getByRole('button', { name: 'Add my vote' }).press('Enter');
  await expect(card).toContainText('once by 1 person, first on the list');
  const refused = page.getByRole('button', { name: /^Refused questions/ });
  await expect(refused).toContainText('1');

  await refused.press('Enter');
  await page.getByRole('grid', { name: 'Refused questions' }).focus();
  await page.keyboard.press('Enter');
  await expect(card).toBeVisible();
  await expect(page.getByRole('list', { name: 'Receipts' })).toHaveText('Nothing read yet');
});

test('a vote that is answered late counts for the question that it was given for', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr&view=something-else&q.entity=Employee&q.by=firstName`);
  const card = page.getByRole('region', { name: 'No index answers this' });
  const status = page.getByRole('checkbox', { name: 'Status', exact: true });
  const answer = hold();
  await page.route('**/call/explorer.refuse', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  await card.getByRole('button', { name: 'Add my vote' }).press('Enter');
  await status.press('Space');
  await expect(card).toContainText('first name and status');
  const answered = page.waitForResponse('**/call/explorer.refuse');
  answer.end();
  await (await answered).finished();
  await expect(page.getByRole('button', { name: /^Refused questions/ })).toContainText('1');
  await expect(card.getByRole('button', { name: 'Add my vote' })).toBeEnabled();
  await status.press('Space');
  await expect(card.getByRole('button', { name: 'Counted' })).toBeVisible();
});

looking('a question that an index answers links to it', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr&view=something-else&q.entity=Employee`);
  await page.getByRole('checkbox', { name: 'Email' }).press('Space');
  await page
    .getByRole('region', { name: 'An index answers this' })
    .getByRole('button', { name: 'Open AP4' })
    .press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
});

looking(
  'one that the table’s own key would answer is proposed no index',
  async ({ console: { page, url } }) => {
    await page.goto(
      `${url}/explorer?system=extraction&view=something-else&q.entity=TenantInDirectory&q.by=tenantId`,
    );
    const card = page.getByRole('region', { name: 'No index answers this' });
    await expect(card).toContainText('PK DIRECTORY#TENANTS SK TENANT#{tenantId}');
    await expect(card).not.toContainText('GSI');
    await expect(card.getByRole('button', { name: 'Ask AP16 instead' })).toBeVisible();
  },
);
