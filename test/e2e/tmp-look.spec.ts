import { expect, test } from './fixtures.ts';
import { startConnectionForm } from './connection-form-world.ts';
import { signIn } from './sign-in.ts';

test('look', async ({ browser }) => {
  test.setTimeout(240_000);
  const host = await startConnectionForm();
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  ).newPage();
  page.on('console', (m) => console.log('CONSOLE', m.text()));
  page.on('pageerror', (e) => console.log('ERR', e.message));
  await signIn(page.context(), host);
  const shot = async (name: string) => {
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/cp/${name}.png` });
  };
  try {
    await page.goto(`${host.origin}/settings?tab=connections`);
    await page.getByRole('listbox', { name: 'Connections' }).waitFor();
    await shot('1-empty');
    await page.keyboard.press('n');
    await page.waitForURL('**/settings/connection');
    await shot('2-form');
    await page.getByText('northern-staging', { exact: true }).click();
    await shot('3-profile');
    await page.getByRole('button', { name: /Custom addresses/ }).click();
    await page.getByLabel('All services').fill(host.accountAddress);
    await page.getByRole('button', { name: /Whose account/ }).click();
    await page
      .getByText(/^Account 0000/)
      .waitFor({ timeout: 20000 })
      .catch(() => {});
    await shot('4-known');
    await page.getByRole('button', { name: 'Find resources' }).click();
    await page
      .getByText(/^Found \d+/)
      .waitFor({ timeout: 30000 })
      .catch(() => {});
    await shot('5-found');
    await page.locator('[data-step=resources]').screenshot({ path: '/tmp/cp/5b-resources.png' });
    await page.getByRole('radio', { name: 'Token' }).click();
    await page.getByLabel('Address', { exact: true }).fill(`${host.accountAddress}/pipeline/v1`);
    await page.getByLabel('Environment variable').fill('PIPELINE_TOKEN');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page
      .getByText(/^Your role/)
      .waitFor({ timeout: 20000 })
      .catch(() => {});
    await shot('6-api');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: /Save/ }).click();
    await shot('7-save');
    await page.emulateMedia({ colorScheme: 'light' });
    await shot('7-save-light');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: /Account/ })
      .click();
    await shot('8-small-light');
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: /Resources/ })
      .click();
    await shot('8b-small-light');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/settings\?/, { timeout: 15000 }).catch(() => {});
    await page.waitForTimeout(4000);
    await shot('9-saved');
    console.log(host.readFile());
  } finally {
    await host.stop();
  }
  expect(1).toBe(1);
});
