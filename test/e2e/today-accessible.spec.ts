import { looking as test } from './fixtures.ts';
import type { Page } from '@playwright/test';
import { axeViolations, expectClean } from './shell-axe.ts';
import { expect, openToday, todayIsRead } from './today-world.ts';
import { refuse } from './triage-world.ts';
import { workAs } from './workflows-world.ts';

// Switching the user while the page reads may refuse a read that only the first user may make.
test.use({ isRefused: true });

test('axe finds no violation in Today, and nothing is cut off', async ({ console: { page, url } }) => {
  test.setTimeout(180_000);
  for (const persona of ['support', 'admin', 'reviewer', 'support-northwind'] as const) {
    await workAs(page, persona);
    await openToday(page, url);
    await todayIsRead(page);
    await expectClean(page, persona, wider);
  }
});

test('a narrow window stacks everything in one column', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  await page.setViewportSize({ width: 560, height: 800 });
  await openToday(page, url);
  await todayIsRead(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(await wider(page)).toEqual([]);
});

test('a failed part is readable too', async ({ console: { page, url } }) => {
  await workAs(page, 'support');
  const message = 'Something went wrong. Nothing was read.';
  const failure = { code: 'unexpected', message, reference: 'r' } as const;
  for (const operation of [
    'today.batches',
    'today.groups',
    'dead-letters.queues',
    'today.throughput',
  ] as const) {
    await refuse(page, operation, failure);
  }
  await openToday(page, url);
  await expect(page.locator('main').getByRole('alert').nth(3)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

/** Lists elements whose text is wider than their place and has no ellipsis. */
async function wider(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll<HTMLElement>('main section, main li, main dd, main td, main p'),
    ];
    return parts.flatMap((part) => {
      const isShortened = getComputedStyle(part).textOverflow === 'ellipsis';
      const isOut = part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1;
      return isOut && !isShortened ? [`${part.tagName} ${part.textContent.slice(0, 80)}`] : [];
    });
  });
}
