import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { toItem } from '#pipelines/plain-items.ts';
import { messages } from '#renderer/features/incidents/messages.ts';
import { causeItems } from '#test/builders/some-causes.ts';
import type { MovedConsole } from './console-process.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { choosePersona } from './triage-world.ts';

const fingerprint = 'abc123';
const pattern = 'QuotaExceeded: The quota of … pages a day is used up';
const hourMs = 3_600_000;

test.beforeEach(async ({ console: { page }, moved }) => {
  test.setTimeout(180_000);
  await actAs(page, 'support');
  await plant(page, moved);
});

test('finds the new cause, its customers, sends the list on, and says who works on it', async ({
  console: { page },
}) => {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Incidents/ })
    .click();
  await expect(row(page)).toContainText('New');
  await page.getByRole('radio', { name: /^New 1$/ }).check();
  await expect(page).toHaveURL(/show=new/);
  await expect(causes(page).getByRole('row')).toHaveCount(3);
  await expect(row(page).getByRole('img')).toHaveAccessibleName(
    /^26 failures in the last 2 days\. Most: 20 /,
  );

  await row(page).click();
  await expect(page).toHaveURL(new RegExp(`cause=${fingerprint}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pattern);
  const customers = page.getByRole('grid', { name: 'Affected customers' });
  await expect(customers).toContainText('Northwind Logistics');
  await expect(customers).toContainText('Alder & Finch Insurance');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^sluice-customers-abc123-.*\.csv$/);
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toContain('Customer,Tenant,Failures');
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['Northwind Logistics', 'northwind', '24'],
    ['Alder & Finch Insurance', 'alder-finch', '2'],
  ]);

  const work = page.getByRole('region', { name: 'Who works on it' });
  await expect(work).toContainText('Not assigned');
  await work.getByRole('textbox', { name: 'Note' }).fill('Asked for a larger quota');
  await work.getByRole('button', { name: 'I work on it' }).click();
  await expect(work).toContainText('You work on it');
  await choosePersona(page, /Ines Halvorsen/);
  await expect(work).toContainText('Mira Okafor works on it');
  await expect(work.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked for a larger quota');
  await work.getByRole('button', { name: 'Take over' }).click();
  await expect(work).toContainText('You work on it');
  await work.getByRole('button', { name: 'Done' }).click();
  await expect(work).toContainText('Not assigned');
});

test('what is typed while a note is saved stays in its field', async ({ console: { page, url } }) => {
  await page.goto(`${url}/incidents?cause=${fingerprint}`);
  await test.step('of who works on it', async () => {
    const work = page.getByRole('region', { name: messages.work.title });
    const field = work.getByRole('textbox', { name: messages.work.note });
    const [saving, reading] = [hold(), hold()];
    await page.route('**/call/incidents.work', async (route) => {
      await saving.isOver;
      await route.continue();
    });
    await field.fill('Asked for a larger quota');
    await work.getByRole('button', { name: messages.work.mine }).click();
    await page.route('**/call/incidents.cause', async (route) => {
      await reading.isOver;
      await route.continue();
    });
    await field.fill('Asked for a larger quota. They');
    saving.end();
    await expect(page.getByText(messages.work.saved, { exact: true })).toBeVisible();
    await field.fill('Asked for a larger quota. They answer on Monday');
    const answered = page.waitForResponse('**/call/incidents.cause');
    reading.end();
    await (await answered).finished();
    await pageHasSettled(page);
    await expect(field).toHaveValue('Asked for a larger quota. They answer on Monday');
    await page.getByRole('radio', { name: messages.page.periods[30] }).check();
    await expect(page).toHaveURL(/days=30/);
    await expect(field).toHaveValue('Asked for a larger quota. They answer on Monday');
    await work.getByRole('button', { name: messages.work.saveNote }).click();
    await expect(work.getByRole('button', { name: messages.work.saveNote })).toHaveCount(0);
    await expect(field).toHaveValue('Asked for a larger quota. They answer on Monday');
  });

  await test.step('of what to do about the cause', async () => {
    const known = page.getByRole('region', { name: messages.known.title, exact: true });
    const field = known.getByRole('textbox', { name: 'What to do about it' });
    const saving = hold();
    await page.route('**/call/incidents.note', async (route) => {
      await saving.isOver;
      await route.continue();
    });
    await known.getByRole('button', { name: /Write what to do/ }).click();
    await field.fill('Raise the quota.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(known.getByRole('button', { name: /Save the note/ })).toBeDisabled();
    await field.fill('Raise the quota. Redrive then.');
    saving.end();
    await expect(known.getByRole('button', { name: /Save the note/ })).toBeEnabled();
    await expect(field).toHaveValue('Raise the quota. Redrive then.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toHaveCount(0);
    await expect(known.getByText('Raise the quota. Redrive then.')).toBeVisible();
  });
});

test('a deploy sorts causes into gone and new since, by the field and by the keys of the strip', async ({
  console: { page, url },
}) => {
  const deploy = await hoursAgo(page, 4);
  await page.goto(`${url}/incidents`);
  await expect(row(page)).toBeVisible();
  await page.keyboard.press('d');
  const field = page.getByRole('textbox', { name: 'Deploy at' });
  await expect(field).toBeFocused();
  await field.fill('25:99');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Type a time that has passed/)).toBeVisible();
  await field.fill(`${deploy.slice(0, 10)} ${deploy.slice(11, 16)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/deploy=/);
  await expect(row(page)).toContainText('New since');
  await expect(causes(page).getByRole('row', { name: /fixed1/ })).toContainText('Gone');
  await page.getByRole('radio', { name: /^Gone/ }).check();
  await expect(row(page)).toHaveCount(0);
  await expect(causes(page).getByRole('row', { name: /fixed1/ })).toBeVisible();

  const strip = page.getByRole('slider', { name: /^Time of a deploy/ });
  const before = await strip.getAttribute('aria-valuetext');
  await strip.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(strip).not.toHaveAttribute('aria-valuetext', before ?? '');
  await expect(strip).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(/deploy=/);
  await expect(strip).toHaveAttribute('aria-valuetext', 'not chosen');
});

