import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readImports } from './layers/read-imports.ts';

/** No further group is begun that would end after this time of the process, if it takes as long as the one before. */
const budgetMs = 28_000;
/** One run of vitest takes about two seconds to start, so its tests are begun in groups. */
const groupSize = 12;

/**
 * Runs the tests that import a changed file, the nearest first and unit tests before integration tests, for about half
 * a minute. It is for quick feedback while writing; `npm test` finds what a change breaks elsewhere.
 */
export function runRelatedTests(): number {
  const changed = listChangedFiles().filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  const { imports } = readImports([
    'shared',
    'src-pipelines',
    'src-local',
    'src-main',
    'src-renderer',
    'scripts',
    'test',
  ]);
  const tests = sortNearestFirst(changed, imports);
  if (tests.length === 0) {
    process.stdout.write('No test imports a file that differs from main.\n');
    return 0;
  }
  let status = 0;
  let run = 0;
  let lastTook = 0;
  while (run < tests.length && performance.now() + lastTook < budgetMs) {
    const begun = performance.now();
    const group = tests.slice(run, run + groupSize);
    status ||= vitest(['run', ...group]);
    run += group.length;
    lastTook = performance.now() - begun;
  }
  if (run < tests.length) {
    const left = tests.length - run;
    process.stdout.write(
      `\n${left} of ${tests.length} related test files were not run, the most distant ones. \`npm test -- --only unit\` runs them all.\n`,
    );
  }
  return status;
}

type Edges = readonly {
  readonly from: string;
  readonly to: string | undefined;
  readonly typeOnly: boolean;
}[];

function isUnit(file: string): boolean {
  return file.startsWith('test/unit/');
}

/** Lists the tests that reach a changed file: each unit test by its distance, and then each integration test. */
export function sortNearestFirst(changed: readonly string[], imports: Edges): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) {
    // A type vanishes before anything runs.
    if (to !== undefined && !typeOnly) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  // A set keeps the order in which its files were reached.
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const tests = [...reached].filter((file) => /^test\/(?:unit|integration)\/.*\.test\.tsx?$/.test(file));
  return [...tests.filter(isUnit), ...tests.filter((file) => !isUnit(file))];
}

/** Lists uncommitted files or, if there are none, the files that the branch has changed. */
function listChangedFiles(): readonly string[] {
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('diff', '--name-only', 'main...HEAD');
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
