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
  'package-lock.json',
  'electron.vite.config.ts',
];

const testSources = ['test/gallery', 'test/e2e/moved-console-host.ts', 'test/builders/aws-clients.ts'];

/** `production` is built to out; `test` is built to out-test, with what only tests open beside the console. */
export type BuildMode = 'production' | 'test';

export function findOutDir(mode: BuildMode): string {
  return mode === 'test' ? 'out-test' : 'out';
}

/** Builds only when a source changed since the last build, so that starting again is immediate. */
export function buildIfStale(mode: BuildMode): void {
  const out = findOutDir(mode);
  const stamp = join(out, '.built');
  const fingerprint = computeFingerprint(mode === 'test' ? [...sources, ...testSources] : sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;

  process.stderr.write(`Building the console (${mode}).\n`);
  build('electron-vite/bin/electron-vite.js', ['--mode', mode]);
  if (mode === 'test') build('vite/bin/vite.js', ['--config', 'test/gallery/vite.config.ts']);
  mkdirSync(out, { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function build(bundler: string, flags: readonly string[]): void {
  const built = spawnSync(
    process.execPath,
    [join('node_modules', bundler), 'build', ...flags, '--logLevel', 'warn'],
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
