import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sandboxProblem } from '#main/start/find-desktop.ts';
import { ensureSystemPackages, librariesOfElectron } from './apt-packages.ts';
import { buildIfStale, findOutDir } from './build-if-stale.ts';
import { electronForTests, type ElectronForTests } from './electron-for-tests.ts';
import { playwrightTally } from './failed-tests.ts';

/** Chromium has no sandbox for root, so root starts it as the user without rights that every Linux has. */
const plainUser = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const asPlainUser = isRoot ? plainUser : {};
const runner = 'node_modules/@playwright/test/cli.js';

/** Runs the Electron tests in a real Electron on a display that is not shown; further arguments go to Playwright. */
const electron = await electronForTests();
process.exitCode = electron.found ? await smoke(electron) : notRun(electron.missing);

async function smoke(found: Extract<ElectronForTests, { found: true }>): Promise<number> {
  buildIfStale('test');
  const executable = join(found.folder, 'electron');
  const missing = process.platform === 'linux' ? missingOnLinux(executable) : undefined;
  if (missing !== undefined) return notRun(missing);
  const unsandboxed = sandboxProblem(executable, isRoot ? { uid: plainUser.uid } : {});
  const kind = found.isSupported ? '' : ', which stands in for a supported one';
  process.stdout.write(`The desktop runs in Electron ${found.version}${kind}.\n`);
  if (unsandboxed !== undefined) process.stdout.write(`*** WITHOUT its sandbox: ${unsandboxed}\n`);

  const work = mkdtempSync(join(tmpdir(), 'sluice-desktop-smoke-'));
  if (isRoot) {
    mkdirSync(join(work, 'home'));
    for (const folder of [work, join(work, 'home')]) chownSync(folder, plainUser.uid, plainUser.gid);
  }
  const display = await openDisplay();
  try {
    return await runTests(found.folder, work, display);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

async function runTests(folder: string, work: string, display: string | undefined): Promise<number> {
  const report = join(work, 'report.json');
  const args = ['test', '--config=test/electron-smoke/playwright.config.ts', '--reporter=list,json'];
  const child = spawn(
    process.execPath,
    [runner, ...args, `--output=${join(work, 'output')}`, ...process.argv.slice(2)],
    {
      ...asPlainUser,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...environment(display === undefined ? {} : { DISPLAY: display }),
        // Nothing may depend on the settings of whoever runs this, or be left in their home.
        ...(isRoot ? { HOME: join(work, 'home') } : {}),
        ELECTRON_OVERRIDE_DIST_PATH: folder,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const [code] = (await once(child, 'close')) as [number | null];
  if (!existsSync(report)) return 1;
  const written = JSON.parse(readFileSync(report, 'utf8')) as Parameters<typeof playwrightTally>[0];
  const { passed, failed, failures } = playwrightTally(written, code === 0);
  for (const failure of failures) process.stdout.write(`\n${failure}\n`);
  process.stdout.write(`\nDesktop: ${passed} passed, ${failed} failed\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** Leaves out what leads to the display of the person who runs this, and what makes Electron a plain Node. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  if (process.platform !== 'linux') return env;
  const own = new Set(['WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_SESSION_TYPE', 'XDG_RUNTIME_DIR']);
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name))), ...more };
}

/** A machine that lacks something is no failure of the console, so it is said and the run goes on. */
function notRun(why: string): number {
  process.stdout.write(`\n*** NOT RUN: the desktop in a real Electron. ${why}\n`);
  return 0;
}

/** Electron's own headless mode is no way out: a window of Electron 33 ends the program there. */
function missingOnLinux(executable: string): string | undefined {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  const isComplete = isOnPath('Xvfb') && !(stdout ?? '').includes('=> not found');
  const lacks = isComplete ? undefined : ensureSystemPackages(['xvfb', ...librariesOfElectron]);
  if (lacks !== undefined) return lacks;
  if (!isRoot) return undefined;
  const needed = [runner, join(findOutDir('test'), 'main', 'electron.js'), executable];
  const look = `for (const file of ${JSON.stringify(needed)}) require('node:fs').accessSync(file)`;
  const looked = spawnSync(process.execPath, ['-e', look], { ...asPlainUser, encoding: 'utf8' });
  return looked.status === 0
    ? undefined
    : `Root starts Electron as the user ${plainUser.uid}, who cannot read ${process.cwd()} or ${process.execPath}. Run it as yourself, or let other users read these.`;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Starts a display that ends with this program. It chooses its own number and tells it on the third descriptor. */
async function openDisplay(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'];
  // Without this, a display that root started accepts only root.
  const server = spawn('Xvfb', isRoot ? [...args, '-ac'] : args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => server.kill());
  server.unref();
  // The number and the end of its line come apart, and the server ends if the second is not read.
  const [number] = (await once(createInterface(server.stdio[3] as Readable), 'line', {
    signal: AbortSignal.timeout(30_000),
  })) as [string];
  return `:${number.trim()}`;
}
