import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Runs the unit tests that reach a changed file by imports, and the integration tests in the folder of the changed
 * file. It is for quick feedback while writing; `npm test` finds what a change breaks elsewhere.
 */
export function runRelatedTests(): number {
  const changed = listChangedFiles().filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  if (changed.length === 0) {
    process.stdout.write('No source file differs from main: no test is related.\n');
    return 0;
  }
  const folders = [...new Set(changed.map(integrationFolder))].filter((folder) => existsSync(folder));
  const unit = vitest([
    'related',
    '--run',
    ...changed,
    '--exclude',
    'test/integration/**',
    '--exclude',
    'test/conformance/**',
    '--passWithNoTests',
  ]);
  const integration = folders.length === 0 ? 0 : vitest(['run', ...folders, '--passWithNoTests']);
  return unit || integration;
}

/** Lists uncommitted files or, if there are none, the files that the branch has changed. */
function listChangedFiles(): readonly string[] {
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('diff', '--name-only', 'main...HEAD');
}

/** `src-main/features/costs/price.ts` is tested in `test/integration/src-main/features/costs`. */
function integrationFolder(file: string): string {
  if (file.startsWith('test/integration/')) return file;
  return `test/integration/${file.split('/').slice(0, -1).slice(0, 3).join('/')}`;
}

function git(...args: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

function vitest(args: readonly string[]): number {
  return (
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { stdio: 'inherit' }).status ?? 1
  );
}
