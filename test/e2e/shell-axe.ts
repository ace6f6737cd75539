import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { run } from 'axe-core';

interface Axe {
  readonly run: typeof run;
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe has against the page as it stands, short enough to read in a failed test. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Whoever wants less motion gets none, so no toast fades in or out while axe looks at it.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await allAtRest(page);
  // Evaluated by the debugger, which the page's content security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  // What else it finds is thousands of elements, which are not brought over.
  const found = await page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(
      // Base UI's guards hand the focus on the moment they get it; nobody ever stands on one.
      { exclude: ['[data-base-ui-focus-guard]'] },
      { runOnly: { type: 'tag', values: [...values] }, resultTypes: ['violations'] },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }, tags);
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/**
 * A colour half-way through its transition is nobody's contrast. What ends may start something else, as the end of a
 * toast's countdown does, so this looks again until nothing runs any more.
 */
async function allAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      // What was just added to the page begins its transition a frame later.
      await nextFrame();
      await nextFrame();
    } while (running().length > 0);
  });
}

type Faults = (page: Page) => Promise<readonly string[]>;

/**
 * In the dark and small, then in the light and large: each rule of either is looked at, for half the price of all four.
 * The page is left as it is usually, light and large.
 */
export async function expectClean(page: Page, what: string, otherFaults?: Faults): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const seen = `${what}, ${colorScheme}, ${String(size.width)} wide`;
    expect(await axeViolations(page), seen).toEqual([]);
    expect((await otherFaults?.(page)) ?? [], seen).toEqual([]);
  }
}

const looks = [
  { colorScheme: 'dark', width: 1280, height: 720 },
  { colorScheme: 'light', width: 1440, height: 900 },
] as const;
