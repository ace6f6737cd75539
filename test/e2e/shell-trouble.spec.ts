import { expect, test as plain } from '@playwright/test';
import { test } from './fixtures.ts';
import { startConsole } from '#scripts/start-console.ts';

const hostPaths = /\/(?:call|events|watch)(?:\/|$)/;

test('an address that is no page keeps the shell and leads home', async ({ console: { page, url } }) => {
  await page.goto(`${url}/no-such-page`);
  await expect(page.getByText('No page has this address')).toBeVisible();
  await expect(page.getByText('/no-such-page')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('a page that is not built says so, and shows no figure', async ({ console: { page, url } }) => {
  await page.goto(`${url}/dead-letters`);
  await expect(page.getByText('Dead letters is not built yet')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/\d{2,}/);
});

plain('a window that is not signed in says what to do', async ({ page }) => {
  const host = await startConsole();
  await page.goto(`${host.origin}/triage`);
  await expect(page.getByRole('alert')).toContainText('This window is not signed in to its console');
  await expect(page.getByRole('alert')).toContainText('Open the address the terminal printed again');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await host.stop();
});

plain('the token leaves the address bar', async ({ page }) => {
  const host = await startConsole();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  expect(page.url()).not.toContain('token');
  await host.stop();
});

plain('when the process stops, the page stays and says so; a command is told as failed', async ({ page }) => {
  const host = await startConsole();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await host.stop();
  await expect(page.getByRole('alert')).toContainText("The console's process is not answering.");
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('d');
  await expect(page.getByText('Try again')).toBeVisible();
  // F6 goes to the messages; until then a screen reader has heard them, but does not meet them.
  await page.keyboard.press('F6');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

plain('when it stopped before the page was there, the page says how to start it again', async ({ page }) => {
  const host = await startConsole();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.route(hostPaths, (route) => route.abort());
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('start it again with npm start', { ignoreCase: true, timeout: 10_000 });
  await page.unroute(hostPaths);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await host.stop();
});

plain('when it was started again without this window, the window is told to sign in', async ({ page }) => {
  const first = await startConsole();
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await page.getByRole('main').waitFor();
  await first.stop();
  const second = await startConsole({ flags: ['--port', new URL(first.origin).port] });
  await expect(page.getByRole('alert')).toContainText('not signed in to its console', { timeout: 15_000 });
  await second.stop();
});

plain('a screen that breaks is reported, and the others go on', async ({ page }) => {
  const host = await startConsole();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.route('**/assets/settings-route-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This screen stopped working');
  await expect(alert.getByRole('button', { name: 'Copy the reference' })).toBeVisible();
  await page.getByRole('link', { name: 'Costs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Costs' })).toBeVisible();
  await host.stop();
});
