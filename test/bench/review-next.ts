import type { Page } from '@playwright/test';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import {
  acceptAll,
  apartMs,
  isThere,
  nextIsReady,
  startReviewing,
  until,
  type ReviewPage,
} from './review-page.ts';

/** The tenant has some 33 that one person may decide, and the last ones have no next document. */
const documents = 20;

/** Measures from Ctrl+Enter until the next document is drawn with the focus on its first doubtful field. */
export async function nextFigures(open: ReviewPage): Promise<readonly Figure[]> {
  const { page } = open;
  await startReviewing(open);
  const times: number[] = [];
  const keys: number[] = [];
  let at = 0;
  while (at <= documents) {
    await nextIsReady(page);
    const accepted = await acceptAll(page);
    if (accepted === undefined || (await takesAnotherKey(page))) {
      await leaveIt(page);
      continue;
    }
    const took = await approved(page);
    at += 1;
    // The first document loads and compiles code, so it is not counted.
    if (at === 1) continue;
    times.push(took);
    keys.push(accepted + 1);
  }
  return [
    {
      name: 'review.next.p95',
      value: rounded(percentile(times, 0.95)),
      unit: 'ms',
      better: 'lower',
      n: times.length,
      note: `from Ctrl+Enter to the next document in a frame, its page drawn and its first doubt focused, read ahead; p50 ${rounded(percentile(times, 0.5))}, on the wall clock`,
      bar: 100,
    },
    {
      name: 'review.keys.p50',
      value: percentile(keys, 0.5),
      unit: 'keys',
      better: 'lower',
      n: keys.length,
      note: `keys for a document, Enter on each doubt and Ctrl+Enter; most ${Math.max(...keys)}`,
      bar: 4,
    },
  ];
}

/** A failed rule takes another Ctrl+Enter or a reason, so the next document does not follow the first. */
function takesAnotherKey(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    `[...document.querySelectorAll('main [data-weight]')].some(({ dataset }) => dataset.weight !== 'note')`,
  );
}

async function leaveIt(page: Page): Promise<void> {
  const title = page.locator('main h2').first();
  const before = await title.textContent();
  await page.keyboard.press('n');
  await until(
    page,
    `document.querySelector('main h2')?.textContent !== ${JSON.stringify(before)} && ${isThere}`,
  );
}

/** The time is taken in the page, so that polling from outside is not part of it. */
async function approved(page: Page): Promise<number> {
  await page.evaluate(`void (window.nextIsThere = new Promise((resolve) => {
    const title = () => document.querySelector('main h2')?.textContent;
    const before = title();
    let began;
    addEventListener('keydown', () => { began = performance.now(); }, { capture: true, once: true });
    const look = () => {
      if (began === undefined || title() === before || !(${isThere})) requestAnimationFrame(look);
      // The time ends when that frame is drawn.
      else requestAnimationFrame(() => resolve(performance.now() - began));
    };
    requestAnimationFrame(look);
  }))`);
  await page.waitForTimeout(apartMs);
  await page.keyboard.press('Control+Enter');
  return page.evaluate<number>('window.nextIsThere');
}
