import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './scripts/find-browser.ts';
import { beginAtTheSameMinute } from './scripts/same-minute.ts';

const browser = findTestBrowser();
beginAtTheSameMinute();

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  // One more than a small machine has cores: while one test waits for a timer, another uses its core.
  workers: 3,
  // Generous: what takes long on a busy machine is no fault, and what never comes is one all the same.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // The headless shell refuses the clipboard, which a whole browser allows after a click.
    permissions: ['clipboard-write'],
    launchOptions: browser.launchOptions,
  },
});
