import type { Page } from '@playwright/test';
import { rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { isThere, until, type ReviewPage } from './review-page.ts';

const documents = 200;
const before = 20;

/** Two hundred documents of a check of quality in a row, looked at as fast as they come. */
export async function memoryFigure({ page, origin }: ReviewPage): Promise<Figure> {
  await page.goto(`${origin}/review?view=sample&tenant=northwind&percent=10`);
  await page.getByRole('button', { name: /Draw/ }).click();
  await page.getByRole('row').nth(1).waitFor();
  // What is loaded of the list is what the desk works off.
  for (let read = 0; read < 20 && (await rows(page)) < documents + before; read += 1) {
    const had = await rows(page);
    await page.keyboard.press('m');
    await until(
      page,
      `Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > ${had}`,
    );
  }
  await page.getByRole('row').nth(1).dblclick();
  await until(page, isThere);
  for (let at = 0; at < before; at += 1) await finished(page);
  const atFirst = await heapOf(page);
  for (let at = 0; at < documents; at += 1) await finished(page);
  const grown = (await heapOf(page)) - atFirst;
  return {
    name: 'review.memory.200',
    value: rounded(grown / 1_048_576),
    unit: 'MB',
    better: 'lower',
    n: documents,
    note: `heap of the page after ${documents} documents in a row, collected, over what it was after the first ${before} (${rounded(atFirst / 1_048_576)} MB)`,
    bar: 20,
  };
}

async function rows(page: Page): Promise<number> {
  return Number(await page.getByRole('grid').first().getAttribute('aria-rowcount'));
}

async function finished(page: Page): Promise<void> {
  const title = page.locator('main h2').first();
  const was = await title.textContent();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await until(
    page,
    `document.querySelector('main h2')?.textContent !== ${JSON.stringify(was)} && ${isThere}`,
  );
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let again = 0; again < 3; again += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
