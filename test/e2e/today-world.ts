import type { Locator, Page, Route } from '@playwright/test';
import { expect as briefly, shellIsThere } from './fixtures.ts';

/** Today needs dozens of reads, which takes longer on a busy machine. */
export const expect = briefly.configure({ timeout: 30_000 });

export async function openToday(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/today${search}`);
  await shellIsThere(page);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Waits until every part has loaded or shows why it has not. */
export async function todayIsRead(page: Page): Promise<void> {
  await expect(figures(page)).toBeVisible();
  await expect.poll(() => page.locator('main').innerText()).not.toMatch(/\b(?:reading|loading)\b/i);
  await expect(page.locator('main output')).toHaveCount(0);
}

export function figures(page: Page): Locator {
  return page.getByRole('region', { name: 'What needs you' });
}

/** Finds the tile of a headline figure by its label. */
export function figure(page: Page, label: RegExp): Locator {
  return figures(page)
    .locator('> div')
    .filter({ has: page.getByRole('link', { name: label }) });
}

export function part(page: Page, name: string): Locator {
  return page.locator('main').getByRole('region', { name, exact: true });
}

/** Holds the answers back until the returned function is called. */
export async function held(page: Page, operation: string): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isHeld = true;
  const pattern = `**/call/${operation}`;
  await page.route(pattern, async (route) => {
    if (isHeld) waiting.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

/** Changes the host's answer on its way to the page. */
export async function changed<T>(page: Page, operation: string, change: (value: T) => T): Promise<void> {
  await page.route(`**/call/${operation}`, async (route) => {
    const response = await route.fetch();
    const result = (await response.json()) as { readonly ok: boolean; readonly value: T };
    await route.fulfill({ json: { ...result, value: change(result.value) } });
  });
}
