import type { Page } from '@playwright/test';
import { rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { isThere, until, type ReviewPage } from './review-page.ts';

const documents = 200;
const before = 20;

const tenants = ['northwind', 'kestrel', 'alder-finch'];

/** Checks the quality of two hundred documents in a row, as fast as they open. */
export async function memoryFigure({ page, origin }: ReviewPage): Promise<Figure> {
  await page.goto(`${origin}/review?view=sample`);
  const heap: number[] = [];
  let done = 0;
  for (const tenant of tenants) {
    const left = await openDesk(page, tenant);
    // The last document of a tenant has no next one.
    for (let at = 1; at < left && done < before + documents; at += 1) {
      await finished(page);
      done += 1;
      if (done === before) heap.push(await measureHeap(page));
    }
  }
  if (done < before + documents) throw new Error(`The sandbox has ${done} documents to check, and no more`);
  heap.push(await measureHeap(page));
  const [atFirst = 0, atLast = 0] = heap;
  return {
    name: 'review.memory.200',
    value: rounded((atLast - atFirst) / 1_048_576),
    unit: 'MB',
    better: 'lower',
    n: documents,
    note: `heap of the page after ${documents} documents in a row, collected, over what it was after the first ${before} (${rounded(atFirst / 1_048_576)} MB)`,
    bar: 20,
  };
}

/**
 * Opens the first document of a sample of a tenth of the tenant's accepted documents, as far back as the
 * sandbox goes.
 */
async function openDesk(page: Page, tenant: string): Promise<number> {
  // The address changes without a reload, because the page's memory is measured.
  await page.evaluate(`(() => {
    history.pushState({}, '', '/review?view=sample&percent=10&tenant=${tenant}');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  })()`);
  await page.getByRole('button', { name: /Draw/ }).click();
  const more = page.locator('main').getByRole('button', { name: 'More' });
  for (;;) {
    await page.getByRole('row').nth(1).click();
    await page.keyboard.press('End');
    await page
      .getByText(/ to check/)
      .nth(1)
      .waitFor();
    if ((await more.count()) === 0) break;
    const had = await toCheck(page);
    await more.click();
    await until(
      page,
      `!(document.querySelector('main')?.textContent ?? '').includes(${JSON.stringify(had)})`,
    );
  }
  const drawn = await toCheck(page);
  await page.keyboard.press('Home');
  await page.getByRole('row').nth(1).dblclick();
  await until(page, isThere);
  return Number(/(\d+) to check/.exec(drawn)?.[1]);
}

async function toCheck(page: Page): Promise<string> {
  return (
    (await page
      .getByText(/ to check/)
      .first()
      .textContent()) ?? ''
  );
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

async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let again = 0; again < 3; again += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
