import type { Page } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  actAs,
  command,
  decide,
  documentLike,
  expect,
  focusedPlace,
  isYours,
  toKey,
  openFromNotice,
  openOnDesk,
  typing,
} from './review-world.ts';
import { expectClean } from './shell-axe.ts';

test('axe finds no violation on the way through Review, and nothing is wider than the window', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await test.step('support sees who can decide, and can switch to one of them here', async () => {
    await page.goto(`${url}/review`);
    await expect(page.getByText('Requires the reviewer or admin role')).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expectClean(page, 'refusal', wider);
    await page.getByRole('button', { name: 'Work as Teo Lindqvist, reviewer' }).click();
    await expect(page.getByRole('grid', { name: 'Documents waiting for review' })).toBeVisible();
  });

  await actAs(page, 'reviewer');
  const document = await documentLike(page, (one) => isPlain(one) && hasReadings(one));

  await test.step('the lists', async () => {
    await page.goto(`${url}/review`);
    const list = page.getByRole('grid', { name: 'Documents waiting for review' });
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    await expectClean(page, 'queue', wider);
    await page.goto(`${url}/review?view=sample&tenant=northwind&percent=10`);
    await page.getByRole('button', { name: 'Draw a sample' }).click();
    const sample = page.getByRole('grid', { name: 'Documents to check' });
    await expect(sample.getByRole('row').nth(1)).toBeVisible();
    await expectClean(page, 'quality checks', wider);
  });

  await test.step('the desk and its dialogs', async () => {
    await openOnDesk(page, url, document);
    await expect(focusedPlace(page)).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Page viewer' }).locator('canvas')).toBeVisible();
    await expectClean(page, 'desk', wider);

    await page.keyboard.press('e');
    await expect(typing(page)).toBeFocused();
    await page.keyboard.insertText('?');
    await page.keyboard.press('Enter');
    await expectClean(page, 'typing', wider);
    await page.keyboard.press('Escape');
    await isYours(page);

    await page.keyboard.press('r');
    const dialog = openDialog(page);
    await expect(dialog).toHaveAccessibleName(/^Reject /);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toContainText('Choose a reason or write your own.');
    await expectClean(page, 'rejecting', wider);
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);

    await page.keyboard.press('h');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await expectClean(page, 'handing over', wider);
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  });

  await test.step('a lost race', async () => {
    await page.route('**/call/review.read', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { readonly value: ReviewDocument };
      await route.fulfill({ json: { ...answer, value: asSomethingElse(answer.value, document) } });
    });
    await page.route('**/call/review.decide', async (route) => {
      const changed = await command(page, 'review.read', toKey(document));
      await route.fulfill({ json: { ok: true, value: { outcome: { kind: 'changed', document: changed } } } });
    });
    for (const _ of placesToDecide(document, 'review')) await page.keyboard.press('x');
    await decide(page);
    await openFromNotice(page, `${document.fileName ?? ''} was not approved.`);
    await expect(page.getByRole('region', { name: 'Changed while you worked on it' })).toBeVisible();
    await expectClean(page, 'lost race', wider);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

async function wider(page: Page): Promise<readonly string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${String(over)} px wider than the window`] : [];
}

function hasReadings(document: ReviewDocument): boolean {
  const [first] = placesToDecide(document, 'review');
  const field = document.fields.find(({ name }) => name === first);
  return field?.readings.length === 2 && field.type !== 'text';
}

function asSomethingElse(read: ReviewDocument, { documentId }: ReviewDocument): ReviewDocument {
  if (read.documentId !== documentId) return read;
  const [first] = placesToDecide(read, 'review');
  const fields = read.fields.map((field) =>
    field.name === first ? { ...field, value: 'Something else' } : field,
  );
  return { ...read, run: 2, fields };
}
