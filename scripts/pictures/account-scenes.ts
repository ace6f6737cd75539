import type { LocalAccount } from './local-account.ts';
import type { Scene } from './scenes.ts';

/** Lists scenes that only exist on an account. They come last, because the console stays on it. */
export function accountScenes(account: LocalAccount): readonly Scene[] {
  return [
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
