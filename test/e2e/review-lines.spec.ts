import type { Locator, Page } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import {
  actAs,
  command,
  decide,
  documentLike,
  expect,
  focusedPlace,
  inTriage,
  openOnDesk,
  passport,
  placeOn,
  toKey,
} from './review-world.ts';
import { expectClean } from './shell-axe.ts';

/** Three lines or more that add up, and a flagged field that may be absent. */
const isForLines = ({ lines, checks, fields, fourEyes, opinions }: ReviewDocument): boolean =>
  lines.length >= 4 &&
  lines.length < 12 &&
  lines.every(({ amount, description }) => amount !== '' && description.includes(' ')) &&
  checks.some(({ name, passed }) => passed && /^line items add up/i.test(name)) &&
  fields.length > 3 &&
  !fourEyes &&
  opinions.length === 0;

test('lines are changed by key, by menu and by paste, a field is not on the document, and the API keeps both', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isForLines);
  const count = document.lines.length;
  await openOnDesk(page, url, document);
  const table = page.getByRole('region', { name: 'Line items' });
  const total = table.getByRole('status');
  await expect(total).toContainText(/, same as /);

  await test.step('a line is deleted and restored, and the sum follows at once', async () => {
    await page.keyboard.press('l');
    await placeOn(page, 'lineItems.0.amount').click();
    await page.keyboard.press('ControlOrMeta+Delete');
    await expect(total).toContainText(`${String(count - 1)} lines`);
    await expect(total).not.toContainText('same as');
    await expect(table).toContainText('Line 1 deleted:');
    // The next line has its place, and the keys go on from there.
    await expect(focusedPlace(page)).toHaveAttribute('data-place', 'lineItems.0.amount');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(total).toContainText(/, same as /);
    await expect(focusedPlace(page)).toHaveAttribute('data-place', 'lineItems.0.amount');
    await page.keyboard.press('ControlOrMeta+Delete');
    await table.getByRole('button', { name: 'Restore line 1' }).click();
    await expect(total).toContainText(/, same as /);
    await expect(table).not.toContainText('deleted');
  });

  await test.step('a line is added and typed, cell by cell', async () => {
    await placeOn(page, `lineItems.${String(count - 1)}.description`).click();
    await page.keyboard.press('ControlOrMeta+i');
    await expect(
      table.getByRole('textbox', { name: `Line ${String(count + 1)}, description` }),
    ).toBeFocused();
    await page.keyboard.insertText('Parking');
    await page.keyboard.press('Tab');
    await page.keyboard.press('e');
    await page.keyboard.insertText('2');
    await page.keyboard.press('Enter');
    await expect(placeOn(page, `lineItems.${String(count)}.quantity`)).toContainText('2');
    await expect(table).toContainText('You added this line.');
  });

  await test.step('Ctrl+Z takes the last change of the lines back', async () => {
    await page.keyboard.press('ControlOrMeta+d');
    await expect(page.getByText('Not possible here. Nothing was changed.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Delete');
    await expect(placeOn(page, `lineItems.${String(count)}.description`)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(placeOn(page, `lineItems.${String(count)}.description`)).toContainText('Parking');
  });

  await test.step('a paste that writes over values shows them first', async () => {
    await placeOn(page, `lineItems.${String(count - 1)}.description`).click();
    await paste(page, 'Fuel surcharge\t1\t5.00\t5.00\nTolls\t2\t3.00\t6.00\nPallets\t1\t1.00\t1.00');
    const dialog = page.getByRole('dialog', { name: 'Paste from a spreadsheet' });
    await expect(dialog).toContainText('3 lines.');
    await expect(dialog).toContainText('written over.');
    await expectClean(page, 'paste');
    await dialog.getByRole('radio', { name: 'New lines' }).check();
    await expect(dialog).not.toContainText('written over.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect(placeOn(page, `lineItems.${String(count)}.description`)).toContainText('Tolls');
    await expect(total).toContainText(`${String(count + 3)} lines`);
  });

  await test.step('a column that slipped is moved, and moved back', async () => {
    const [first, second] = [placeOn(page, 'lineItems.0.amount'), placeOn(page, 'lineItems.1.amount')];
    const [one, other] = [document.lines[0]?.amount ?? '', document.lines[1]?.amount ?? ''];
    await first.click();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(first).toContainText('empty');
    await expect(second).toContainText(one);
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(first).toContainText(one);
    await expect(second).toContainText(other);
  });

  await test.step('the pointer drags a column and the rest of one, each a step for Ctrl+Z, and Escape takes it back', async () => {
    const [first, , third] = document.lines;
    const cell = (line: number, column: string) => placeOn(page, `lineItems.${String(line)}.${column}`);
    // The earlier value of a cell stands beside the new one, for screen readers.
    const text = (line: number, column: string) => cell(line, column).locator('bdi');
    const isSwapped = async () => {
      await expect(text(0, 'unit')).toHaveText(first?.quantity ?? '');
      await expect(text(0, 'quantity')).toHaveText(first?.unit ?? '');
    };
    const isAsRead = async () => {
      await expect(text(0, 'unit')).toHaveText(first?.unit ?? '');
      await expect(text(0, 'quantity')).toHaveText(first?.quantity ?? '');
    };
    const [quantity, unit] = ['Qty', 'Unit'].map((name) => table.getByRole('columnheader', { name }));
    await drag(page, quantity, unit);
    await expect(table.getByText('Swap quantity and unit')).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(table.getByText('Swap quantity and unit')).toHaveCount(0);
    await isAsRead();
    await expect(page).toHaveURL(/document=/);
    await drag(page, quantity, unit);
    await page.mouse.up();
    await isSwapped();
    await expect(cell(0, 'unit')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await isAsRead();
    await cell(0, 'unit').click();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await isSwapped();
    await page.keyboard.press('ControlOrMeta+z');
    await isAsRead();

    await drag(page, cell(0, 'amount'), cell(2, 'amount'));
    await expect(table.getByText('Move 2 lines down')).toBeInViewport();
    await page.mouse.up();
    await expect(text(0, 'amount')).toHaveText('empty');
    await expect(text(2, 'amount')).toHaveText(first?.amount ?? '');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text(0, 'amount')).toHaveText(first?.amount ?? '');
    await expect(text(2, 'amount')).toHaveText(third?.amount ?? '');
  });

  await test.step('the menu has everything that the keys have: split and merge', async () => {
    await placeOn(page, 'lineItems.0.description').click();
    await table.getByRole('button', { name: 'Change the lines' }).click();
    await page.getByRole('menuitem', { name: 'Split the line…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split line 1' });
    await expect(dialog).toBeVisible();
    await expectClean(page, 'split');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(placeOn(page, `lineItems.${String(count + 4)}.description`)).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await placeOn(page, 'lineItems.0.description').click();
    await page.keyboard.press('ControlOrMeta+Shift+j');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    // The keys go on from the line that the split made.
    await expect(focusedPlace(page)).toHaveAttribute('data-place', 'lineItems.1.description');
    await placeOn(page, 'lineItems.0.description').click();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(placeOn(page, 'lineItems.0.description')).toContainText(
      document.lines[0]?.description ?? '',
    );
    await expectClean(page, 'desk with changed lines');
  });

  const absent =
    document.fields.find(({ name }) => /order|terms|vat|reference/i.test(name))?.name ??
    document.fields[1]?.name ??
    '';
  await test.step('M marks a field that is not on the document', async () => {
    await placeOn(page, absent).click();
    await page.keyboard.press('d');
    await expect(placeOn(page, absent)).toContainText('not on the document');
  });

  await test.step('the draft keeps the lines when the page is loaded again', async () => {
    await page.waitForTimeout(600);
    await page.reload();
    await expect(total).toContainText(`${String(count + 3)} lines`);
    await expect(placeOn(page, absent)).toContainText('not on the document');
  });

  await test.step('the API stores the lines and the absent field, and the passport counts them', async () => {
    for (const place of placesToDecide(document, 'review')) {
      if (place === absent) continue;
      await placeOn(page, place).click();
      await page.keyboard.press('Enter');
    }
    await decide(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect
      .poll(async () => (await inTriage(page, document)).status, { timeout: 30_000 })
      .toBe('SUCCEEDED');
    const stored = await command(page, 'review.read', toKey(document));
    expect(stored.lines).toHaveLength(count + 4);
    expect(stored.lines.map(({ description }) => description)).toContain('Parking');
    expect(stored.fields.find(({ name }) => name === absent)).toMatchObject({
      absent: true,
      readBy: 'reviewer',
    });
    const approved = (await passport(page, document)).findLast(({ what }) => what === 'approved');
    expect(approved?.after).toMatchObject({ 'not on the document': absent });
    expect(approved?.after['all lines']).toContain(`${String(count + 4)} lines: 4 added`);
  });
});

/** Presses the pointer on one element and moves it onto another, without letting go. */
async function drag(page: Page, from: Locator | undefined, to: Locator | undefined): Promise<void> {
  const [start, end] = [await from?.boundingBox(), await to?.boundingBox()];
  if (!start || !end) throw new Error('There is nothing to drag.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
}

/** Pastes as the keyboard does, without the clipboard of the machine. */
async function paste(page: Page, text: string): Promise<void> {
  await focusedPlace(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
