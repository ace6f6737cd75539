import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longestFetchMs, NotHere } from './oracle.ts';

/** Installs a PyPI package once in an environment of its own. Returns the folder of its programs. */
export function pythonEnvironment(folder: string, requirement: string): string {
  const binaries = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (existsSync(join(folder, 'complete'))) return binaries;
  rmSync(folder, { recursive: true, force: true });
  const python = ['python3', 'python'].find((name) => isRecentPython(name));
  if (python === undefined) throw new NotHere('Python 3.10 or later is not installed');
  mkdirSync(dirname(folder), { recursive: true });
  run(python, ['-m', 'venv', folder], 'Python could not make a virtual environment');
  const pip = ['-m', 'pip', 'install', '--quiet', requirement];
  run(join(binaries, 'python'), pip, `pip could not fetch ${requirement}`);
  // The mark is written last, because a half-fetched environment must not pass for a complete one.
  const mark = join(folder, 'complete');
  mkdirSync(`${mark}-arriving`);
  renameSync(`${mark}-arriving`, mark);
  return binaries;
}

function isRecentPython(command: string): boolean {
  const check = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  return spawnSync(command, ['-c', check], { stdio: 'ignore' }).status === 0;
}

function run(command: string, args: readonly string[], refusal: string): void {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: longestFetchMs,
  });
  if (status !== 0) throw new NotHere(`${refusal}: ${stderr.trim().split('\n').at(-1) ?? ''}`);
}
