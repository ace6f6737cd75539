import type { Page } from '@playwright/test';
import { soakPage, type PageSample } from '../bench/soak-page.ts';
import { megabytesAnHour } from '../bench/soak-slope.ts';
import { expect, looking } from './fixtures.ts';
import { worldIsOpen } from './triage-world.ts';

/**
 * This is in MB an hour, without compiled code, of which V8 adds more in the first few hundred refreshes.
 * `npm run bench -- soak` measures the whole heap.
 */
const steepest = 30;
const short = { refreshes: 100, samples: 4, each: 5, warmUp: 6, leavesCodeOut: true };
looking.setTimeout(300_000);

looking(
  'lists that are read again 100 times leave nothing behind in the page',
  async ({ console: { page, url } }) => {
    await worldIsOpen(page);
    const taken = await soakPage({ page, origin: url }, short);
    expect(megabytesAnHour(taken), JSON.stringify(taken)).toBeLessThan(steepest);
    expect(most(taken, 'nodes'), JSON.stringify(taken)).toBeLessThan(1.2);
    expect(most(taken, 'listeners'), JSON.stringify(taken)).toBeLessThan(1.2);
    expect(most(taken, 'documents')).toBe(1);
  },
);

looking('detects a page that keeps removed elements', async ({ console: { page, url } }) => {
  await worldIsOpen(page);
  await keepRemoved(page);
  const taken = await soakPage({ page, origin: url }, { refreshes: 40, samples: 2, each: 4, warmUp: 3 });
  expect(most(taken, 'nodes'), JSON.stringify(taken)).toBeGreaterThan(1.2);
});

/** Returns how many times the warmed-up count there were at the end. */
function most(taken: readonly PageSample[], what: 'nodes' | 'listeners' | 'documents'): number {
  return (taken.at(-1)?.[what] ?? Number.NaN) / (taken[1]?.[what] ?? Number.NaN);
}

async function keepRemoved(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Node[] = [];
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) kept.push(...removedNodes);
    }).observe(document, { childList: true, subtree: true });
    Object.assign(globalThis, { kept });
  });
}
