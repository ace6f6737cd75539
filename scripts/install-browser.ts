import { spawnSync } from 'node:child_process';
import { browserRemedy, lookForTestBrowser } from './find-browser.ts';

interface Means {
  readonly name: string;
  readonly possible: boolean;
  readonly commands: readonly (readonly string[])[];
}

/**
 * Finds a browser, else installs one, else fails with the remedy, because tests are never skipped for lack of a
 * browser.
 */
export function ensureBrowser(): string {
  const present = lookForTestBrowser();
  if (present !== undefined) return present;
  for (const { name, possible, commands } of means()) {
    if (!possible) continue;
    process.stderr.write(`No browser found; trying ${name}.\n`);
    const worked = commands.every(([command, ...args]) => command !== undefined && run(command, args));
    const installed = worked ? lookForTestBrowser() : undefined;
    if (installed !== undefined) return installed;
  }
  throw new Error(browserRemedy);
}

function means(): readonly Means[] {
  const isRoot = process.getuid?.() === 0;
  return [
    {
      name: "Playwright's own download",
      possible: true,
      commands: [[process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']],
    },
    {
      name: 'apt-get install chromium',
      possible: process.platform === 'linux' && isRoot && run('apt-get', ['--version'], true),
      commands: [
        ['apt-get', 'update', '-q'],
        ['apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium'],
      ],
    },
  ];
}

function run(command: string, args: readonly string[], quiet = false): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(command, args, { stdio: ['ignore', quiet ? 'ignore' : 2, quiet ? 'ignore' : 2], env })
      .status === 0
  );
}
