import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { clockOfPages } from '#scripts/same-minute.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import { consoleProcess } from './console-process.ts';
import type { ConsoleProcess, MovedConsole } from './console-process.ts';
import { sharedConsoles } from './shared-console.ts';
import type { SharedConsole, SharedConsoles } from './shared-console.ts';
import { signIn } from './sign-in.ts';

interface SignedIn {
  readonly url: string;
  readonly home: string;
  readonly page: Page;
}

interface Fixtures {
  /** A browser logs every 4xx answer as an error, so a test that expects refusals sets this. */
  readonly isRefused: boolean;
  /** The host of `moved-console.ts`, which other users and its clock can change. */
  readonly moved: MovedConsole;
  /** This is a running browser host with its own home folder. */
  readonly host: Omit<RunningConsole, 'kill'>;
  /**
   * The window opens here first. It is null where each test opens its own address. Today makes many reads, so
   * a test has to ask for it.
   */
  readonly at: string | null;
  /** This page is signed in to the host. Any page error, console error or CSP violation fails the test. */
  readonly console: SignedIn;
}

interface OfWorker {
  readonly consoles: ConsoleProcess;
  readonly shared: SharedConsoles;
}

export const test = base.extend<Fixtures, OfWorker>({
  isRefused: [false, { option: true }],
  at: ['/settings', { option: true }],

  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open({ reducedMotion: 'reduce', ...options });
        await context.addInitScript({ content: clockOfPages() });
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],

  // The worker fixture exists even where nothing is shared, because Playwright restarts the worker for tests
  // with other worker fixtures.
  shared: [
    async ({ browser }, use) => {
      const shared = sharedConsoles(browser);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  consoles: [
    // Playwright reads fixture names from this pattern, so it must be there though empty.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const consoles = consoleProcess();
      await use(consoles);
      await consoles.end();
    },
    { scope: 'worker' },
  ],

  moved: async ({ consoles }, use) => {
    const moved = await consoles.open();
    await use(moved);
    await moved.stop();
  },

  host: ({ moved }, use) => use(moved),

  console: async ({ host, page, at, isRefused }, use) => {
    const complaints = collectComplaints(page, isRefused);
    await signIn(page.context(), host);
    if (at !== null) {
      await page.goto(host.origin + at);
      await shellIsThere(page);
    }
    await use({ url: host.origin, home: host.home, page });
    await endRoutes(page);
    expect(complaints).toEqual([]);
  },
});

/**
 * Pages are drawn without motion, because frames between two states took a fifth of a run's processor time. Files about
 * dialogs, notifications and focus ask for it with `test.use(withMotion)`: there a moment between two states matters.
 */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

interface Looking {
  /** The console starts with these flags. */
  readonly flags: readonly string[];
  readonly looked: SharedConsole;
}

/** Runs read-only tests in the console they share. `console` is the same as above. */
export const looking = test.extend<Looking>({
  flags: [[], { option: true }],
  looked: async ({ shared, flags }, use) => use(await shared.with(flags)),

  page: async ({ looked, at, isRefused, contextOptions: { reducedMotion } }, use, testInfo) => {
    const page = await looked.openWindow();
    if (reducedMotion !== undefined) await page.emulateMedia({ reducedMotion });
    const complaints = collectComplaints(page, isRefused);
    if (at !== null) {
      await page.goto(looked.url + at);
      await shellIsThere(page);
    }
    await use(page);
    await endRoutes(page);
    expect(complaints).toEqual([]);
    // A failed test still needs its window for the screenshot, and its worker ends with it.
    if (testInfo.status === testInfo.expectedStatus) await looked.closeWindows();
  },

  console: async ({ looked: { url, home }, page }, use) => use({ url, home, page }),
});

/** Waits for the shell. The address and the theme are set before it, and keys work once it is there. */
export async function shellIsThere(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  // The shell listens for keys from the moment after it was painted.
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
}

/** A call that the page still makes when its test has ended, such as for the next document, fails no test. */
function endRoutes(page: Page): Promise<void> {
  return page.unrouteAll({ behavior: 'ignoreErrors' });
}

function collectComplaints(page: Page, isRefused: boolean): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (isRefused && refusals.test(message.text())) return;
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

const refusals = /^Failed to load resource: the server responded with a status of (?:40[0134]|429) /;

export { expect };
