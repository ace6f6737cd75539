import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshHome } from '#scripts/start-console.ts';
import { expect, test } from './fixtures.ts';
import { expectClean } from './shell-axe.ts';

/** A home in which the pinned tenants and the journal of a job are damaged. */
function aDamagedHome(): string {
  const home = freshHome();
  mkdirSync(join(home, 'jobs'));
  writeFileSync(join(home, 'tenants.json'), '{"connections": {"local": [');
  writeFileSync(join(home, 'jobs', 'job-of-before.jsonl'), 'not a journal\n');
  return home;
}

test('what was lost is said in Settings and where it would be used, once', async ({ page, consoles }) => {
  test.setTimeout(180_000);
  const host = await consoles.open(aDamagedHome());
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await expect(page.getByText('Pinned and recently opened tenants: a file')).toHaveCount(0);
  await page.goto(`${host.origin}/triage`);
  const note = page.getByText('Pinned and recently opened tenants: a file could not be read');
  await expect(note).toBeVisible();
  await page.getByRole('link', { name: 'Show what was lost' }).press('Enter');
  await expect(page).toHaveURL(/tab=console/);
  await expect(page.getByText(/^tenants\.json was set aside on .* UTC: it was damaged/)).toBeVisible();
  await expect(page.getByText('Line 1, which holds the plan, is damaged.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Journals of jobs/ })).toContainText('1 damaged');
  await expectClean(page, 'This console');

  await page.goto(`${host.origin}/triage`);
  await page.getByRole('button', { name: 'Dismiss this notice' }).press('Enter');
  await expect(note).toHaveCount(0);
  await page.reload();
  await page.getByRole('main').waitFor();
  await expect(note).toHaveCount(0);
  await host.stop();
});

test('connections are asked on demand, and a report is shown whole before it is saved', async ({
  page,
  consoles,
}) => {
  test.setTimeout(180_000);
  const host = await consoles.open(freshHome());
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await page.goto(`${host.origin}/settings?tab=console`);
  await expect(page.getByText(/files\. None is damaged\./)).toBeVisible();
  await page.getByRole('button', { name: 'Ask each connection once' }).press('Enter');
  await expect(page.getByRole('row', { name: /Local sandbox/ })).toContainText('It answers.');
  await page.getByRole('button', { name: 'Show the report…' }).press('Enter');
  const text = page.getByRole('region', { name: /^sluice-report-/ });
  await expect(text).toContainText('"versions"');
  await expectClean(page, 'the report');
  const shown = await text.textContent();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as file' }).press('Enter'),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(shown);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show the report…' })).toBeFocused();
  await host.stop();
});
