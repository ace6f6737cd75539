import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.ts';
import { startConsole } from '#test/e2e/start-console.ts';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';

const passes = 3;

/** The gallery's 10,000-row table, scrolled from end to end and back by the wheel, in a real browser. */
export const bench: Bench = async () => {
  const host = await startConsole();
  const browser = await chromium.launch(findBrowser().launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.address);
    await page.waitForURL('**/today');
    await page.goto(`${host.origin}/gallery#big-table`);
    const grid = page.locator('#big-table [role="grid"], #big-table [role="table"]').first();
    await grid.locator('[role="row"]').nth(5).waitFor();
    await grid.scrollIntoViewIfNeeded();
    // Let what belongs to loading end: fonts, first paint, idle work.
    await page.waitForTimeout(1_500);
    await page.evaluate(watchTasks);
    await grid.hover();
    for (let pass = 0; pass < passes; pass += 1) await scrollThrough(page, pass % 2 === 0 ? 1 : -1);
    const { longTasks, gaps } = await page.evaluate(readTasks);
    const longest = longTasks.length === 0 ? '' : `, the longest ${Math.round(Math.max(...longTasks))} ms`;
    return [
      {
        name: 'big-table.tasks-over-50ms',
        value: longTasks.length,
        unit: 'tasks',
        better: 'lower',
        n: gaps.length,
        note: `${passes} passes of the wheel from end to end of 10,000 rows${longest}`,
        bar: 0,
      },
      {
        name: 'big-table.frame-gap.p99',
        value: rounded(percentile(gaps, 0.99)),
        unit: 'ms',
        better: 'lower',
        n: gaps.length,
        note: 'time between two frames during the same passes',
      },
    ];
  } finally {
    await browser.close();
    await host.stop();
  }
};

async function scrollThrough(page: Page, direction: 1 | -1): Promise<void> {
  const steps = 160;
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, direction * 2_200);
    await page.waitForTimeout(16);
  }
}

interface Watched extends Window {
  longTasks: number[];
  gaps: number[];
}

function watchTasks(): void {
  const watched = window as unknown as Watched;
  watched.longTasks = [];
  watched.gaps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
  let before = performance.now();
  const frame = (now: number): void => {
    watched.gaps.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function readTasks(): { longTasks: number[]; gaps: number[] } {
  const { longTasks, gaps } = window as unknown as Watched;
  return { longTasks, gaps };
}
