import type { Locator, Page } from '@playwright/test';
import type { InputOf } from '#shared/contract/contract.ts';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  actAs,
  decide,
  documentLike,
  expect,
  findDesk,
  focusedPlace,
  isYours,
  openOnDesk,
  placeOn,
  typing,
} from './review-world.ts';
import { expectClean } from './shell-axe.ts';

test('what is typed, picked or decided can be taken back, and no key is a trap', async ({
  console: { page, url },
}) => {
  test.setTimeout(240_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(
    page,
    (one) => isPlain(one) && hasReadings(one) && hasAmount(one) && one.lines.length > 1,
  );
  const [first = ''] = placesToDecide(document, 'review');
  await openOnDesk(page, url, document);
  const row = placeOn(page, first);
  const read = document.fields.find(({ name }) => name === first)?.value ?? '';

  await test.step('Tab leaves the field that is typed in, and keeps the text', async () => {
    await page.keyboard.press('e');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('not a value');
    await page.keyboard.press('Tab');
    await expect(typing(page)).toHaveCount(0);
    await expect(row).toContainText('not a value');
    await page.keyboard.press('Shift+Tab');
    await expect(typing(page)).toHaveValue('not a value');
    await leaveByTab(page, findDesk(page));
  });

  await test.step('Ctrl+Z takes back one change after the other, and Ctrl+Shift+Z makes it again', async () => {
    await row.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).not.toContainText('not a value');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(row).toContainText('not a value');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('x');
    await expect(row).toContainText('unreadable');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).toContainText(read);
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
    await expect(findDesk(page)).toContainText('0 of');
  });

  await test.step('an amount is written as the document writes it once its field is left', async () => {
    const printed = document.fields.find(
      ({ type, value }) => type === 'money' && /^\d+(?:[.,' ]\d{3})*[.,]\d\d$/.test(value ?? ''),
    );
    const mark = printed?.value?.at(-3) === ',' ? ',' : '.';
    const amount = placeOn(page, printed?.name ?? '');
    await amount.focus();
    await page.keyboard.press('e');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(`94${mark === ',' ? '.' : ','}32`);
    await page.keyboard.press('Tab');
    await expect(amount).toContainText(`94${mark}32`);
    await amount.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(amount).toContainText(printed?.value ?? '');
    await expect(amount).not.toContainText('94');
    await row.focus();
  });

  await test.step('a field that is emptied is not on the document after a second Enter', async () => {
    await row.focus();
    await page.keyboard.press('e');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Press Enter again if it is not on the document.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(row).toContainText('not on the document');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).toContainText(read);
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
  });

  await test.step('G R leads to the list from inside a document, and L to its lines', async () => {
    await page.keyboard.press('l');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', /^lineItems\./);
    await page.keyboard.press('l');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).not.toHaveURL(/document=/);
    await expect(openDialog(page)).toHaveCount(0);
    await openOnDesk(page, url, document);
  });

  await test.step('? lists the keys of this desk first', async () => {
    await page.keyboard.press('?');
    const sheet = openDialog(page);
    await expect(sheet.getByRole('heading', { level: 3 }).first()).toHaveText('Review, this page');
    await expect(sheet.getByRole('region').first()).toContainText('Take the value from the page');
    await page.keyboard.press('Escape');
    await dialogsAreGone(page);
  });

  await test.step('a decision that is held is taken back by Ctrl+Z', async () => {
    for (const _ of placesToDecide(document, 'review')) await page.keyboard.press('Enter');
    await decide(page);
    await expect(findDesk(page)).not.toContainText(document.fileName ?? '');
    await page.keyboard.press('ControlOrMeta+z');
    await isYours(page, document.fileName);
  });

  await test.step('a dialog about the next document does not answer for the one that comes back', async () => {
    await decide(page);
    await expect(findDesk(page)).not.toContainText(document.fileName ?? '');
    await isYours(page);
    await page.route('**/call/review.undo', async (route) => {
      const response = await route.fetch();
      await expect(openDialog(page)).toContainText('Reject');
      await route.fulfill({ response });
    });
    await page.keyboard.press('u');
    await page.keyboard.press('r');
    await isYours(page, document.fileName);
    await dialogsAreGone(page);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('a value is taken from the page, found on it, and shown with care', async ({
  console: { page, url },
}) => {
  test.setTimeout(300_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, (one) => isPlain(one) && hasReadings(one) && hasIban(one));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openOnDesk(page, url, document);
  const [first = ''] = placesToDecide(document, 'review');
  const viewer = page.getByRole('region', { name: 'Page viewer' });
  const said = viewer.getByRole('status').last();
  const row = placeOn(page, first);
  await expect(viewer.locator('canvas')).toBeVisible();

  await test.step('by keyboard: T begins at the field, arrow keys move, Shift extends and Enter takes', async () => {
    await page.keyboard.press('t');
    await expect(said).toContainText('Enter takes it into');
    const whole = await said.innerText();
    await page.keyboard.press('ArrowLeft');
    await expect(said).not.toHaveText(whole);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect(said).toContainText('Ctrl+Z takes it back');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
    await expect(row).toContainText('decided by you');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(said).toHaveText('');
    await page.keyboard.press('t');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/document=/);
  });

  await test.step('by a click on a word, with its place kept', async () => {
    const sent = page.waitForRequest(
      (request) =>
        request.url().endsWith('/call/review.saveDraft') &&
        request.postData()?.includes('takenFrom') === true,
    );
    await viewer.locator('button[aria-current=true]').evaluate((box: Element) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
      box.closest('section')?.dispatchEvent(new MouseEvent('click', at));
    });
    await expect(said).toContainText('Took “');
    const { input } = (await sent).postDataJSON() as { readonly input: InputOf<'review.saveDraft'> };
    expect(input.draft?.edits[first]).toMatchObject({
      kind: 'value',
      takenFrom: {
        page: 1,
        box: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      },
    });
    await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('by a box that is drawn with Shift', async () => {
    const box = await viewer.locator('button[aria-current=true]').boundingBox();
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.keyboard.down('Shift');
    await page.mouse.move(x - 4, y - 4);
    await page.mouse.down();
    await page.mouse.move(x + width + 4, y + height + 4, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(said).toContainText('Took “');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).not.toContainText('decided by you');
  });

  await test.step('Ctrl+F finds a text, lists its places and leads from one to the next', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    const search = viewer.getByRole('search');
    await expect(search.getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText('e');
    const matches = search.getByRole('list', { name: 'Matches' }).getByRole('button');
    await expect(matches.first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(search).toContainText(/1 of \d+/);
    await expect(matches.first()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Shift+Enter');
    await expect(search).toContainText(/(\d+) of \1/);
    await expectClean(page, 'finding', none);
    await search.getByRole('textbox').fill('no such text on it');
    await expect(search).toContainText('no match');
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(focusedPlace(page)).toHaveCount(1);
  });

  await test.step('Shift+G goes to a page, and back to the fields', async () => {
    await page.keyboard.press('Shift+G');
    const field = viewer.getByRole('textbox', { name: /^Page/ });
    await expect(field).toBeFocused();
    await page.keyboard.insertText('1');
    await page.keyboard.press('Enter');
    await expect(focusedPlace(page)).toHaveCount(1);
  });

  await test.step('account numbers are hidden but for the focused one, until they are asked for', async () => {
    const iban = document.fields.find(({ type }) => type === 'iban');
    const whole = iban?.value ?? '';
    const cell = placeOn(page, iban?.name ?? '');
    await expect(cell).toContainText('••••');
    await expect(cell).not.toContainText(whole);
    expect(await page.content()).not.toContain(whole);
    await page.keyboard.press('i');
    await expect(cell).toContainText(whole);
    await page.keyboard.press('i');
    await expect(cell).not.toContainText(whole);
    await cell.click();
    await expect(cell).toContainText(whole);
    await page.keyboard.press('Home');
  });

  await test.step('the whole page fits at any size, and everything is in reach at 200 %', async () => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(size);
      const paper = viewer.getByRole('region').first();
      for (const [key, fits] of [
        ['0', 'both'],
        ['w', 'width'],
      ] as const) {
        await expect
          .poll(
            async () => {
              // The page follows the focus a moment later, and would then zoom to its box.
              await page.keyboard.press(key);
              return paper.evaluate(measureOverflow);
            },
            { message: `${String(size.width)} ${key}` },
          )
          .toMatchObject(fits === 'both' ? { across: 0, down: 0 } : { across: 0 });
      }
      expect(await listClipped(page), String(size.width)).toEqual([]);
      await expectClean(page, `desk at ${String(size.width)}`, none);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('z');
  });

  await test.step('in forced colours the paper keeps its colours, and so do the marks on it', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const box = viewer.locator('button[aria-current=true]');
    const before = await box.evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(before).toBe('rgb(0, 128, 139)');
    const paper = viewer.locator('canvas').locator('xpath=../..');
    expect(await paper.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none');
    await page.emulateMedia({ forcedColors: null });
  });
});

function hasReadings(document: ReviewDocument): boolean {
  const [first] = placesToDecide(document, 'review');
  const field = document.fields.find(({ name }) => name === first);
  return field?.readings.length === 2 && field.type !== 'text' && field.page === 1 && field.box !== null;
}

function hasIban({ fields }: ReviewDocument): boolean {
  return fields.some(({ type, value, flags }) => type === 'iban' && value !== null && flags.length === 0);
}

async function none(): Promise<readonly string[]> {
  return [];
}

/** Presses Tab until the focus is outside, which it must be after a few stops. */
async function leaveByTab(page: Page, pane: Locator): Promise<void> {
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const isInside = await pane.evaluate((element) => element.contains(element.ownerDocument.activeElement));
    if (!isInside) return;
  }
  throw new Error('Tab did not leave the fields.');
}

function measureOverflow(element: Element): { readonly across: number; readonly down: number } {
  return {
    across: element.scrollWidth - element.clientWidth,
    down: element.scrollHeight - element.clientHeight,
  };
}

/** Lists the controls of the desk that are cut off and cannot be scrolled into view. */
function listClipped(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const clipped: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('main button, main input')) {
      const { width, height } = control.getBoundingClientRect();
      const isHidden = width < 2 || height < 2 || getComputedStyle(control).pointerEvents === 'none';
      if (isHidden || control.closest('section[tabindex]') !== null) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isOut = left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1;
      if (isOut) clipped.push(control.getAttribute('aria-label') ?? control.textContent);
    }
    document.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.scrollIntoView({ block: 'nearest' });
    return clipped;
  });
}

/** Its notation shows how the document writes amounts. */
function hasAmount({ fields }: ReviewDocument): boolean {
  return fields.some(
    ({ type, value }) => type === 'money' && /^\d+(?:[.,' ]\d{3})*[.,]\d\d$/.test(value ?? ''),
  );
}
