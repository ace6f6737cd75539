import type { Page } from '@playwright/test';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { startReviewing, until, type ReviewPage } from './review-page.ts';
import { measureFrames, measureWork, type Work } from './triage-frames.ts';

const lines = 500;
const typedKeys = 40;

/** Measures frames while a document with 500 lines is scrolled and typed in, against the same document without lines. */
export async function lineFigures(open: ReviewPage): Promise<readonly Figure[]> {
  const { browser, page } = open;
  await startReviewing(open);
  await removeLines(page);
  const without = {
    scrolled: await measureWork(browser, page, () => scroll(page)),
    typed: await measureWork(browser, page, () => type(page)),
  };
  await addLines(page);
  const withLines = {
    scrolled: await measureWork(browser, page, () => scroll(page)),
    typed: await measureWork(browser, page, () => type(page)),
  };
  return [
    ...figures('review.lines.scroll', 'while the pane scrolls', withLines.scrolled, without.scrolled),
    ...figures('review.lines.type', 'while a field is typed in', withLines.typed, without.typed),
  ];
}

/** A frame of a busy machine says little, so the work of the page itself is compared. */
function figures(name: string, when: string, long: Work, empty: Work): readonly Figure[] {
  const [p95, before] = [percentile(long.frames, 0.95), percentile(empty.frames, 0.95)];
  return [
    {
      name: `${name}.p95`,
      value: rounded(p95),
      unit: 'ms',
      better: 'lower',
      n: long.frames.length,
      note: `processor time of the page from frame to frame ${when}, ${String(lines)} lines; p50 ${rounded(percentile(long.frames, 0.5))}; without lines ${rounded(before)}`,
      bar: 16.7,
    },
    {
      name: `${name}.ratio`,
      value: rounded(p95 / Math.max(before, 1)),
      unit: 'times',
      better: 'lower',
      n: long.frames.length,
      note: `the same with ${String(lines)} lines against none`,
    },
  ];
}

async function removeLines(page: Page): Promise<void> {
  const cells = page.locator('[data-place^="lineItems."][data-column="description"]');
  while ((await cells.count()) > 0) {
    await cells.first().click();
    await page.keyboard.press('ControlOrMeta+Delete');
  }
}

/** Pastes them from a spreadsheet, as a reviewer would. */
async function addLines(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+i');
  await page.keyboard.press('Escape');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    const row = (at) => ['Pallets, position ' + at, '2', '5.00', '10.00'].join('\\t');
    clipboardData.setData('text/plain', Array.from({ length: ${String(lines)} }, (_, at) => row(at)).join('\\n'));
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  })()`);
  await until(
    page,
    `document.querySelector('[data-place="lineItems.${String(lines - 1)}.amount"]') !== null`,
  );
}

/** Goes to the end of the pane and back, in as many frames as a quick hand takes. */
async function scroll(page: Page): Promise<void> {
  await measureFrames(
    page,
    `const pane = document.querySelector('[role=grid]').closest('section');
     const most = Math.max(1, pane.scrollHeight - pane.clientHeight);
     const part = frame < 90 ? frame / 90 : (180 - frame) / 90;
     pane.scrollTo(0, most * part);
     return frame >= 180;`,
  );
}

async function type(page: Page): Promise<void> {
  await page.locator('[data-place]:not([data-column])').first().click();
  await page.keyboard.press('e');
  for (let key = 0; key < typedKeys; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? 'a' : 'Backspace');
    await page.waitForTimeout(50);
  }
  await page.keyboard.press('Escape');
}
