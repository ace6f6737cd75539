import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { findBrowser } from '#scripts/find-browser.ts';
import { startConsole } from '#scripts/start-console.ts';

/** Scrolls the gallery's 10,000-row table from end to end, with new rows in every frame. */
export const bench: Bench = async () => {
  const host = await startConsole();
  const browser = await chromium.launch(findBrowser().launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // Reduced motion stops the shimmer of the rest of the gallery, which is not the table's work.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(host.address);
    await page.waitForURL('**/today');
    await page.goto(`${host.origin}/gallery/index.html#big-table`);
    const grid = page.locator('#big-table').getByRole('grid');
    await grid.locator('[data-index="5"]').waitFor();
    await page.evaluate(leaveTheTableAlone);
    // Work that belongs to loading ends first: fonts, first paint and idle work.
    await page.waitForTimeout(1_500);

    const long = await watchLongTasks(page, () => page.evaluate(scrollToTheEnd));
    await grid.evaluate((element) => element.scrollTo({ top: 0 }));
    const tasks = await tracedTasks(browser, page);
    const longest = long.length === 0 ? '' : `; the longest took ${Math.round(Math.max(...long))} ms`;
    return [
      {
        name: 'big-table.tasks-over-50ms',
        value: long.length,
        unit: 'tasks',
        better: 'lower',
        n: 1,
        note: `on the wall clock, scrolling 10,000 rows from end to end, the one table on its page${longest}`,
        bar: 0,
      },
      {
        name: 'big-table.longest-task',
        value: rounded(Math.max(...tasks)),
        unit: 'ms',
        better: 'lower',
        n: tasks.length,
        note: 'processor time of the longest main-thread task of the same scroll, without waiting for a busy machine',
        bar: 50,
      },
    ];
  } finally {
    await browser.close();
    await host.stop();
  }
};

async function watchLongTasks(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  await act();
  return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}

async function tracedTasks(browser: Browser, page: Page): Promise<readonly number[]> {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-trace-'));
  const trace = join(dir, 'scroll.json');
  await browser.startTracing(page, { path: trace, categories: ['toplevel', 'devtools.timeline'] });
  await page.evaluate(scrollToTheEnd);
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as {
    traceEvents: readonly { name: string; tid: number; dur?: number; tdur?: number }[];
  };
  rmSync(dir, { recursive: true, force: true });
  const main = traceEvents.find(({ name }) => name === 'FireAnimationFrame')?.tid;
  return (
    traceEvents
      .filter(({ name, tid }) => name === 'ThreadControllerImpl::RunTask' && tid === main)
      // Virtual machines count processor time in ticks of 10 ms, and a task of 1 ms may be given a whole one.
      .map(({ dur = 0, tdur = 0 }) => Math.min(dur, tdur) / 1_000)
  );
}

// A screen holds one table. The rest of the gallery would be laid out with it in every frame.
const leaveTheTableAlone = `for (const section of document.querySelectorAll('article:not(#big-table)')) {
  section.style.display = 'none';
}`;

// This is a text, because the runner that compiles this file would add its own helpers to a function.
const scrollToTheEnd = `new Promise((resolve) => {
  const grid = document.querySelector('#big-table [role=grid]');
  const step = () => {
    grid.scrollTop += 1600;
    if (grid.scrollTop >= grid.scrollHeight - grid.clientHeight - 1) resolve();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
