import type { Page } from '@playwright/test';
import { actAs, allIsRead, openFailedBatch } from './on-the-page.ts';

export interface Scene {
  /** Names its pictures, together with the theme. */
  readonly name: string;
  readonly prepare: (page: Page, origin: string) => Promise<void>;
}

/**
 * The pictures in the documentation come from the running console, so they cannot show anything that does not exist.
 */
export const scenes: readonly Scene[] = [
  {
    name: 'welcome',
    async prepare(page, origin) {
      await page.goto(`${origin}/welcome`);
      await page.getByRole('heading', { name: 'Welcome to Sluice' }).waitFor();
      await page.getByRole('list', { name: 'Begin as' }).waitFor();
    },
  },
  {
    name: 'palette',
    async prepare(page, origin) {
      await page.goto(`${origin}/settings?tab=connections`);
      await page.getByRole('main').waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('op');
    },
  },
  {
    name: 'connections',
    async prepare(page, origin) {
      await page.goto(`${origin}/settings?tab=connections`);
      await page.getByRole('main').waitFor();
    },
  },
  {
    name: 'today',
    async prepare(page, origin) {
      await page.goto(`${origin}/today`);
      await page.getByText('Tenant by tenant').waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'fleet',
    async prepare(page, origin) {
      await page.goto(`${origin}/triage?list=failed`);
      await page.getByText('End of list').waitFor();
      await page.keyboard.press('j');
    },
  },
  {
    name: 'triage',
    async prepare(page, origin) {
      await openFailedBatch(page, origin);
      await page.getByText('Cost so far').waitFor();
    },
  },
  {
    name: 'plan',
    async prepare(page, origin) {
      await openFailedBatch(page, origin);
      await page.keyboard.press('p');
      await page.getByText('Checked before start').waitFor();
    },
  },
  {
    name: 'desk',
    async prepare(page, origin) {
      await actAs(page, 'reviewer');
      await page.goto(`${origin}/review?tenant=northwind`);
      await page.getByRole('button', { name: 'Start reviewing' }).click();
      await page.locator('main section canvas').waitFor();
      await page.getByText('Why flagged').waitFor();
    },
  },
  {
    name: 'dead-letters',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/dead-letters`);
      await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
      const rows = page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row');
      await closeNotices(page);
      await rows.nth(6).click();
      for (const place of [6, 7, 8]) await rows.nth(place).getByRole('checkbox').click();
      await page.getByText('Why it failed').waitFor();
    },
  },
  {
    name: 'pace',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/dead-letters`);
      await page.getByRole('button', { name: /^Sample 10/ }).click();
      const group = page.getByRole('list', { name: 'Groups' }).getByRole('button').first();
      await group.click();
      await closeNotices(page);
      await page.keyboard.press('p');
      const dialog = page.getByRole('dialog', { name: /^Redrive/ });
      await dialog.getByRole('button', { name: 'Change the pace' }).click();
      await dialog.getByRole('textbox', { name: 'Only the first' }).fill('5');
      await dialog.getByRole('textbox', { name: 'At most a second' }).fill('0.5');
    },
  },
  {
    name: 'discarded',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/dead-letters`);
      await page.getByRole('button', { name: /^Sample 10/ }).click();
      const rows = page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row');
      for (const place of [1, 2, 3]) await rows.nth(place).getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Discard…' }).click();
      await closeNotices(page);
      const dialog = page.locator('[role=dialog][data-modal]');
      await dialog.getByRole('button', { name: 'Continue to the plan' }).click();
      await dialog.getByLabel('Type the environment').fill('sandbox');
      await dialog.getByLabel('and the count, 3').fill('3');
      await dialog.getByLabel('Reason, kept with the receipts').fill('The customer has closed the account');
      await page.keyboard.press('Enter');
      await dialog.getByText('3 of 3 saved to a file and deleted.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('2');
      await page.getByRole('grid', { name: 'Discarded messages' }).getByRole('row').nth(1).click();
      await page.getByRole('heading', { name: 'Body' }).waitFor();
      await closeNotices(page);
    },
  },
  {
    name: 'this-console',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/settings`);
      await page.getByRole('tab', { name: 'This console' }).click();
      await closeNotices(page);
      // The machine's own paths stand above.
      await page.getByRole('heading', { name: 'Files' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'downloads',
    async prepare(page, origin) {
      await page.goto(`${origin}/downloads`);
      await page.getByText('Batch states').waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'workflows',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      const place = 'tenant=northwind&project=freight-invoices&workflow=carrier-invoices';
      await page.goto(`${origin}/workflows?${place}&confidence=0.5&review=0.88`);
      await page.getByText('Reviews a day').waitFor();
    },
  },
  {
    name: 'costs',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/costs?tenant=northwind`);
      await page.getByText('One document').waitFor();
      await page.getByText('Metering documents').waitFor({ state: 'detached', timeout: 120_000 });
    },
  },
  {
    name: 'incidents',
    async prepare(page, origin) {
      await page.goto(`${origin}/incidents?days=7`);
      await page.getByRole('grid', { name: 'Causes' }).getByRole('row').nth(1).waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'monitor',
    async prepare(page, origin) {
      await page.goto(`${origin}/monitor?range=12h`);
      await page.getByText('Dead-letter queues', { exact: true }).first().waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'explorer',
    async prepare(page, origin) {
      await page.goto(`${origin}/explorer?system=extraction&pattern=documentsByStatus`);
      await page.getByRole('button', { name: 'Fill an example' }).click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByRole('row').nth(1).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'schema-review',
    async prepare(page, origin) {
      await page.goto(`${origin}/explorer?system=downloads&view=review`);
      await page.getByRole('heading', { name: 'Schema review' }).waitFor();
    },
  },
  {
    name: 'describe-table',
    async prepare(page, origin) {
      await page.goto(`${origin}/explorer?view=describe`);
      await page.getByRole('textbox', { name: 'Table name' }).fill('acme-hr-sandbox');
      await page.keyboard.press('Enter');
      const keys = page.getByRole('textbox', { name: 'Partition keys, one on each line' });
      await keys.fill('ORG#01HXAA\nDEPT#01HXAB\nJOB#01HXAF');
      await page.getByRole('button', { name: 'Sample keys' }).click();
      await page.getByText(/new keys from/).waitFor();
    },
  },
  {
    name: 'draft',
    async prepare(page) {
      await page.getByRole('button', { name: 'Open the draft' }).click();
      await page.getByRole('heading', { name: 'Draft of Acme hr' }).waitFor();
    },
  },
  {
    // This scene is last, because it shows what was done for the others.
    name: 'activity',
    async prepare(page, origin) {
      await page.goto(`${origin}/activity?tab=audit`);
      await page.getByText(/^Chain intact/).waitFor();
    },
  },
];

/** Closes the notifications, which would cover the subject of a picture. */
async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
  for (let left = await close.count(); left > 0; left -= 1) await close.first().click();
}
