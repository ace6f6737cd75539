import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { unusedHome } from '#scripts/start-console.ts';
import { messages, roleTexts } from '#renderer/features/welcome/messages.ts';
import { expect, looking, shellIsThere, test } from './fixtures.ts';

const door = (page: Page, title: string) => page.getByRole('region', { name: title });

test.describe('on a home that was not used before', () => {
  test.use({
    at: null,
    moved: async ({ consoles }, use) => {
      const moved = await consoles.open(unusedHome());
      await use(moved);
      await moved.stop();
    },
  });

  test('the first page is Welcome, and the next start goes to Today', async ({
    console: { page, url, home },
  }) => {
    await page.goto(url);
    await expect(page).toHaveURL(`${url}/welcome`);
    await expect(page.getByRole('heading', { level: 1, name: messages.page.title })).toBeVisible();
    for (const sentence of messages.page.what) await expect(page.getByText(sentence)).toBeVisible();
    const preferences = join(home, 'preferences.json');
    await expect.poll(() => existsSync(preferences) && readFileSync(preferences, 'utf8')).toContain('"yes"');
    await page.goto(url);
    await expect(page).toHaveURL(`${url}/today`);
  });

  test('an address of a page leads there and not to Welcome', async ({ console: { page, url } }) => {
    await page.goto(`${url}/activity`);
    await shellIsThere(page);
    await expect(page).toHaveURL(/\/activity/);
    await page.goto(url);
    await expect(page, 'Welcome was not shown yet').toHaveURL(`${url}/welcome`);
  });

  test('Esc skips to Today in the sandbox', async ({ console: { page, url } }) => {
    await page.goto(url);
    await expect(page).toHaveURL(`${url}/welcome`);
    await shellIsThere(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/today$/);
  });
});

looking.describe('the doors of Welcome', () => {
  looking.use({ at: '/welcome' });

  for (const [role, name, desk] of [
    ['support', 'Mira Okafor', /\/today$/],
    ['reviewer', 'Teo Lindqvist', /\/review$/],
    ['admin', 'Ines Halvorsen', /\/dead-letters$/],
  ] as const) {
    looking(`${name} begins as ${role}, at the first desk of that role`, async ({ console: { page } }) => {
      await expect(page.getByText(roleTexts[role].does)).toBeVisible();
      await door(page, messages.sandbox.title)
        .getByRole('button', { name: `${name}, ${role}` })
        .click();
      await expect(page).toHaveURL(desk);
      await expect(page.getByRole('button', { name: `Working as ${name}` })).toBeVisible();
    });
  }

  looking(
    'each door has a key, and a link is pasted and opened without the mouse',
    async ({ console: { page } }) => {
      await page.keyboard.press('1');
      await expect(page.getByRole('button', { name: /^Mira Okafor/ })).toBeFocused();
      await page.keyboard.press('2');
      await expect(page.getByRole('button', { name: messages.account.add })).toBeFocused();
      await page.keyboard.press('3');
      await expect(page.getByLabel(messages.link.label)).toBeFocused();
      await page.keyboard.type('sluice://page/costs');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/costs/);
    },
  );

  looking('an account is added in the settings', async ({ console: { page } }) => {
    await page.getByRole('button', { name: messages.account.add }).click();
    await expect(page).toHaveURL(/\/settings\/connection/);
  });

  looking('an id leads to its lookup', async ({ console: { page } }) => {
    await page.getByLabel(messages.link.label).fill('sluice://batch/batch-01JC9NZK41RD');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/find\?id=/);
    await expect(page.getByRole('heading', { name: /No match for/ })).toBeVisible();
  });

  looking(
    'a link that leads nowhere is told in place, and the next letter takes that back',
    async ({ console: { page } }) => {
      const field = page.getByLabel(messages.link.label);
      await page.getByRole('button', { name: messages.link.open, exact: true }).click();
      await expect(page.getByText(messages.link.empty)).toBeVisible();
      await expect(field).toBeFocused();
      await field.fill('https://example.com/batch/1');
      await expect(page.getByText(messages.link.empty)).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(door(page, messages.link.title)).toContainText(messages.link.otherSite('example.com'));
      await expect(page).toHaveURL(/\/welcome$/);
      await page.keyboard.press('Escape');
      await expect(field).not.toBeFocused();
      await expect(page).toHaveURL(/\/welcome$/);
    },
  );

  looking('it is found again in the palette', async ({ console: { page, url } }) => {
    await page.goto(`${url}/settings`);
    await shellIsThere(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('welcome');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/welcome$/);
  });
});
