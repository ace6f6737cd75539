import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { longestFetchMs, NotHere } from './oracle.ts';

/** Installs PyPI packages once in an environment of their own. Returns the folder of its programs. */
export function pythonEnvironment(
  folder: string,
  requirements: string | readonly string[],
  minor = 10,
): string {
  const binaries = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (existsSync(join(folder, 'complete'))) return binaries;
  rmSync(folder, { recursive: true, force: true });
  const names = ['python3', 'python', ...listNewerPythons(minor)];
  const python = names.find((name) => isRecentPython(name, minor));
  if (python === undefined) throw new NotHere(`Python 3.${minor} or later is not installed`);
  mkdirSync(dirname(folder), { recursive: true });
  run(python, ['-m', 'venv', folder], 'Python could not make a virtual environment');
  const wanted = [requirements].flat();
  const pip = ['-m', 'pip', 'install', '--quiet', ...wanted];
  run(join(binaries, 'python'), pip, `pip could not fetch ${wanted.join(' ')}`);
  // The mark is written last, because a half-fetched environment must not pass for a complete one.
  const mark = join(folder, 'complete');
  mkdirSync(`${mark}-arriving`);
  renameSync(`${mark}-arriving`, mark);
  return binaries;
}

/** A system's `python3` may be older than others that are installed beside it, by name or by pyenv. */
function listNewerPythons(minor: number): readonly string[] {
  const named = Array.from({ length: 6 }, (_, more) => `python3.${minor + more}`);
  const versions = join(homedir(), '.pyenv', 'versions');
  if (!existsSync(versions)) return named;
  return [...named, ...readdirSync(versions).map((version) => join(versions, version, 'bin', 'python'))];
}

function isRecentPython(command: string, minor: number): boolean {
  const check = `import sys; sys.exit(0 if sys.version_info >= (3, ${minor}) else 1)`;
  return spawnSync(command, ['-c', check], { stdio: 'ignore' }).status === 0;
}

function run(command: string, args: readonly string[], refusal: string): void {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: longestFetchMs,
  });
  if (status !== 0) throw new NotHere(`${refusal}: ${stderr.trim().split('\n').at(-1) ?? ''}`);
}
