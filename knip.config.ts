import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src-main/start/start.ts',
    'src-main/electron/main.ts',
    'src-main/electron/preload.ts',
    'src-renderer/app/main.tsx',
    'scripts/*.ts',
    'test/**/*.{test,spec,bench}.{ts,tsx}',
    'test/electron-smoke/playwright.config.ts',
  ],
  project: [
    'shared/**/*.ts',
    'src-local/**/*.ts',
    'src-main/**/*.ts',
    'src-renderer/**/*.{ts,tsx}',
    'scripts/**/*.ts',
    'test/**/*.{ts,tsx}',
  ],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Imported by src-renderer/styles/fonts.css, which knip does not read.
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
  ],
};

export default config;
