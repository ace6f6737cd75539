import type { Page } from '@playwright/test';
import { messages as objective } from '#renderer/features/workflows/objective/objective-messages.ts';
import { messages as review } from '#renderer/features/workflows/review/review-settings-messages.ts';
import { test } from './fixtures.ts';
import { hold } from './hold.ts';
import { command } from './review-world.ts';
import { axeViolations } from './shell-axe.ts';
import {
  carrierInvoices,
  expect,
  handle,
  readHistory,
  openWorkflow,
  readWorkflow,
  reason,
  saveButton,
  versions,
  versionsAreThere,
  workAs,
  writeAddress,
} from './workflows-world.ts';

test('saves a draft with its reason as a new version and goes back a version, by keyboard alone', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await workAs(page, 'admin');
  await page.goto(`${url}/workflows?tenant=northwind`);
  await expect(page.getByRole('row', { name: /Carrier invoices/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await versionsAreThere(page);
  const before = await readWorkflow(page, carrierInvoices);
  const next = (before.version ?? 0) + 1;

  await test.step('a draft without a reason is not saved, and the focus moves to the reason', async () => {
    await handle(page, 'Review').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.88');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(reason(page)).toBeFocused();
    await expect(page.getByText('Reason required. It is kept with the version.')).toBeVisible();
    expect((await readWorkflow(page, carrierInvoices)).version).toBe(before.version);
  });

  await test.step('with a reason it becomes the next version, and the first line of its history', async () => {
    await page.keyboard.type('Totals of one carrier are misread.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(`Version ${String(next)} of Carrier invoices saved`)).toBeVisible();
    const newest = versions(page).getByRole('row').nth(1);
    await expect(newest).toContainText('LIVE');
    await expect(newest).toContainText('Totals of one carrier are misread.');
    await expect(newest).toContainText('Ines Halvorsen');
    await expect(newest.getByRole('rowheader')).toHaveText(String(next));
    await expect(page).not.toHaveURL(/review=/);
    await expect(page.getByText('draft', { exact: true })).toBeHidden();
    await expect(reason(page)).toHaveValue('');
    expect(await readWorkflow(page, carrierInvoices)).toMatchObject({ reviewThreshold: 0.88, version: next });
  });

  await test.step('going one version back fills in the reason', async () => {
    await page.getByRole('button', { name: 'All workflows' }).press('Enter');
    await expect(page.getByRole('row', { name: /Carrier invoices/ })).toContainText('0.88');
    await page.goBack();
    await versionsAreThere(page);
    await page.keyboard.press('h');
    await page.keyboard.press('Tab');
    const back = page.getByRole('button', { name: `Revert to version ${String(before.version)}…` });
    await expect(back).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Revert to version ${String(before.version)}` });
    await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue(
      /^Back to version \d+ of .* \(0\.56 and 0\.85\)\.$/,
    );
    await dialog.getByRole('button', { name: 'Revert' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(versions(page).getByRole('row').nth(1)).toContainText(`Back to version`);
    await expect(page.locator('main :focus')).toHaveCount(1);
    expect(await readWorkflow(page, carrierInvoices)).toMatchObject({
      reviewThreshold: before.reviewThreshold,
      version: next + 1,
    });
  });
});

test('a handle is dragged by mouse, stops at the other one, and the draft is saved', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await workAs(page, 'admin');
  await openWorkflow(page, url, carrierInvoices);
  await drag(page, 'Confidence', 2_000);
  await expect(handle(page, 'Confidence')).toHaveAttribute('aria-valuenow', '0.85');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(handle(page, 'Confidence')).toHaveAttribute('aria-valuenow', '0.56');

  await drag(page, 'Confidence', 80);
  await expect(page).toHaveURL(/confidence=0\.[678]\d?&review=0\.85/);
  const draft = Number(await handle(page, 'Confidence').getAttribute('aria-valuenow'));
  await expect(saveButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  await reason(page).fill('Dragged to where it should be.');
  await saveButton(page).click();
  await expect(versions(page).getByRole('row').nth(1)).toContainText('Dragged to where it should be.');
  expect((await readWorkflow(page, carrierInvoices)).confidenceThreshold).toBe(draft);
});

test('changes made while a save is running are not lost', async ({ console: { page, url } }) => {
  test.setTimeout(120_000);
  await workAs(page, 'admin');
  await openWorkflow(page, url, carrierInvoices);
  await handle(page, 'Review').press('ArrowRight');
  await reason(page).fill('Kept while the page is left.');
  await page.getByRole('button', { name: 'All workflows' }).click();
  await expect(page.getByRole('row', { name: /Carrier invoices/ })).toBeVisible();
  await page.goBack();
  await expect(reason(page)).toHaveValue('Kept while the page is left.');

  let answerIt = () => {};
  const slow = new Promise<void>((resolve) => (answerIt = resolve));
  await page.route('**/call/workflows.saveThresholds', async (route) => {
    await slow;
    await route.continue();
  });
  await saveButton(page).click();
  await handle(page, 'Review').press('ArrowRight');
  await expect(page).toHaveURL(/review=0\.87/);
  await reason(page).fill('Of the next one.');
  answerIt();
  await expect(versions(page).getByRole('row').nth(1)).toContainText('Kept while the page is left.');
  await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.87');
  await expect(reason(page)).toHaveValue('Of the next one.');
  expect((await readWorkflow(page, carrierInvoices)).reviewThreshold).toBe(0.86);
});

const settings = [
  { part: 'review', operation: 'workflows.saveReview', field: review.due, saved: '5', typed: '6' },
  {
    part: 'objective',
    operation: 'workflows.saveObjective',
    field: objective.percent,
    saved: '98',
    typed: '99',
  },
] as const;

for (const { part, operation, field, saved, typed } of settings) {
  test(`what is typed while the ${part} part is being saved stays a draft`, async ({
    console: { page, url },
  }) => {
    await workAs(page, 'admin');
    await page.goto(`${url}${writeAddress(carrierInvoices, `&part=${part}`)}`);
    const answer = hold();
    await page.route(`**/call/${operation}`, async (route) => {
      await answer.isOver;
      await route.continue();
    });
    const textbox = page.getByRole('textbox', { name: field });
    await textbox.fill(saved);
    await reason(page).fill('Agreed with the customer.');
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true');
    await textbox.fill(typed);
    answer.end();
    await expect(page.getByText(/of Carrier invoices saved/)).toBeVisible();
    await expect(saveButton(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(textbox).toHaveValue(typed);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(textbox).toHaveValue(saved);
  });
}

test('with two admins, the second sees what the first saved, and takes it or overwrites it', async ({
  console: { page, url },
  context,
}) => {
  test.setTimeout(240_000);
  await workAs(page, 'admin');
  const other = await context.newPage();

  await test.step('takes the other version', async () => {
    await openWorkflow(page, url, carrierInvoices);
    await openWorkflow(other, url, carrierInvoices);
    await save(other, 'ArrowRight', 'The first of two.');
    await expect(versions(other).getByRole('row').nth(1)).toContainText('The first of two.');

    await save(page, 'ArrowLeft', 'The second of two.');
    const race = page.getByRole('dialog', { name: 'A newer version was saved' });
    await expect(race).toContainText('The first of two.');
    await expect(race.getByRole('row', { name: /reviewThreshold/ })).toHaveText(
      /reviewThreshold.*0\.85.*0\.86.*0\.84/,
    );
    expect(await axeViolations(page)).toEqual([]);
    await race.getByRole('button', { name: 'Take theirs' }).click();
    await expect(race).toBeHidden();
    await expect(handle(page, 'Review')).toHaveAttribute('aria-valuenow', '0.86');
    await expect(page.getByText('draft', { exact: true })).toBeHidden();
    await expect(versions(page).getByRole('row').nth(1)).toContainText('The first of two.');
  });

  await test.step('overwrites it with a new version', async () => {
    const before = (await readHistory(page, carrierInvoices)).length;
    await saveBeside(page, 'The first again.');
    await save(page, 'ArrowLeft', 'The second again.');
    const race = page.getByRole('dialog', { name: 'A newer version was saved' });
    await race.getByRole('button', { name: 'Replace with mine' }).click();
    await expect(race).toBeHidden();
    await expect(reason(page)).toHaveValue('');
    await expect(versions(page).getByRole('row').nth(1)).toContainText('The second again.');
    await expect(versions(page).getByRole('row').nth(2)).toContainText('The first again.');
    expect((await readWorkflow(page, carrierInvoices)).reviewThreshold).toBe(0.85);
    expect(await readHistory(page, carrierInvoices)).toHaveLength(before + 2);
  });

  await test.step('a page left open does not refresh itself, and reads again on request', async () => {
    await expect(versions(other).getByRole('row').nth(1)).toContainText('The first of two.');
    await other.getByRole('button', { name: 'Read again', exact: true }).click();
    await expect(versions(other).getByRole('row').nth(1)).toContainText('The second again.');
    await other.close();
  });
});

test('a lost answer and a second try make one change', async ({ console: { page, url } }) => {
  test.setTimeout(180_000);
  await workAs(page, 'admin');
  await openWorkflow(page, url, carrierInvoices);
  const before = (await readHistory(page, carrierInvoices)).length;
  await page.route('**/call/workflows.saveThresholds', async (route) => {
    await route.fetch();
    await route.fulfill({ json: { ok: false, failure: lost } });
  });
  await save(page, 'ArrowRight', 'Said once.');
  await expect(page.getByText(/Save not confirmed/)).toBeVisible();
  await page.unroute('**/call/workflows.saveThresholds');
  await saveButton(page).click();
  await expect(page.getByText(/^Version \d+ of Carrier invoices saved/)).toBeVisible();
  await expect(versions(page).getByRole('row').nth(1)).toContainText('Said once.');
  expect(await readHistory(page, carrierInvoices)).toHaveLength(before + 1);
});

const lost = {
  code: 'pipeline-unreachable',
  message: 'The pipeline API did not answer.',
  reference: 'ref-1',
} as const;

async function save(page: Page, key: string, why: string): Promise<void> {
  await handle(page, 'Review').press(key);
  await reason(page).fill(why);
  await saveButton(page).click();
}

/** Saves as another window would that has read the workflow a moment ago. */
async function saveBeside(page: Page, why: string): Promise<void> {
  const { version, confidenceThreshold } = await readWorkflow(page, carrierInvoices);
  await command(page, 'workflows.saveThresholds', {
    ...carrierInvoices,
    version: version ?? 0,
    confidenceThreshold: confidenceThreshold ?? 0,
    reviewThreshold: 0.87,
    reason: why,
    typedEnvironment: null,
    intentKey: crypto.randomUUID(),
  });
}

async function drag(page: Page, which: 'Confidence' | 'Review', by: number): Promise<void> {
  const box = await handle(page, which).boundingBox();
  if (box === null) throw new Error('The handle is not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 8 });
  await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}
