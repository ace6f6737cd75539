import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.ts';
import { startConsole } from '#scripts/start-console.ts';

export interface ReviewPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
}

/** Opens the shipped console over the sandbox's world, in a browser signed in as a reviewer. */
export async function withReviewPage<T>(use: (open: ReviewPage) => Promise<T>): Promise<T> {
  const host = await startConsole({ build: 'out' });
  const browser = await chromium.launch(findBrowser().launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.address);
    await page.getByRole('navigation').waitFor();
    await page.evaluate(`fetch('/call/session.actAs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: { personaId: 'reviewer' }, idempotencyKey: crypto.randomUUID() }),
    })`);
    return await use({ browser, page, origin: host.origin });
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** Six keys a second are faster than anyone reads. */
export const apartMs = 160;

/** Waits until the first document is open, with the focus on the first field that needs a person. */
export async function startReviewing({ page, origin }: ReviewPage): Promise<void> {
  // One tenant is enough, because some files of the others cannot be drawn on purpose.
  await page.goto(`${origin}/review?tenant=northwind`);
  await page.getByRole('button', { name: 'Start reviewing' }).click();
  await until(page, isThere);
}

/**
 * Polls once per frame of the page, because Playwright's own polling evaluates text there, which the page's
 * policy forbids.
 */
export async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => ((${condition}) ? resolve(true) : requestAnimationFrame(look));
    look();
  })`);
}

/** Says whether the page is drawn and the focus is on a field or a cell. */
export const isThere = `(() => {
  const place = document.activeElement?.closest?.('[data-place]');
  return place !== null && place !== undefined && document.querySelector('main section canvas') !== null;
})()`;

/** Waits until the next document, which is handed out ahead, is read and drawn, as its card says. */
export async function nextIsReady(page: Page): Promise<void> {
  await until(
    page,
    `document.querySelector('main header button[class*=next]')?.textContent.includes(', ready') === true`,
  );
}

/**
 * Presses Enter on each field that needs a person, until none is left, and returns how often. It returns undefined where
 * no reading passes the checks, because Enter takes none then.
 */
export async function acceptAll(page: Page): Promise<number | undefined> {
  let before = -1;
  for (let pressed = 0; ; pressed += 1) {
    const text =
      (await page
        .getByText(/^\d+ of \d+ .*decided$/)
        .first()
        .textContent()) ?? '';
    const [done = 0, all = 0] = (/(\d+) of (\d+)/.exec(text) ?? []).slice(1).map(Number);
    if (done === all) return pressed;
    if (done === before) return undefined;
    before = done;
    await page.waitForTimeout(apartMs);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(apartMs);
  }
}
