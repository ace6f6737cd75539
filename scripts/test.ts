import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { buildIfStale } from './build-if-stale.ts';
import { playwrightTally, vitestTally, type Tally } from './failed-tests.ts';
import { runRelatedTests } from './related-tests.ts';
import { ensureBrowser } from './install-browser.ts';

const reports = '.cache/test-reports';
const kinds: readonly string[] = ['unit', 'e2e', 'electron'];
const [flag, only] = process.argv.slice(2);
const isRelated = flag === '--related' && only === undefined;
if (flag !== undefined && !isRelated && (flag !== '--only' || !kinds.includes(only ?? ''))) {
  process.stderr.write('npm test takes no arguments, --related, or --only unit | e2e | electron\n');
  process.exit(2);
}
if (isRelated) process.exit(runRelatedTests());
mkdirSync(reports, { recursive: true });

const tallies: Tally[] = [];
/** These are told at the end, after the times of the steps that `.ci/run` took before. */
const durations: string[] = [];
buildIfStale('test');
if (wants('unit')) tallies.push(...timed('unit tests', () => [vitest()]));
if (wants('e2e')) {
  process.stderr.write(`Browser tests run in ${ensureBrowser()}\n`);
  tallies.push(...timed('browser tests', () => [playwright('playwright.config.ts')]));
}
if (wants('electron')) tallies.push(...timed('Electron tests', electronSmoke));

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const failure of tallies.flatMap(({ failures }) => failures)) process.stdout.write(`\n${failure}\n`);
process.stdout.write(`\nTime: ${process.env['SLUICE_STEPS'] ?? ''}${durations.join('; ')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function wants(kind: string): boolean {
  return only === undefined || only === kind;
}

function timed(what: string, run: () => readonly Tally[]): readonly Tally[] {
  const began = performance.now();
  const tallied = run();
  durations.push(`${what} ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return tallied;
}

function vitest(): Tally {
  const file = `${reports}/vitest.json`;
  rmSync(file, { force: true });
  const status = node([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file) as Parameters<typeof vitestTally>[0] | undefined;
  return report === undefined ? noReport(file) : vitestTally(report, status === 0);
}

function playwright(config: string): Tally {
  // Playwright reads a relative name from the folder of its configuration.
  const file = resolve(reports, `${basename(dirname(config))}-playwright.json`);
  rmSync(file, { force: true });
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const status = node(
    ['node_modules/@playwright/test/cli.js', 'test', `--config=${config}`, '--reporter=list,json'],
    env,
  );
  const report = readReport(file) as Parameters<typeof playwrightTally>[0] | undefined;
  return report === undefined ? noReport(file) : playwrightTally(report, status === 0);
}

/** Electron's runtime is a separate download; where it is not available, this says so prominently. */
function electronSmoke(): Tally[] {
  const looked = spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'test/electron-smoke/electron-runtime.ts'],
    {
      encoding: 'utf8',
    },
  );
  const missing = looked.stdout.trim();
  if (looked.status === 0) return [playwright('test/electron-smoke/playwright.config.ts')];
  process.stdout.write(`\n*** NOT RUN: the Electron smoke test. ${missing || looked.stderr}\n`);
  return [];
}

function noReport(file: string): Tally {
  return { passed: 0, failed: 1, failures: [`✗ The tests left no report in ${file}`] };
}

function node(args: readonly string[], env: Record<string, string> = {}): number | null {
  return spawnSync(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  }).status;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
