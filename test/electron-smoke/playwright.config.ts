import { defineConfig } from '@playwright/test';

/** This is separate from the browser tests, because it needs Electron's runtime and no browser. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: process.env['CI'] !== undefined,
});
