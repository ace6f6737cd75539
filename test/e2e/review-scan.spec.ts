import type { Page } from '@playwright/test';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Box, ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import { actAs, documentsLike, expect, focusedPlace, openOnDesk, placeOn, toKey } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { answer, refuse, throttled } from './triage-world.ts';

type Word = NonNullable<OutputOf<'review.words'>['words']>[number];

test('a value is taken from a scan, by key, by click and by box, and its text is found', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { document, words } = await findScan(page);
  const [first = ''] = placesToDecide(document, 'review');
  await openOnDesk(page, url, document);
  const viewer = page.getByRole('region', { name: 'Page viewer' });
  const said = viewer.getByRole('status').last();
  const row = placeOn(page, first);
  await expect(viewer.locator('canvas')).toBeVisible();
  const heading = words.find(({ page: on, text }) => on === 1 && /^\p{L}{6,}$/u.test(text));
  if (heading === undefined) throw new Error('The first page of the scan has no long word.');

  await test.step('T begins at the value of the field, arrow keys lead to any word, and Enter takes it', async () => {
    await page.keyboard.press('t');
    await expect(said).toContainText('Enter takes it into');
    const whole = await said.innerText();
    await page.keyboard.press('ArrowUp');
    await expect(said).not.toHaveText(whole);
    await expectClean(page, 'choosing words on a scan');
    await page.keyboard.press('Enter');
    await expect(said).toContainText('Took “');
    await expect(row).toContainText('decided by you');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).not.toContainText('decided by you');
  });

  await test.step('a click takes a word that no reader has taken for a value, with its place', async () => {
    const sent = page.waitForRequest(
      (request) =>
        request.url().endsWith('/call/review.saveDraft') &&
        request.postData()?.includes('takenFrom') === true,
    );
    await page.keyboard.press('0');
    await placeOn(page, first).focus();
    const at = await locate(page, heading.box);
    await page.mouse.click(at.x, at.y);
    await expect(said).toContainText(`Took “${heading.text}”`);
    const { input } = (await sent).postDataJSON() as { readonly input: InputOf<'review.saveDraft'> };
    const edit = input.draft?.edits[first];
    expect(edit).toMatchObject({ kind: 'value', value: heading.text, takenFrom: { page: 1 } });
    const box = edit?.kind === 'value' ? edit.takenFrom?.box : undefined;
    expect(box?.map((share) => share.toFixed(3))).toEqual(heading.box.map((share) => share.toFixed(3)));
    await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('a box that is drawn with Shift takes the words in it', async () => {
    const [left, top, width, height] = heading.box;
    const from = await locate(page, [left - 0.004, top - 0.003, 0, 0]);
    const to = await locate(page, [left + width + 0.004, top + height + 0.003, 0, 0]);
    await page.keyboard.down('Shift');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(said).toContainText(`Took “${heading.text}`);
    await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('Ctrl+F finds its text', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    const search = viewer.getByRole('search');
    await search.getByRole('textbox').fill(heading.text);
    await expect(search).toContainText(/\d+ found|1 of \d+/);
    await page.keyboard.press('Escape');
    await expect(focusedPlace(page)).toHaveCount(1);
  });
});

test('pages whose words could not be read are named when text is sought, and are read again by a button', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await actAs(page, 'reviewer');
  const { document, words } = await findScan(page);
  const heading = words.find(({ page: on, text }) => on === 1 && /^\p{L}{6,}$/u.test(text));
  if (heading === undefined) throw new Error('The first page of the scan has no long word.');
  await refuse(page, 'review.words', throttled);
  await openOnDesk(page, url, document);
  const viewer = page.getByRole('region', { name: 'Page viewer' });
  await expect(viewer.locator('canvas')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+f');
  const search = viewer.getByRole('search');
  await search.getByRole('textbox').fill(heading.text);
  await expect(search).toContainText(
    /could not be read, so (?:it was not|they were not|nothing was) searched/,
  );
  await expect(search).not.toContainText('It is a picture');
  await expectClean(page, 'pages that could not be searched');
  await page.unroute('**/call/review.words');
  await search.getByRole('button', { name: 'Read again' }).press('Enter');
  await expect(search).toContainText(/\d+ found|1 of \d+/);
  await expect(search).not.toContainText('could not be read');
});

/** Words are told of scans only, because the others have their text. */
async function findScan(
  page: Page,
): Promise<{ readonly document: ReviewDocument; readonly words: readonly Word[] }> {
  const documents = await documentsLike(page, startsWithText, { most: 8 });
  for (const document of documents) {
    const { words } = await answer<OutputOf<'review.words'>>(page, 'review.words', toKey(document));
    if (words !== null) return { document, words };
  }
  throw new Error('None of the documents is a scan.');
}

/** Any word may stand in its first field. */
function startsWithText(document: ReviewDocument): boolean {
  const [first] = placesToDecide(document, 'review');
  const field = document.fields.find(({ name }) => name === first);
  return isPlain(document) && field?.type === 'text' && field.page === 1 && field.box !== null;
}

/** Returns the middle of a box on the first page, where it is drawn once the page rests. */
async function locate(page: Page, [left, top, width, height]: Box): Promise<{ x: number; y: number }> {
  const canvas = page.getByRole('region', { name: 'Page viewer' }).locator('canvas');
  let paper = await canvas.boundingBox();
  await expect(async () => {
    const before = paper;
    await settle(page);
    paper = await canvas.boundingBox();
    expect(paper).not.toBeNull();
    expect(paper).toEqual(before);
  }).toPass();
  if (paper === null) throw new Error('No page is drawn.');
  return {
    x: paper.x + (left + width / 2) * paper.width,
    y: paper.y + (top + height / 2) * paper.height,
  };
}

/** Waits until the page was painted twice. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
