import type { Page, Request } from '@playwright/test';
import { dialogsAreGone, openPalette } from './dialogs.ts';
import { axeViolations } from './shell-axe.ts';
import { expect, looking as test } from './fixtures.ts';

/** Puts a text into the field as one paste does. */
async function paste(page: Page, text: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.insertText(text);
}

/** Opens a failed batch of a tenant and returns its id and the file of one of its documents. */
async function openBatch(page: Page, url: string) {
  await page.goto(`${url}/triage?tenant=northwind`);
  await page.getByRole('listbox').getByRole('option').first().click();
  const batch = new URL(page.url()).searchParams.get('batch') ?? '';
  const grid = page.getByRole('grid', { name: 'Documents' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  return { batch };
}

test('pasted texts lead to their place in three actions: open, paste, Enter', async ({
  console: { page, url },
}) => {
  const { batch } = await openBatch(page, url);
  for (const text of [
    `hey, *${batch}* failed again :sob:`,
    batch.toLowerCase(),
    `s3://autowired-documents-prod/documents/northwind/${batch}/`,
  ]) {
    await page.getByRole('link', { name: 'Costs' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Costs' })).toBeVisible();
    await paste(page, text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: batch })).toBeVisible();
  }
});

test('names, files of the open batch and what was opened lately are one list', async ({
  console: { page, url },
}) => {
  const { batch } = await openBatch(page, url);
  await expect(
    page
      .getByRole('list', { name: /belongs/i })
      .getByText('Northwind')
      .first(),
  ).toBeVisible();
  await page.waitForTimeout(2_000);
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Opened lately' }).getByText(`Batch ${batch}`)).toBeVisible();
  await page.keyboard.type('northwind');
  await expect(page.getByRole('option').first()).toContainText('Northwind');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('.pdf');
  await expect(page.getByRole('group', { name: 'This batch' }).getByRole('option').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type(' ');
  const further = page.getByRole('option', { name: /^Look through the .* RRU/ });
  await further.click();
  await expect(page.getByRole('option', { name: /Look through/ })).toHaveCount(0);
  await expect(page.getByRole('combobox')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/document=/);
});

test('a page that failed is asked for again only by a person, and the pages before it are not paid twice', async ({
  console: { page, url },
}) => {
  await openBatch(page, url);
  const asked: (string | undefined)[] = [];
  let isBroken = true;
  await page.route('**/call/documents.ofBatch', async (route) => {
    const { input } = route.request().postDataJSON() as { input: { pageSize?: number; cursor?: string } };
    if (input.pageSize !== 1_000) return route.continue();
    asked.push(input.cursor);
    if (input.cursor !== undefined && isBroken) {
      const failure = { code: 'throttled', message: 'Rate exceeded.', reference: 'ref-1' };
      return route.fulfill({ json: { ok: false, failure } });
    }
    const answer = (await (await route.fetch({ postData: withoutCursor(route.request()) })).json()) as {
      value: { cursor: string | null };
    };
    const cursor = input.cursor === undefined ? 'second' : null;
    return route.fulfill({ json: { ...answer, value: { ...answer.value, cursor } } });
  });
  await openPalette(page);
  await page.keyboard.type('.pdf ');
  const further = page.getByRole('option', { name: /^Look through the / });
  await further.click();
  await expect(further).toContainText('Rate exceeded.');
  await page.waitForTimeout(1_000);
  expect(asked).toEqual([undefined, 'second']);

  isBroken = false;
  await further.click();
  await expect(further).toHaveCount(0);
  expect(asked).toEqual([undefined, 'second', 'second']);
});

/** Returns the question for the first page, which stands for any page. */
function withoutCursor(request: Request): string {
  const { input, ...rest } = request.postDataJSON() as { input: { cursor?: string } };
  const { cursor: _cursor, ...first } = input;
  return JSON.stringify({ ...rest, input: first });
}

test('what was opened is offered after a restart of the page', async ({ console: { page, url } }) => {
  const { batch } = await openBatch(page, url);
  await page.waitForTimeout(2_000);
  await page.goto(`${url}/costs`);
  await page.getByRole('main').waitFor();
  await openPalette(page);
  await page
    .getByRole('option', { name: `Batch ${batch}` })
    .first()
    .click();
  await dialogsAreGone(page);
  await expect(page.getByRole('heading', { level: 2, name: batch })).toBeVisible();
});

test('the sheet of shortcuts begins with the page and is searched', async ({ console: { page, url } }) => {
  await page.goto(`${url}/review`);
  await page.getByRole('main').waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region').first()).toHaveAccessibleName('Review, this page');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('approve');
  await expect(sheet.getByRole('region')).toHaveCount(1);
  await expect(sheet.getByText('Approve and open the next document')).toBeVisible();
});
