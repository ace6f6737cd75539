import { expect, looking, test } from './fixtures.ts';
import { startConsole } from '#scripts/start-console.ts';

const hostPaths = /\/(?:call|events|watch)(?:\/|$)/;

looking(
  'an unknown address keeps the shell and links to the first page',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/no-such-page`);
    await expect(page.getByText('No page has this address')).toBeVisible();
    await expect(page.getByText('/no-such-page')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Today' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  },
);

for (const [address, title] of [
  ['/today/', 'Today'],
  ['/no/such/page', 'Unknown page'],
] as const) {
  looking(`${address} is served whole and called ${title}`, async ({ console: { page, url } }) => {
    await page.goto(url + address);
    await expect(page.getByRole('navigation')).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Local sandbox · Sluice`);
    await expect(page.locator('nav [aria-current=page]')).toHaveCount(title === 'Today' ? 1 : 0);
    await expect(page.locator('body')).toHaveCSS('font-family', /Inter/);
  });
}

looking(
  'a page is called by what is shown, however its address is written',
  async ({ console: { page } }) => {
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.evaluate(() => history.pushState(null, '', '/Triage'));
    await expect(page.getByRole('heading', { level: 1, name: 'Triage' })).toBeVisible();
    await expect(page).toHaveTitle('Triage · Local sandbox · Sluice');
    await expect(page.locator('nav [aria-current=page]')).toHaveText('Triage');
  },
);

test('a window that is not signed in shows what to do', async ({ page, consoles }) => {
  const host = await consoles.open();
  await page.goto(`${host.origin}/triage`);
  await expect(page.getByRole('alert')).toContainText('This window is not signed in to Sluice');
  await expect(page.getByRole('alert')).toContainText('open the address that it prints');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await host.stop();
});

test('the token leaves the address bar', async ({ page, consoles }) => {
  const host = await consoles.open();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  expect(page.url()).not.toContain('token');
  await host.stop();
});

test('when the process stops, the page stays and says so, and a command is shown as failed', async ({
  page,
}) => {
  const host = await startConsole();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await host.stop();
  await expect(page.getByRole('alert')).toContainText("The console's process is not answering.");
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('d');
  // Each part of the page may have this button too.
  const toast = page.locator('[role=dialog]');
  await expect(toast.getByText('Try again')).toBeVisible();
  // F6 moves to the messages. Until then a screen reader announces them but cannot reach them.
  await page.keyboard.press('F6');
  await expect(toast.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('if the process stopped before the page loaded, the page shows how to start it again', async ({
  page,
  consoles,
}) => {
  const host = await consoles.open();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.route(hostPaths, (route) => route.abort());
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('start it again with npm start', { ignoreCase: true });
  await page.unroute(hostPaths);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await host.stop();
});

test('the page of a stopped console retries automatically and leaves the focus alone', async ({
  page,
  consoles,
}) => {
  const host = await consoles.open();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.route(hostPaths, (route) => route.abort());
  await page.reload();
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus({ timeout: 10_000 });
  await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(globalThis, { doorChanges: changes });
    new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(
      document.querySelector('main') ?? document.body,
      { childList: true, subtree: true, characterData: true },
    );
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('session.current')) asked++;
  });
  await expect.poll(() => asked).toBeGreaterThan(3);
  await expect(retry).toBeFocused();
  expect(await page.evaluate(() => (globalThis as unknown as { doorChanges: string[] }).doorChanges)).toEqual(
    [],
  );
  await page.unroute(hostPaths);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await host.stop();
});

test('if the console was restarted without this window, the window asks the user to sign in', async ({
  page,
}) => {
  // This port is below the ones the system gives to connections, so no connection can take it between the two
  // starts.
  const flags = ['--port', String(21_000 + test.info().workerIndex)];
  const first = await startConsole({ flags });
  await page.goto(first.address);
  await page.waitForURL('**/today');
  // Today would show the message in each of its parts as well.
  await page.goto(`${first.origin}/settings`);
  await page.getByRole('main').waitFor();
  await first.stop();
  const second = await startConsole({ flags });
  const told = page.getByRole('alert').filter({ hasText: 'not signed in to Sluice' });
  await expect(told).toBeVisible({ timeout: 40_000 });
  await second.stop();
});

test('a message that the console did not answer goes as soon as the console answers again', async ({
  page,
}) => {
  const flags = ['--port', String(22_000 + test.info().workerIndex)];
  const first = await startConsole({ flags });
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await page.goto(`${first.origin}/settings?tab=appearance`);
  await page.getByRole('main').waitFor();
  await first.stop();
  await expect(page.getByRole('alert').first()).toContainText('not answering', { timeout: 40_000 });
  await page.keyboard.press('t');
  await page.keyboard.press('d');
  const toast = page.getByRole('dialog').filter({ hasText: "Couldn't save" });
  await expect(toast).toBeVisible();
  // The pointer stops the clock of a toast, so that it does not go for its age.
  await toast.hover();
  const second = await startConsole({ flags });
  await expect(toast).toHaveCount(0, { timeout: 40_000 });
  await second.stop();
});

test('a part that fails to load says so, and can be loaded again', async ({ page, consoles }) => {
  const host = await consoles.open();
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.route('**/assets/settings-route-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("Couldn't load this part of Sluice");
  await expect(alert).not.toContainText('/assets/');
  await expect(alert.getByRole('button', { name: 'Copy the reference' })).toBeVisible();
  await page.getByRole('link', { name: 'Costs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Costs' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(alert).toBeVisible();
  await page.unroute('**/assets/settings-route-*.js');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await host.stop();
});
