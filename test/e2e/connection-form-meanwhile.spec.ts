import type { Page } from '@playwright/test';
import { messages as form } from '#renderer/features/settings/connections/form/form-messages.ts';
import { startConnectionForm, type ConnectionFormWorld } from './connection-form-world.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { signIn } from './sign-in.ts';

let host: ConnectionFormWorld;
let page: Page;
test.beforeAll(async ({ browser }) => {
  host = await startConnectionForm();
  page = await (await browser.newContext()).newPage();
  await signIn(page.context(), host);
});
test.afterAll(async () => {
  await page.context().close();
  await host.stop();
});

const inTime = { timeout: 45_000 };

/** Begins a new form with a profile, at the account's address. */
async function beginForm(profile: RegExp): Promise<void> {
  await page.goto(`${host.origin}/settings?tab=connections`);
  await page.getByRole('listbox', { name: 'Connections' }).waitFor();
  // An earlier test may have left what it typed.
  await page.evaluate(() => sessionStorage.clear());
  await page.keyboard.press('n');
  await page.getByRole('radio', { name: profile }).check();
  await page.getByRole('button', { name: /^Custom addresses/ }).click();
  await page.getByLabel(form.account.allAddresses).fill(host.accountAddress);
}

/** Holds the answer to one call until the returned function is called, which waits until the page has it. */
async function holdAnswer(operation: string): Promise<() => Promise<void>> {
  const held = hold();
  const address = `**/call/${operation}`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await held.isOver;
    await route.fulfill({ response });
  });
  return async () => {
    const answered = page.waitForResponse(address, inTime);
    held.end();
    await (await answered).finished();
    await page.unroute(address);
  };
}

test('what was found in one account is not filled in for another that was chosen meanwhile', async () => {
  await beginForm(/^northern-staging access keys/);
  const answer = await holdAnswer('connections.discover');
  const look = page.getByRole('button', { name: /^Find (?:resources|again)$/ });
  await look.click();
  await page.getByRole('radio', { name: /^northern-production SSO as Operator/ }).check();
  await answer();
  await expect(page.getByText(form.resources.outdated)).toBeVisible(inTime);
  await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('');
  await expect(page.getByLabel('Account id')).toHaveValue('222233334444');

  await page.getByRole('radio', { name: /^northern-staging access keys/ }).check();
  await look.click();
  await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('sandbox', inTime);
});

test('the try of one address is not shown as the try of another that was typed meanwhile', async () => {
  await beginForm(/^northern-staging access keys/);
  await page.getByRole('radio', { name: 'Token' }).check();
  const address = page.getByLabel(form.api.baseUrl, { exact: true });
  await address.fill(`${host.accountAddress}/pipeline/v1`);
  await page.getByLabel(form.api.token).fill('PIPELINE_TOKEN');
  const answer = await holdAnswer('connections.tryApi');
  await page.getByRole('button', { name: form.api.try }).click();
  await address.fill(`${host.accountAddress}/elsewhere/v1`);
  await answer();
  await expect(page.getByText(form.api.outdated)).toBeVisible(inTime);
  await expect(page.getByText(form.api.role('support'))).toHaveCount(0);

  await address.fill(`${host.accountAddress}/pipeline/v1`);
  await expect(page.getByText(form.api.role('support'))).toBeVisible();
});
