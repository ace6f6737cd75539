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

/** Lists the violations that axe finds on the page as it stands, short enough to read in a failed test. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Reduced motion keeps toasts from fading in or out while axe runs.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await allAtRest(page);
  // The debugger evaluates this, so the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  // Axe's other results list thousands of elements, so they are left in the page.
  const found = await page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(
      // Base UI's focus guards pass the focus on as soon as they get it, so no one ever stops on one.
      { exclude: ['[data-base-ui-focus-guard]'] },
      { runOnly: { type: 'tag', values: [...values] }, resultTypes: ['violations'] },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }, tags);
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/**
 * A colour in the middle of a transition says nothing about contrast. One transition may start another, as
 * the end of a toast's countdown does, so this looks again until none runs.
 */
async function allAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      // An element that was just added begins its transition one frame later.
      await nextFrame();
      await nextFrame();
    } while (running().length > 0);
  });
}

type Faults = (page: Page) => Promise<readonly string[]>;

/**
 * Checks the page dark and small, then light and large, which covers each rule at half the cost of all four.
 * The page is left in its usual state, light and large.
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

/**
 * Checks the page at the smallest and the largest usual size, each in both themes: axe, and that nothing but a code block
 * has to be scrolled sideways.
 */
export async function expectLooks(page: Page, what: string, sizes = extremes): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const seen = `${what}, ${colorScheme}, ${String(size.width)} wide`;
      expect(await axeViolations(page), seen).toEqual([]);
      expect(await listSideways(page), seen).toEqual([]);
    }
  }
}

const extremes = [
  { width: 1280, height: 720 },
  { width: 2560, height: 1440 },
];

/** Lists tables and pages that are wider than their place. */
async function listSideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('[role=grid], main, [role=dialog]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        (element) =>
          `${element.getAttribute('aria-label') ?? element.tagName}: ${element.scrollWidth} in ${element.clientWidth}`,
      ),
  );
}
