import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { cacheFolder, longestFetchMs, NotHere, type Oracle } from './oracle.ts';
import { startServer } from './server-process.ts';

const version = '5.2.5';
const folder = join(cacheFolder, `moto-${version}`);
const binaries = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');

/** https://docs.getmoto.org */
export const moto: Oracle = {
  name: 'moto',
  version,
  needs: 'Python of 3.10 or later, with pip',
  services: ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'],
  install() {
    if (existsSync(join(folder, 'complete'))) return;
    rmSync(folder, { recursive: true, force: true });
    const python = ['python3', 'python'].find((name) => isRecentPython(name));
    if (python === undefined) throw new NotHere('Python 3.10 or later is not installed');
    mkdirSync(cacheFolder, { recursive: true });
    run(python, ['-m', 'venv', folder], 'Python could not make a virtual environment');
    const pip = ['-m', 'pip', 'install', '--quiet', `moto[server]==${version}`];
    run(join(binaries, 'python'), pip, `pip could not fetch moto ${version}`);
    // A half-fetched environment must not pass for a whole one.
    const mark = join(folder, 'complete');
    mkdirSync(`${mark}-arriving`);
    renameSync(`${mark}-arriving`, mark);
  },
  async start() {
    const port = await freePort();
    const running = await startServer({
      name: 'moto',
      command: join(binaries, 'python'),
      args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
      port,
      log: join(cacheFolder, 'log', 'moto.log'),
    });
    // By default its executions have a canned history of the year 2020.
    await fetch(`${running.url}/moto-api/config`, {
      method: 'POST',
      body: JSON.stringify({ stepfunctions: { execute_state_machine: true } }),
    });
    return running;
  },
};

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
