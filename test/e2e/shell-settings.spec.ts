import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, looking, test } from './fixtures.ts';
import { freshHome } from '#scripts/start-console.ts';

// Each test opens its own address, so no first page is loaded.
looking.use({ at: null });

const entry = (id: string, environment: string) => ({
  id,
  name: `The ${environment} one`,
  environment,
  aws: { region: 'eu-west-1', accountId: '111122223333', profile: id },
});

function aHomeWithConnections(): string {
  const home = freshHome();
  const connections = [entry('stage', 'staging'), entry('prod', 'production')];
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
  return home;
}

looking('Back and Forward go through the tabs', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings`);
  const selected = page.getByRole('tab', { selected: true });
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('tab', { name: 'Shortcuts' }).click();
  await expect(page).toHaveURL(/tab=shortcuts/);
  await page.goBack();
  await expect(selected).toHaveText('Appearance');
  await page.goBack();
  await expect(selected).toHaveText('Connections');
  await page.goForward();
  await expect(selected).toHaveText('Appearance');
});

looking(
  'an address with a tab opens that tab, and one with nonsense the first',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/settings?tab=appearance`);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Appearance');
    await page.goto(`${url}/settings?tab=nonsense`);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Connections');
  },
);

looking('the theme is chosen with the arrow keys', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings?tab=appearance`);
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

looking('reduced motion stops transitions', async ({ console: { page, url } }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${url}/settings?tab=appearance`);
  const lasts = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--t-slow').trim());
  expect(await lasts()).toMatch(/^(?:280ms|0?\.28s)$/);
  await page.getByRole('radiogroup', { name: 'Motion' }).getByRole('radio', { name: 'Reduced' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
  expect(await lasts()).toMatch(/^0m?s$/);
});

looking(
  'a choice is shown within the turn of the click, never its old state once more',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/settings?tab=appearance`);
    const reduced = page.getByRole('radiogroup', { name: 'Motion' }).getByRole('radio', { name: 'Reduced' });
    const shown = await reduced.evaluate(async (radio: HTMLInputElement) => {
      radio.click();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return radio.checked;
    });
    expect(shown).toBe(true);
  },
);

looking(
  'with only the sandbox it says how to add a connection, and where',
  async ({ console: { page, url, home } }) => {
    await page.goto(`${url}/settings`);
    await expect(page.getByText('Only the sandbox is set up.')).toBeVisible();
    await expect(page.getByText(join(home, 'connections.json'))).toBeVisible();
    await page
      .getByRole('region', { name: 'Only the sandbox' })
      .getByRole('button', { name: 'Add a connection' })
      .click();
    await expect(page.getByRole('heading', { name: 'Add a connection' })).toBeVisible();
  },
);

test('a connection is chosen in the list and opened beside it, and the whole shell shows it', async ({
  page,
  consoles,
}) => {
  const host = await consoles.open(aHomeWithConnections());
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.goto(`${host.origin}/settings`);
  await page.getByRole('option', { name: /The production one/ }).click();
  await expect(page).toHaveURL(/connection=prod/);
  await page.getByRole('button', { name: 'Open The production one' }).press('Enter');
  const band = page.getByRole('region', { name: 'Environment' });
  await expect(band).toContainText('production');
  await expect(band).toContainText('read-only session');
  await expect(page.getByRole('button', { name: /^Connection: The production one/ })).toContainText(
    '1111-2222-3333',
  );
  await expect(page.getByRole('button', { name: /Role unknown/ })).toBeVisible();
  await expect(page).toHaveTitle(/The production one/);
  const pane = page.getByRole('region', { name: 'The production one' });
  await expect(pane.getByText('Open', { exact: true })).toBeFocused();
  await host.stop();
});

test('a connection is opened from the top bar by keyboard', async ({ page, consoles }) => {
  const host = await consoles.open(aHomeWithConnections());
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.getByRole('button', { name: /^Connection:/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: /The staging one/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Connection: The staging one/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Environment' })).toContainText('staging');
  await host.stop();
});

looking('every tab ends at the same edge', async ({ console: { page, url } }) => {
  const edges: number[] = [];
  for (const [tab, part] of [
    ['monitoring', page.getByRole('switch', { name: 'Notices' })],
    ['appearance', page.getByRole('radiogroup', { name: 'Theme' })],
    ['shortcuts', page.getByRole('switch')],
  ] as const) {
    await page.goto(`${url}/settings?tab=${tab}`);
    const box = await part.boundingBox();
    edges.push(Math.round((box?.x ?? 0) + (box?.width ?? 0)));
  }
  expect(new Set(edges).size, edges.join(' ')).toBe(1);
});

test('a notice links to the connections, and stays away in this window once it was read', async ({
  page,
  consoles,
}) => {
  const home = freshHome();
  writeFileSync(join(home, 'connections.json'), '{"connections": 3}');
  const host = await consoles.open(home);
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.getByRole('link', { name: 'Show the connections' }).click();
  await expect(page.getByText('in connections.json.')).toBeVisible();

  const dismiss = page.getByRole('button', { name: 'Dismiss this notice' });
  await dismiss.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expect(dismiss).toHaveCount(0);
  await host.stop();
});
