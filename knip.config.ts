import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'src-main/start/start.ts',
        'src-main/electron/main.ts',
        'src-main/electron/preload.ts',
        'src-local/host/local.ts',
        'src-local/host/worker-entry.ts',
        'src-pipelines/lambda/*.ts',
        'src-renderer/app/main.tsx',
        'scripts/*.ts',
        'electron-builder.config.ts',
        'test/**/*.{test,spec,bench}.{ts,tsx}',
        'test/electron-smoke/playwright.config.ts',
        'test/electron-hour/{driver,playwright.config}.ts',
        'test/setup/runner.ts',
        // Named by its page, which knip does not read.
        'test/gallery/gallery.tsx',
        'test/gallery/vite.config.ts',
        'test/integration/src-local/killed-writer.ts',
        'test/integration/src-pipelines/extraction/killed-extraction.ts',
        'test/integration/src-main/jobs/crash/run-job.ts',
        'test/integration/src-main/jobs/crash/run-redrive.ts',
        'test/integration/src-main/features/review/crash/type-drafts.ts',
        'test/integration/src-main/features/review/crash/decide-documents.ts',
        'test/bench/programs/{measure,plant}-*.ts',
      ],
      project: [
        'shared/**/*.ts',
        'src-local/**/*.ts',
        'src-pipelines/**/*.ts',
        'src-main/**/*.ts',
        'src-renderer/**/*.{ts,tsx}',
        'scripts/**/*.ts',
        'test/**/*.{ts,tsx}',
      ],
    },
    infra: {
      entry: ['{app,synth,create-tenant,print-connection,lint-templates}.ts', 'test/*.test.ts'],
      project: ['**/*.ts'],
      // Without infra's own packages, knip cannot see that a script needs the one and a package the other.
      ignoreDependencies: ['aws-cdk', 'constructs'],
      ignoreBinaries: ['cdk'],
    },
  },
  ignoreExportsUsedInFile: true,
  ignoreBinaries: [
    // It belongs to the desktop of Linux, and registers links where there is one.
    'xdg-settings',
    // Oracles for the conformance table, where a machine has them; nothing else needs Java or Python.
    'java',
    'mvn',
    // Tools of the system that show the desktop and try a package for Linux.
    'dpkg-query',
    'ldd',
    'unshare',
    'xdotool',
    'Xvfb',
  ],
  ignoreDependencies: [
    // Imported by src-renderer/styles/fonts.css, which knip does not read.
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
    // Required by name, with the SDK that it brings along, in test/bench/programs/redrive-theirs.ts.
    'replay-aws-dlq',
  ],
};

export default config;