test('leads to the failed batches of the cause, and back, by keyboard', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/incidents?cause=${fingerprint}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pattern);
  await page.keyboard.press('o');
  await expect(page).toHaveURL(new RegExp(`/triage\\?list=failed&cause=${fingerprint}`));
  await page.goBack();
  await page.keyboard.press('Escape');
  await expect(causes(page)).toBeVisible();
});

test('a person held to some tenants is told why there is nothing', async ({ console: { page, url } }) => {
  await page.goto(`${url}/incidents`);
  await expect(row(page)).toBeVisible();
  await choosePersona(page, /Jonas Weir/);
  await expect(page.getByText('Incidents requires access to all tenants')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Work as Mira Okafor, support' })).toBeVisible();
});

test('has no axe violation, and nothing is wider than the window', async ({ console: { page, url } }) => {
  await page.goto(`${url}/incidents`);
  await expect(row(page)).toBeVisible();
  await expectClean(page, 'causes');
  await page.goto(`${url}/incidents?cause=${fingerprint}`);
  await expect(page.getByRole('grid', { name: 'Affected customers' })).toContainText('Northwind');
  await expect(page.getByRole('region', { name: 'Batches that stand failed' })).toContainText('No batch');
  await expectClean(page, 'a cause');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await expectClean(page, 'handing over');
  // axe leaves the window large.
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
});

function causes(page: Page): Locator {
  return page.getByRole('grid', { name: 'Causes' });
}

function row(page: Page): Locator {
  return causes(page).getByRole('row', { name: new RegExp(fingerprint) });
}

/** Waits until the page has drawn what an answer changed. */
function pageHasSettled(page: Page): Promise<void> {
  return page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
}

async function hoursAgo(page: Page, hours: number): Promise<string> {
  const now = await page.evaluate(() => Date.now());
  return new Date(now - hours * hourMs).toISOString();
}

/** Writes what the pipeline keeps about a cause that is new, and about one that a deploy has ended. */
async function plant(page: Page, moved: MovedConsole): Promise<void> {
  const at = await Promise.all([0, 1, 2, 5, 8, 11, 14].map((hours) => hoursAgo(page, hours)));
  const [now = '', one = '', two = '', ...before] = at;
  const items = causeItems(
    [
      {
        fingerprint,
        stage: 'textract',
        code: 'QuotaExceeded',
        pattern,
        failures: [
          { tenantId: 'northwind', at: one, count: 20 },
          { tenantId: 'northwind', at: two, count: 4 },
          { tenantId: 'alder-finch', at: two, count: 2 },
        ],
      },
      {
        fingerprint: 'fixed1',
        firstEverAt: '2026-01-01T00:00:00.000Z',
        failures: before.map((time) => ({ tenantId: 'northwind', at: time, count: 12 })),
      },
    ],
    { upTo: now },
  );
  for (const item of items) {
    await moved.meanwhile({ does: 'write', table: 'autowired-sandbox', item: toItem(item) });
  }
}
