import { defineConfig } from '@playwright/test';

/** This is separate from the other tests in Electron, because it takes an hour. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  reporter: [['list']],
  forbidOnly: process.env['CI'] !== undefined,
});
