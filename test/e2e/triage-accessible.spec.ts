import type { Page } from '@playwright/test';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';
import { aBatchFailedWith, documentsAreThere, failedDocuments, openBatch } from './triage-world.ts';

const large = { width: 1440, height: 900 };
const small = { width: 1280, height: 720 };

/** The batch page itself is in triage-batch.spec.ts, lists and look-ups in theirs. */
for (const colorScheme of ['dark', 'light'] as const) {
  test(`axe finds nothing from the tenants to the audit trail, ${colorScheme}`, async ({
    console: { page, url },
  }) => {
    test.setTimeout(150_000);
    await page.emulateMedia({ colorScheme });
    const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
    const [document] = await failedDocuments(page, batch);

    await page.goto(`${url}/triage`);
    await expect(page.getByRole('grid', { name: 'Tenants' }).getByRole('row').nth(1)).toBeVisible();
    await clean(page, 'tenants');

    await openBatch(page, url, batch);
    await page.getByRole('grid', { name: 'Documents' }).focus();
    await page.keyboard.press('x');
    await clean(page, 'batch with a selection');

    await page.goto(`${page.url()}&document=${document?.documentId ?? ''}`);
    for (const look of ['Passport', 'Fields', 'Stages and cost', 'Item']) {
      await page.getByRole('tab', { name: new RegExp(`^${look}`) }).click();
      await expect(page.getByRole('tabpanel').last()).toBeVisible();
      await clean(page, look);
    }

    await page.keyboard.press('Escape');
    await documentsAreThere(page);
    await page.getByRole('button', { name: 'Reprocess 1…', exact: true }).click();
    const start = page.getByRole('button', { name: 'Start with 1 document' });
    await expect(start).toBeVisible();
    await clean(page, 'plan');
    await start.click();
    await expect(openDialog(page).getByRole('list', { name: 'Steps' })).toContainText('1 running', {
      timeout: 20_000,
    });
    await clean(page, 'running job');

    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
    await page.goto(`${url}/activity`);
    await expect(page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible();
    await clean(page, 'jobs');
    await page.getByRole('tab', { name: 'Audit' }).click();
    await expect(page.getByRole('grid', { name: 'Audit trail' }).getByRole('row').nth(1)).toBeVisible();
    await clean(page, 'audit');
  });
}

async function clean(page: Page, what: string): Promise<void> {
  for (const size of [small, large]) {
    await page.setViewportSize(size);
    expect(await axeViolations(page), `${what}, ${String(size.width)} wide`).toEqual([]);
  }
}
