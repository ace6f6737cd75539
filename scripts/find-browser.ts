import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { LaunchOptions } from '@playwright/test';

export interface FoundBrowser {
  readonly path: string;
  readonly launchOptions: LaunchOptions;
}

const systemPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * The same engine without the browser's own windows and pages, which no test looks at. A run of tests takes about a
 * tenth less processor time in it.
 */
const shellPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/chromium-headless-shell'],
};

/** A browser uses only the last of several lists, so this one includes what Playwright turns off as well. */
const without = [
  // The browser would load two pages of its own for each window, for an address bar that is never shown.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

// Only the page under test may use the network.
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${without.join(',')}`,
];

export const browserRemedy =
  'No browser to test in. Install Chromium or Chrome (Debian, Ubuntu: apt-get install chromium), ' +
  'or run "npx playwright install chromium", or set SLUICE_BROWSER to a Chromium executable.';

/** Finds the whole browser, as people use it. */
export function findBrowser(): FoundBrowser {
  return launchable(lookForBrowser());
}

/** Finds the browser for the tests, which is the headless shell where the machine has one. */
export function findTestBrowser(): FoundBrowser {
  return launchable(lookForTestBrowser());
}

/** Throws with the remedy, because a browser test that is silently skipped proves nothing. */
function launchable(path: string | undefined): FoundBrowser {
  if (path === undefined) throw new Error(browserRemedy);
  return { path, launchOptions: { executablePath: path, args: browserArguments() } };
}

function lookForBrowser(): string | undefined {
  return firstThere([chromium.executablePath(), ...(systemPaths[process.platform] ?? [])]);
}

export function lookForTestBrowser(): string | undefined {
  return firstThere(shellPaths[process.platform] ?? []) ?? lookForBrowser();
}

/** A browser that is named comes before one that is found. */
function firstThere(paths: readonly string[]): string | undefined {
  const named = process.env['SLUICE_BROWSER'];
  return [...(named === undefined ? [] : [named]), ...paths].find((path) => path !== '' && existsSync(path));
}

export function browserArguments(): string[] {
  // Chromium refuses its own sandbox to root, and containers and build machines run as root.
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}
