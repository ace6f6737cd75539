import { openPalette } from './dialogs.ts';
import { looking as test } from './fixtures.ts';
import {
  carrierInvoices,
  expect,
  handle,
  openWorkflow,
  reason,
  sampleIsThere,
  workAs,
} from './workflows-world.ts';

// Each test reads a sample, which takes long on a busy machine.
test.describe.configure({ mode: 'default', timeout: 180_000 });

test.beforeEach(async ({ page }) => workAs(page, 'admin'));

test('a link shows the project by name, and reading again does not pay for the sample again', async ({
  console: { page, url },
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/.*\/call\//, '')));
  await openWorkflow(page, url, carrierInvoices);
  await expect(page.locator('main').getByText('Freight invoices', { exact: true })).toBeVisible();
  await sampleIsThere(page);
  asked.length = 0;
  await page.getByRole('button', { name: 'Read again', exact: true }).click();
  await expect.poll(() => asked).toContain('workflows.history');
  expect(asked).not.toContain('workflows.sample');
  await page.getByRole('button', { name: /^Read the sample again, about [\d,]+ RRU/ }).click();
  await expect.poll(() => asked).toContain('workflows.sample');
});

test('choosing another sample size keeps the current sample until the new one is read', async ({
  console: { page, url },
}) => {
  await openWorkflow(page, url, carrierInvoices);
  await sampleIsThere(page);
  await page.route('**/call/workflows.sample', (route) =>
    route.fulfill({
      json: { ok: false, failure: { code: 'throttled', message: 'Nothing was read.', reference: 'ref-1' } },
    }),
  );
  await page.getByRole('combobox', { name: 'Documents to read at most' }).click();
  await page.getByRole('option', { name: /Read at most 500/ }).click();
  await expect(page.getByText('Showing the earlier sample.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What the draft would change' })).toBeVisible();
});

test('the save keys work only on the page, and the palette leads to a missing field', async ({
  console: { page, url },
}) => {
  await openWorkflow(page, url, carrierInvoices, '&review=0.9');
  await sampleIsThere(page);
  await page.getByRole('button', { name: 'Assumptions' }).click();
  const seconds = page.getByRole('textbox', { name: /Seconds of a reviewer/ });
  await seconds.press('ControlOrMeta+Enter');
  await expect(seconds).toBeFocused();
  await expect(page.getByText('Reason required. It is kept with the version.')).toBeHidden();
  await page.keyboard.press('Escape');
  await handle(page, 'Review').focus();
  await openPalette(page);
  await page.keyboard.type('save the thresholds');
  await expect(page.getByRole('option').first()).toContainText('Save the thresholds');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reason required. It is kept with the version.')).toBeVisible();
  await expect(reason(page)).toBeFocused();
  await page.getByRole('button', { name: 'Discard draft' }).press('Enter');
  await expect(handle(page, 'Confidence')).toBeFocused();
});
