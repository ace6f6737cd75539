import type { Page } from '@playwright/test';
import { test } from './fixtures.ts';
import type { Desk } from '#shared/contract/review-document.ts';
import { openDialog } from './dialogs.ts';
import { actAs, claimBeside, command, expect, toKey, waiting } from './review-world.ts';
import { answer } from './triage-world.ts';
import { expectClean } from './shell-axe.ts';

const shots = process.env['STEER_SHOTS'];

test('the queue is sorted over all that waits, shows amounts, and plans what passes', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await page.goto(`${url}/review`);
  await actAs(page, 'admin');
  await page.goto(`${url}/review`);
  const list = page.getByRole('grid', { name: 'Documents waiting for review' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();

  await test.step('amounts are in their column', async () => {
    await expect(
      list
        .getByRole('gridcell')
        .filter({ hasText: /^[\d,]+\.\d\d( [A-Z]{3})?$/ })
        .first(),
    ).toBeVisible();
    await shoot(page, 'queue');
    await expectClean(page, 'queue', wider);
  });

  await test.step('a head sorts the queue, and the list says over how many documents', async () => {
    await list.getByRole('button', { name: /^Amount/ }).click();
    await list.getByRole('button', { name: /^Amount/ }).click();
    await expect(page).toHaveURL(/sort=-amount/);
    await expect(page.getByText(/sorted over all \d+ documents/)).toBeVisible();
    const amounts = await readAmounts(page);
    expect(amounts.length).toBeGreaterThan(5);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    await page.goto(`${url}/review?sort=priority`);
    const first = list.getByRole('row').nth(1);
    await expect(first.getByText('High priority')).toHaveCount(1);
    await expect(page.getByText(/sorted over/)).toHaveCount(0);
    await shoot(page, 'priority');
  });

  await test.step('an amount is understood as the document writes it', async () => {
    await page.goto(`${url}/review`);
    await page.getByRole('button', { name: 'Any amount' }).click();
    await page.getByLabel('From', { exact: true }).fill('1.250,50');
    await expect(page.getByText('From 1,250.5.')).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('button', { name: 'From 1,250.5' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('who reviews, how fast and how right', async () => {
    await page.getByRole('button', { name: /reviewers? now|No reviewer now/ }).click();
    await expect(page.getByText('Last 24 hours, all reviewers')).toBeVisible();
    await shoot(page, 'reviewers');
    await expectClean(page, 'reviewers', wider);
    await page.keyboard.press('Escape');
  });

  await test.step('a plan looks at each document and says why it is left out', async () => {
    await page.getByRole('button', { name: 'Approve what passes' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/\d+ documents looked at, \d+ with nothing undecided/)).toBeVisible();
    await dialog
      .getByRole('radio', { name: /^Documents/ })
      .or(dialog.getByRole('tab', { name: /^Documents/ }))
      .first()
      .click();
    await expect(dialog.getByText(/fields? undecided/).first()).toBeVisible();
    await shoot(page, 'plan');
    await expectClean(page, 'plan', wider);
    await page.keyboard.press('Escape');
  });

  await test.step('a sample of what other reviewers approved', async () => {
    await page.goto(`${url}/review?view=sample&tenant=northwind&percent=10&by=reviewers`);
    await page.getByRole('button', { name: 'Draw a sample' }).click();
    const sample = page.getByRole('grid', { name: 'Documents to check' });
    await expect(sample.getByRole('row').nth(1)).toBeVisible();
    await shoot(page, 'sample');
    await expectClean(page, 'sample', wider);
  });
});

test('a document handed over to me is the first of the list, and P and U mean there what they mean on the desk', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const last = (await waiting(page)).findLast(
    ({ claimedBy, whyNot }) => claimedBy === null && whyNot === null,
  );
  if (last === undefined) return;
  await actAs(page, 'admin');
  const { version } = await claimBeside(page, last);
  await command(page, 'review.handOver', {
    ...toKey(last),
    version,
    to: 'reviewer',
    note: 'Please look at the total',
    intentKey: crypto.randomUUID(),
  });
  await actAs(page, 'reviewer');
  await page.goto(`${url}/review`);
  const list = page.getByRole('grid', { name: 'Documents waiting for review' });
  const first = list.getByRole('row').nth(1);
  await expect(first).toContainText(last.fileName ?? '');

  const notices = page.getByRole('region', { name: 'Notifications' });
  const isPostponed = async () => (await answer<Desk>(page, 'review.desk', {})).postponed.length;
  await page.keyboard.press('p');
  await expect(notices).toContainText(`Postponed: ${last.fileName ?? ''}`);
  await expect(first).not.toContainText(last.fileName ?? '');
  expect(await isPostponed()).toBe(1);
  await page.keyboard.press('u');
  await expect(first).toContainText(last.fileName ?? '');
  expect(await isPostponed()).toBe(0);
  // A row that the filter hides is not postponed.
  await page.keyboard.press('/');
  await page.keyboard.type('no document has this text');
  await expect(first).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('p');
  await page.keyboard.press('Shift+P');
  await expect(openDialog(page)).toHaveCount(0);
  expect(await isPostponed()).toBe(0);
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(first).toContainText(last.fileName ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+P');
  await expect(openDialog(page)).toContainText('Postpone');
  await page.keyboard.press('2');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(isPostponed).toBe(1);
});

async function wider(page: Page): Promise<readonly string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${String(over)} px wider than the window`] : [];
}

async function readAmounts(page: Page): Promise<readonly number[]> {
  const cells = await page.getByRole('gridcell').allTextContents();
  return cells.flatMap((text) => {
    const found = /^([\d,]+\.\d+)(?: [A-Z]{3})?$/.exec(text.trim());
    return found?.[1] !== undefined &&
      found[1].split('.')[1]?.length === 2 &&
      Number(found[1].replaceAll(',', '')) > 1
      ? [Number(found[1].replaceAll(',', ''))]
      : [];
  });
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${shots}/${name}-${String(width)}-${theme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
