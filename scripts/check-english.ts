import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findMarks, listUnusedExceptions } from './english/find-marks.ts';

/** Fails on every mark of odd English, and prints where it is. `scripts/english` has the marks. */
const rooms = [
  'shared',
  'src-main',
  'src-renderer',
  'src-local',
  'src-pipelines',
  'scripts',
  'test',
  'docs',
  'infra',
];
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
/** These files are left out, because they have to contain the marks. */
const unsearched = new Set(['scripts/english/find-marks.ts', 'test/unit/scripts/english/find-marks.test.ts']);

const places = listFiles().flatMap((file) => findMarks(file, readIfThere(file)));
for (const { mark, at } of places) process.stdout.write(`${at} (${mark})\n`);
const unused = listUnusedExceptions(readIfThere);
for (const file of unused) process.stdout.write(`The exception for ${file} is no longer needed.\n`);
process.exitCode = places.length + unused.length > 0 ? 1 : 0;

function listFiles(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...rooms, ...pages], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => /\.(?:tsx?|css|html|md)$/.test(file) && !unsearched.has(file));
}

/** Returns nothing for a deleted file, which is listed until its deletion is committed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
