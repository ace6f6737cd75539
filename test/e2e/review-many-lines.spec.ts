import type { Page } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { test } from './fixtures.ts';
import {
  actAs,
  documentLike,
  expect,
  findDesk,
  focusedPlace,
  openOnDesk,
  placeOn,
  typing,
} from './review-world.ts';
import { expectClean } from './shell-axe.ts';

/** No document may have more (see `mostEditedLines`). */
const count = 500;
/** The pane has room for some thirty rows, and some are drawn above and below. */
const mostDrawn = 70;

const isForLines = ({ lines, fields, fourEyes, opinions }: ReviewDocument): boolean =>
  lines.length >= 2 && lines.length < 12 && fields.length > 3 && !fourEyes && opinions.length === 0;

test('a document of 500 lines draws those in sight, and every key reaches the others', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isForLines);
  await openOnDesk(page, url, document);
  const table = page.getByRole('region', { name: 'Line items' });
  const grid = table.getByRole('grid');
  const first = document.lines.length;
  const last = `lineItems.${String(count - 1)}`;

  await test.step('they are pasted, and only those in sight are drawn', async () => {
    await placeOn(page, `lineItems.${String(first - 1)}.description`).click();
    await page.keyboard.press('ControlOrMeta+i');
    await page.keyboard.press('Escape');
    await paste(page, count - first);
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
    await expectFewDrawn(page);
    await expect(placeOn(page, `${last}.amount`)).toHaveCount(0);
  });

  await test.step('each step of a scroll shows rows without a gap, numbered as they are', async () => {
    for (const part of [0.2, 0.5, 0.8, 1, 0.4, 0]) {
      const { seen, wrong } = await scrollTo(page, part);
      expect(wrong, `rows at ${String(part)} of the way`).toEqual([]);
      if (part > 0.1) expect(seen).toBeGreaterThan(5);
      await expectFewDrawn(page);
    }
  });

  await test.step('a key that is typed in a field draws no row again', async () => {
    await placeOn(page, document.fields[0]?.name ?? '').click();
    await page.keyboard.press('e');
    await expect(typing(page)).toBeFocused();
    const drawn = await countChangedRows(page, async () => {
      await page.keyboard.type('abc');
      await expect(typing(page)).toHaveValue(/abc$/);
    });
    expect(drawn).toBe(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the arrows, Tab, Enter and Home lead on from a row out of sight', async () => {
    await placeOn(page, 'lineItems.0.amount').click();
    await scrollTo(page, 1);
    await expect(placeOn(page, 'lineItems.0.amount')).toBeFocused();
    await expectFewDrawn(page);
    await page.keyboard.press('ArrowDown');
    await expect(placeOn(page, 'lineItems.1.amount')).toBeFocused();
    await expect(placeOn(page, 'lineItems.1.amount')).toBeInViewport();
    await scrollTo(page, 1);
    await placeOn(page, `${last}.description`).click();
    await scrollTo(page, 0);
    await page.keyboard.press('e');
    await expect(placeOn(page, `${last}.description`).locator('input')).toBeFocused();
    await page.keyboard.insertText('Typed far away');
    await page.keyboard.press('Tab');
    await expect(placeOn(page, `${last}.quantity`)).toBeFocused();
    await expect(placeOn(page, `${last}.quantity`)).toBeInViewport();
    await expect(placeOn(page, `${last}.description`)).toContainText('Typed far away');
    await page.keyboard.press('Home');
    await expect(placeOn(page, `${last}.description`)).toBeFocused();
    await expectFewDrawn(page);
  });

  await test.step('held arrows walk over a hundred rows, each in sight', async () => {
    await scrollTo(page, 0.5);
    const at = await findMiddle(page);
    await placeOn(page, `lineItems.${String(at)}.unit`).click();
    for (let moved = 1; moved <= 100; moved += 1) await page.keyboard.press('ArrowDown');
    const cell = placeOn(page, `lineItems.${String(at + 100)}.unit`);
    await expect(cell).toBeFocused();
    await expect(cell).toBeInViewport();
    await expectFewDrawn(page);
  });

  await test.step('a line far away is removed, restored, copied down, moved, and each is taken back', async () => {
    await scrollTo(page, 1);
    await placeOn(page, `${last}.amount`).click();
    await page.keyboard.press('ControlOrMeta+Delete');
    await expect(grid).toHaveAttribute('aria-rowcount', String(count));
    const before = placeOn(page, `lineItems.${String(count - 2)}.amount`);
    await expect(before).toBeFocused();
    await expect(before).toBeInViewport();
    await scrollTo(page, 0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
    await expectFewDrawn(page);
    await scrollTo(page, 0);
    await placeOn(page, 'lineItems.0.description').click();
    await page.keyboard.press('ControlOrMeta+Delete');
    await expect(table).toContainText('Line 1 deleted:');
    await scrollTo(page, 1);
    await expect(table.getByText('Line 1 deleted:')).toHaveCount(0);
    await scrollTo(page, 0);
    await table.getByRole('button', { name: 'Restore line 1' }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  });

  await test.step('a wrong line out of sight is found by its warning', async () => {
    await scrollTo(page, 0.5);
    const line = await findMiddle(page);
    await placeOn(page, `lineItems.${String(line)}.amount`).click();
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('999.00');
    await page.keyboard.press('Enter');
    await expect(placeOn(page, `lineItems.${String(line)}.description`)).toContainText('10.00');
    await placeOn(page, document.fields[0]?.name ?? '').click();
    await expect(placeOn(page, `lineItems.${String(line)}.amount`)).toHaveCount(0);
    const failed = findDesk(page).getByRole('button', {
      name: new RegExp(`line ${String(line + 1)}\\b`, 'i'),
    });
    await failed.first().click();
    await expect(focusedPlace(page)).toHaveAttribute(
      'data-place',
      new RegExp(`^lineItems\\.${String(line)}\\.`),
    );
    await expect(focusedPlace(page)).toBeInViewport();
    await expectFewDrawn(page);
  });

  await test.step('a dragged column of cells finds the row under the pointer', async () => {
    await scrollTo(page, 0.5);
    const line = await findMiddle(page);
    const cell = placeOn(page, `lineItems.${String(line)}.quantity`);
    // The note below the focused line moves those after it.
    await cell.click();
    const from = await cell.boundingBox();
    if (from === null) throw new Error('There is nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 56, { steps: 6 });
    await expect(table.getByText(/^Move [12] lines? down$/)).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });

  await expectClean(page, 'desk with 500 lines');
});

async function expectFewDrawn(page: Page): Promise<void> {
  const drawn = await page.locator('[data-place^="lineItems."][data-column="amount"]').count();
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThanOrEqual(mostDrawn);
}

/** Pastes lines as the keyboard does, without the clipboard of the machine. */
async function paste(page: Page, lines: number): Promise<void> {
  const rows = Array.from({ length: lines }, (_, at) => `Pallets, position ${String(at)}\t2\t5.00\t10.00`);
  await focusedPlace(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, rows.join('\n'));
}

/** Scrolls the pane, and looks in the same frame for room of rows in sight that are not drawn. */
async function scrollTo(page: Page, part: number): Promise<{ seen: number; wrong: readonly string[] }> {
  return page.evaluate(
    (to) =>
      new Promise<{ seen: number; wrong: readonly string[] }>((resolve) => {
        const table = document.querySelector('[role=grid][aria-rowcount]');
        const pane = table?.closest('section')?.parentElement;
        if (!table || !pane) return resolve({ seen: 0, wrong: ['no table'] });
        pane.scrollTo(0, (pane.scrollHeight - pane.clientHeight) * to);
        requestAnimationFrame(() => {
          const { top, bottom } = pane.getBoundingClientRect();
          const wrong: string[] = [];
          let seen = 0;
          for (const row of table.querySelectorAll('tbody tr')) {
            const box = row.getBoundingClientRect();
            if (box.bottom <= top + 1 || box.top >= bottom - 1) continue;
            if (row.ariaHidden === 'true') wrong.push(`room of ${String(box.height)} in sight`);
            const cell = row.querySelector<HTMLElement>('[data-place]')?.dataset['place'];
            if (cell === undefined) continue;
            seen += 1;
            if (row.ariaRowIndex !== String(Number(cell.split('.')[1]) + 2)) wrong.push(cell);
          }
          resolve({ seen, wrong });
        });
      }),
    part,
  );
}

/** Returns the number of a line in the middle of those in sight. */
async function findMiddle(page: Page): Promise<number> {
  return page.evaluate(() => {
    const table = document.querySelector('[role=grid][aria-rowcount]');
    const box = table?.closest('section')?.parentElement?.getBoundingClientRect();
    const middle = box === undefined ? 0 : box.top + box.height / 2;
    const rows = [...(table?.querySelectorAll<HTMLElement>('[data-column=amount][data-place]') ?? [])];
    const near = (row: Element): number => Math.abs(row.getBoundingClientRect().top - middle);
    const [row] = rows.toSorted((one, other) => near(one) - near(other));
    return Number(row?.dataset['place']?.split('.')[1]);
  });
}

/** Counts the rows that change while something is done. Others may come into sight, as the details of a field grow. */
async function countChangedRows(page: Page, act: () => Promise<void>): Promise<number> {
  const handle = await page.evaluateHandle(() => {
    const rows = new Set<Node>();
    const body = document.querySelector('[role=grid][aria-rowcount] tbody');
    const observer = new MutationObserver((records) => {
      for (const { target } of records) if (target !== body) rows.add(target);
    });
    if (body)
      observer.observe(body, { subtree: true, childList: true, attributes: true, characterData: true });
    return { count: () => rows.size };
  });
  await act();
  return handle.evaluate((counted) => counted.count());
}
