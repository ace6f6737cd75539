import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startConsole } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';

interface SignedIn {
  readonly url: string;
  readonly home: string;
  readonly page: Page;
}

interface Fixtures {
  /** A browser writes every answer of 4xx into its console: whoever asks to be refused says so. */
  readonly isRefused: boolean;
  /** A running browser host with a home folder of its own. */
  readonly host: RunningConsole;
  /** A page signed in to it, on Today. Any page error, console error or CSP violation fails the test. */
  readonly console: SignedIn;
}

export const test = base.extend<Fixtures>({
  isRefused: [false, { option: true }],

  // Playwright reads fixture names from this pattern, so it must be there though empty.
  // oxlint-disable-next-line no-empty-pattern
  host: async ({}, use) => {
    const host = await startConsole();
    await use(host);
    await host.stop();
  },

  console: async ({ host, page, isRefused }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (isRefused && refusals.test(message.text())) return;
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    await page.goto(host.address);
    await page.waitForURL('**/today');
    await shellIsThere(page);
    await use({ url: host.origin, home: host.home, page });
    expect(complaints).toEqual([]);
  },
});

/** Address and theme are there before the shell; keys are heard from when it is. */
export async function shellIsThere(page: Page): Promise<void> {
  await page.getByRole('navigation').waitFor();
}

const refusals = /^Failed to load resource: the server responded with a status of 40[34] /;

export { expect };
