import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packedApp, unpackedFolder } from './package/packed-app.ts';
import { unrefusedStarts } from './package/unrefused-starts.ts';
import type { Start } from './package/unrefused-starts.ts';
import { startProblems } from './package/working-start.ts';

const patienceMs = 60_000;

/** This starts the packaged app the way an attacker would, and then normally. */
const [output = 'dist'] = process.argv.slice(2);
const folder = unpackedFolder(output, process.platform);
if (folder === undefined) throw new Error(`There is no unpacked app for this system in ${output}.`);
const { executable } = packedApp(join(output, folder), process.platform);
const program = process.platform === 'darwin' ? join(executable, 'Contents', 'MacOS', 'Sluice') : executable;
const problems = [...(await unrefusedStarts(runForExitCode)), ...(await ordinaryStart())];
process.stdout.write(
  problems.length === 0 ? 'The app starts and refuses what it should.\n' : `${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function start({ args, environment = {} }: Start): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
}

async function runForExitCode(asked: Start): Promise<number | undefined> {
  const child = start(asked);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const code = await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
  if (code === undefined) child.kill('SIGKILL');
  return code === undefined ? undefined : (code[0] ?? -1);
}

async function ordinaryStart(): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  const child = start({ args: ['--home', home] });
  const ended = once(child, 'close');
  for (let waited = 0; waited < patienceMs && startProblems(home).length > 0; waited += 500) await sleep(500);
  // An error may follow a start that looks fine.
  await sleep(3_000);
  const found = startProblems(home);
  const gone = child.exitCode === null ? [] : [`it ended early, with exit code ${child.exitCode}`];
  child.kill('SIGKILL');
  await ended;
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  return [...found, ...gone];
}
