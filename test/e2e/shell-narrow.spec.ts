import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freshHome } from '#scripts/start-console.ts';
import { expect, test } from './fixtures.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 720, height: 450 },
  { width: 400, height: 450 },
];

const names = [
  'Extraction pipeline of northwind, Europe',
  Array.from({ length: 255 }, (_, at) => 'Northwind '.charAt(at % 10)).join(''),
];

for (const name of names) {
  test(`a connection's name of ${name.length} letters pushes nothing out of sight`, async ({
    page,
    consoles,
  }) => {
    const host = await consoles.open(aHomeWith(name));
    await page.goto(host.address);
    await page.waitForURL('**/today');
    await page.goto(`${host.origin}/settings?connection=prod`);
    await page.getByRole('button', { name: `Open ${name}`, exact: true }).click();
    const chip = page.getByRole('button', { name: /^Connection:/ });
    await expect(chip).toContainText(name);

    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        await expect(button, `${size.width}: ${await button.textContent()}`).toBeInViewport({ ratio: 1 });
      }
      await expect(page.getByText(/problems? in connections.json/)).toBeInViewport();
      expect(await outOfSight(page), String(size.width)).toEqual([]);
      expect(await overlapOfBand(page), String(size.width)).toBeLessThanOrEqual(0);

      await chip.click();
      await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => [document.documentElement.scrollWidth, scrollX])).toEqual([
        size.width,
        0,
      ]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    await host.stop();
  });
}

function aHomeWith(name: string): string {
  const home = freshHome();
  const aws = { region: 'eu-west-1', accountId: '111122223333', profile: 'p' };
  const connections = [
    { id: 'prod', name, environment: 'production', aws },
    { id: 'not an id', name: 'Wrong', environment: 'nonsense' },
  ];
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
  return home;
}

/**
 * Lists elements that are wider than their place. A table and the row of tabs may be, because they scroll.
 */
async function outOfSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => element.closest('table, [role="tablist"]') === null)
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

async function overlapOfBand(page: Page): Promise<number> {
  return page.getByLabel('Environment').evaluate((band) => {
    const [name, end] = [...band.children].map((part) => part.getBoundingClientRect());
    return (name?.right ?? 0) - (end?.left ?? 0);
  });
}
