import type { Page } from '@playwright/test';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { startReviewing, until, type ReviewPage } from './review-page.ts';
import { measureFrames, measureKeys, measureWork } from './triage-frames.ts';

const lines = 500;
const typedKeys = 40;

/** Measures frames while a document with 500 lines is scrolled and typed in, against the same document without lines. */
export async function lineFigures(open: ReviewPage): Promise<readonly Figure[]> {
  const { page } = open;
  await startReviewing(open);
  await removeLines(page);
  const without = await measure(open);
  await addLines(page);
  const withLines = await measure(open);
  const { scroll: frame, type: key } = names;
  return [
    ...figures(frame, { long: withLines.scrolled, empty: without.scrolled }),
    ...figures(key, { long: withLines.typed, empty: without.typed }),
  ];
}

interface Measured {
  readonly scrolled: readonly number[];
  readonly typed: readonly number[];
}

async function measure({ browser, page }: ReviewPage): Promise<Measured> {
  return {
    scrolled: (await measureWork(browser, page, () => scroll(page))).frames,
    typed: await measureKeys(browser, page, () => type(page)),
  };
}

const names = {
  scroll: { name: 'review.lines.scroll', when: 'from frame to frame while the pane scrolls' },
  type: { name: 'review.lines.type', when: 'from key to key while a field is typed in' },
} as const;

/** A frame of a busy machine says little, so the work of the page itself is compared. */
function figures(
  { name, when }: (typeof names)[keyof typeof names],
  { long, empty }: { readonly long: readonly number[]; readonly empty: readonly number[] },
): readonly Figure[] {
  const [p95, before] = [percentile(long, 0.95), percentile(empty, 0.95)];
  return [
    {
      name: `${name}.p95`,
      value: rounded(p95),
      unit: 'ms',
      better: 'lower',
      n: long.length,
      note: `processor time of the page ${when}, ${String(lines)} lines; p50 ${rounded(percentile(long, 0.5))}; without lines ${rounded(before)}`,
      bar: 16.7,
    },
    {
      name: `${name}.ratio`,
      value: rounded(p95 / Math.max(before, 1)),
      unit: 'times',
      better: 'lower',
      n: long.length,
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
  await until(page, `document.querySelector('[role=grid][aria-rowcount="${String(lines + 1)}"]') !== null`);
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
