import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'shared',
  'src-main',
  'src-renderer',
  'src-local',
  'src-pipelines',
  'infra/templates',
  // Help shows these pages and pictures.
  'docs/guide',
  'docs/pictures',
  'docs/connect.md',
  'docs/pipeline-api.md',
  'docs/security.md',
  'docs/troubleshooting.md',
  'scripts/guide-pages.ts',
  'package-lock.json',
  'electron.vite.config.ts',
];

/** The bundles of a deployment's functions, a folder each. */
export const functionsDir = 'out-functions';
const functionSources = ['shared', 'src-pipelines', 'package-lock.json', 'scripts/bundle-functions.ts'];

const testSources = ['test/gallery', 'test/e2e/moved-console-host.ts', 'test/builders/aws-clients.ts'];

/** `production` is built to out; `test` is built to out-test, with what only tests open beside the console. */
export type BuildMode = 'production' | 'test';

export function findOutDir(mode: BuildMode): string {
  return mode === 'test' ? 'out-test' : 'out';
}

/** Builds only what has a source that changed since the last build, so that starting again is immediate. */
export function buildIfStale(mode: BuildMode): void {
  buildFunctionsIfStale();
  refresh(findOutDir(mode), mode === 'test' ? [...sources, ...testSources] : sources, () => {
    process.stderr.write(`Building the console (${mode}).\n`);
    build('electron-vite/bin/electron-vite.js', ['--mode', mode]);
    if (mode === 'test') build('vite/bin/vite.js', ['--config', 'test/gallery/vite.config.ts']);
  });
}

/** A sandbox needs them, whatever else is built. */
export function buildFunctionsIfStale(): void {
  refresh(functionsDir, functionSources, () => {
    process.stderr.write('Building the functions.\n');
    run('tsx/dist/cli.mjs', ['scripts/bundle-functions.ts']);
  });
}

function refresh(out: string, from: readonly string[], make: () => void): void {
  const stamp = join(out, '.built');
  const fingerprint = computeFingerprint(from);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  make();
  mkdirSync(out, { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function build(bundler: string, flags: readonly string[]): void {
  run(bundler, ['build', ...flags, '--logLevel', 'warn']);
}

function run(program: string, flags: readonly string[]): void {
  const built = spawnSync(
    process.execPath,
    [join('node_modules', program), ...flags],
    // The build's messages go to standard error, because standard output is for the `ready` line.
    { stdio: ['ignore', 2, 2] },
  );
  if (built.status !== 0) throw new Error('The build failed; what it printed above says where.');
}

function computeFingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(path)) continue;
    for (const file of filesBelow(path)) {
      const { mtimeMs, size } = statSync(file);
      hash.update(`${file}\n${mtimeMs}\n${size}\n`);
    }
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
