import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { guidePages } from './scripts/guide-pages.ts';

const every = ['test/{unit,integration,conformance}/**/*.test.{ts,tsx}'];
/** They put another module in the place of one that every other file has loaded already. */
const alone = [
  'test/unit/src-main/audit/line-file.test.ts',
  'test/unit/src-main/electron/main.test.ts',
  'test/unit/src-main/start/start.test.ts',
];

export default defineConfig({
  plugins: [guidePages],
  resolve: {
    alias: {
      // Electron's own module is only a path to a binary outside Electron; the host is tested
      // against a recording stand-in that is type-checked against Electron's typings.
      electron: fileURLToPath(new URL('test/stand-ins/electron.ts', import.meta.url)),
      // The same validator, which compiles its schemas once instead of for each definition.
      'asl-validator': fileURLToPath(new URL('test/stand-ins/asl-validator.ts', import.meta.url)),
    },
  },
  test: {
    environment: 'node',
    css: false,
    setupFiles: ['test/setup/seeded.ts'],
    runner: 'test/setup/runner.ts',
    globalSetup: ['test/setup/built-functions.ts'],
    restoreMocks: true,
    // For what hangs. A machine that is busy with something else must not fail a test by its clock.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // It leaves one core free otherwise, which is half of a small machine.
    maxWorkers: '100%',
    // Worlds make much that is soon thrown away. With room for it, a run takes a twentieth less processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Said once a test file otherwise, and what fails could not be found in between. Node 20 is the oldest we support.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    projects: [
      // Files share the modules that they have loaded: to load them a thousand times takes as long as the tests do.
      { extends: true, test: { name: 'together', include: every, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
