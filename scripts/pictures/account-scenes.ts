import type { Page } from '@playwright/test';
import type { LocalAccount } from './local-account.ts';
import type { Scene } from './scenes.ts';

/** Lists scenes that only exist on an account. They come last, because the console stays on it. */
export function accountScenes(account: LocalAccount): readonly Scene[] {
  return [
    {
      name: 'add-connection',
      async prepare(page, origin) {
        await page.goto(`${origin}/settings/connection`);
        await page.getByRole('radio', { name: /^northern-staging/ }).check();
        await page.getByRole('button', { name: /^Custom addresses/ }).click();
        await page.getByLabel('All services').fill(account.address);
        await page.getByRole('button', { name: /^Whose account is this/ }).click();
        await page.getByText(/^Account 0000-0000-0000/).waitFor();
        await goToStep(page, /Account/);
      },
    },
    {
      name: 'add-connection-resources',
      async prepare(page) {
        await page.getByRole('button', { name: 'Find resources' }).click();
        await page.getByText(/^Found \d+ of/).waitFor();
        await goToStep(page, /Resources/);
      },
    },
    {
      name: 'add-connection-save',
      async prepare(page) {
        await page.getByRole('radio', { name: 'Token' }).check();
        await page.getByLabel('Address', { exact: true }).fill(`${account.address}/pipeline/v1`);
        await page.getByLabel('Environment variable').fill('PIPELINE_TOKEN');
        await page.getByRole('button', { name: 'Try it' }).click();
        await page.getByText(/^Your role there/).waitFor();
        await goToStep(page, /Save/);
      },
    },
    {
      name: 'check',
      async prepare(page, origin) {
        await account.deny(['DescribeAlarms', 'ListMessageMoveTasks']);
        await page.goto(`${origin}/settings?tab=connections&connection=staging`);
        await page.getByRole('button', { name: /^Check connection/ }).click();
        await page
          .getByText(/\d+ of \d+/)
          .first()
          .waitFor();
        await account.deny([]);
      },
    },
    {
      name: 'check-policy',
      async prepare(page) {
        await page.getByText('"Statement"').first().scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'unlock',
      async prepare(page, origin) {
        await page.goto(`${origin}/settings?tab=connections&connection=production`);
        await page.getByRole('button', { name: /^Open/ }).first().click();
        await page.getByText('Ines Halvorsen').first().waitFor();
        await page.goto(`${origin}/triage?tenant=northwind`);
        await page
          .getByText(/failed/)
          .first()
          .waitFor();
        await page.getByRole('button', { name: 'Unlock for writing' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

async function goToStep(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
}
