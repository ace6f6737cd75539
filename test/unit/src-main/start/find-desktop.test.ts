import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sandboxEveryProcess } from '#main/electron/guards.ts';
import {
  findDesktop,
  installElectron,
  openDesktop,
  sandboxProblem,
  type DesktopEnd,
} from '#main/start/find-desktop.ts';
import { parseFlags } from '#main/start/flags.ts';
import { aHome } from '#test/builders/a-home.ts';
import { given, resetElectron } from '#test/stand-ins/electron.ts';

const executableName = 'electron';
const sound = {
  platform: 'linux',
  environment: { DISPLAY: ':0' },
  nodeVersion: '22.12.0',
  sandbox: () => undefined,
} as const;

/** Creates an electron package, with or without its runtime. */
function aPackage(installed: boolean): string {
  const dir = aHome();
  if (installed) unpack(dir);
  return dir;
}

function unpack(dir: string): void {
  mkdirSync(join(dir, 'dist'), { recursive: true });
  writeFileSync(join(dir, 'dist', executableName), '');
  writeFileSync(join(dir, 'path.txt'), executableName);
}

it('finds the runtime beside the package', async () => {
  const dir = aPackage(true);
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, dir, install })).toEqual({
    found: true,
    executable: join(dir, 'dist', executableName),
  });
  expect(install).not.toHaveBeenCalled();
});

it('does not take a runtime that is half unpacked', async () => {
  const dir = aPackage(false);
  mkdirSync(join(dir, 'dist'));
  writeFileSync(join(dir, 'dist', executableName), '');
  expect(await findDesktop({ ...sound, dir, install: async () => 'no' })).toMatchObject({ found: false });
});

it('uses the runtime named by ELECTRON_OVERRIDE_DIST_PATH, whatever is in the package', async () => {
  const elsewhere = aHome();
  writeFileSync(join(elsewhere, executableName), '');
  const environment = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
  expect(await findDesktop({ ...sound, environment, dir: aPackage(false) })).toEqual({
    found: true,
    executable: join(elsewhere, executableName),
  });
});

it('reports an ELECTRON_OVERRIDE_DIST_PATH that leads to nothing, and downloads nothing', async () => {
  const elsewhere = aHome();
  const environment = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, environment, dir: aPackage(true), install })).toEqual({
    found: false,
    reason: `ELECTRON_OVERRIDE_DIST_PATH is ${elsewhere}, but electron is not there.`,
  });
  expect(install).not.toHaveBeenCalled();
});

it('a system that forbids the sandbox has no window, and downloads nothing', async () => {
  const sandbox = vi.fn<() => string>(() => 'this system forbids it.');
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, dir: aPackage(false), sandbox, install })).toEqual({
    found: false,
    reason: 'this system forbids it.',
  });
  expect(install).not.toHaveBeenCalled();

  const dir = aPackage(true);
  expect(await findDesktop({ ...sound, dir, sandbox })).toMatchObject({ found: false });
  expect(sandbox).toHaveBeenLastCalledWith(join(dir, 'dist', executableName));
});

it('a session without a display has no window', async () => {
  expect(await findDesktop({ ...sound, environment: {}, dir: aPackage(true) })).toMatchObject({
    found: false,
    reason: expect.stringContaining('no display') as string,
  });
});

it('without the package it suggests npm ci', async () => {
  expect(await findDesktop({ ...sound, dir: undefined })).toMatchObject({
    found: false,
    reason: expect.stringContaining('npm ci') as string,
  });
});

it.each(['20.19.0', '22.11.0'])(
  'Node %s is too old for the installer, and the message says so',
  async (nodeVersion) => {
    const install = vi.fn<() => Promise<undefined>>();
    expect(await findDesktop({ ...sound, nodeVersion, dir: aPackage(false), install })).toEqual({
      found: false,
      reason: `Electron's runtime is not installed, and its installer needs Node 22.12; this is ${nodeVersion}.`,
    });
    expect(install).not.toHaveBeenCalled();
  },
);

it.each(['22.12.0', '24.0.0', '26.3.1'])('Node %s installs the runtime', async (nodeVersion) => {
  const dir = aPackage(false);
  const install = async (): Promise<undefined> => unpack(dir) as undefined;
  expect(await findDesktop({ ...sound, nodeVersion, dir, install })).toMatchObject({ found: true });
});

it('says why the download failed, and that it is not the last try', async () => {
  const install = async (): Promise<string> => 'timed out after 180 seconds';
  expect(await findDesktop({ ...sound, dir: aPackage(false), install })).toEqual({
    found: false,
    reason:
      "Electron's runtime could not be downloaded (timed out after 180 seconds). The next start tries again.",
  });
});

const ubuntu = { 'kernel/apparmor_restrict_unprivileged_userns': '1' };

interface Person {
  readonly uid?: number;
  readonly setuid?: string;
  readonly platform?: NodeJS.Platform;
}

function problemOn(
  settings: Record<string, string>,
  { uid = 1000, setuid = '', platform = 'linux' }: Person = {},
): string | undefined {
  return sandboxProblem('/opt/electron/electron', {
    platform,
    uid,
    setting: (name) => settings[name],
    isSetuidRoot: (file) => file === setuid,
  });
}

describe('Electron cannot be sandboxed', () => {
  it.each([
    [ubuntu, 'kernel.apparmor_restrict_unprivileged_userns is 1'],
    [{ 'kernel/unprivileged_userns_clone': '0' }, 'kernel.unprivileged_userns_clone is 0'],
    [{ 'user/max_user_namespaces': '0' }, 'user.max_user_namespaces is 0'],
  ])('on a system with %j, which is named with the way out', (settings, named) => {
    const problem = problemOn(settings);
    expect(problem).toContain(named);
    expect(problem).toMatch(/chrome-sandbox has to belong to root with mode 4755/);
  });

  it('by root, whatever else is set', () => {
    expect(problemOn({}, { uid: 0, setuid: join('/opt/electron', 'chrome-sandbox') })).toContain('as root');
  });

  it('and before the download there is no helper to mention', () => {
    const problem = sandboxProblem(undefined, { platform: 'linux', uid: 1, setting: () => '1' });
    expect(problem).toContain('is 1. An administrator has to change that.');
  });
});

describe('Electron can be sandboxed', () => {
  it('if nothing forbids it, or the setting is missing', () => {
    expect(problemOn({ 'user/max_user_namespaces': '96365' })).toBeUndefined();
  });

  it('by its helper that belongs to root', () => {
    expect(problemOn(ubuntu, { setuid: join('/opt/electron', 'chrome-sandbox') })).toBeUndefined();
    expect(problemOn(ubuntu, { setuid: join('/opt/electron', 'other') })).toBeDefined();
  });

  it.each(['darwin', 'win32'] as const)('on %s', (platform) => {
    expect(problemOn(ubuntu, { uid: 0, platform })).toBeUndefined();
  });
});

it('the suggestion of --no-sandbox is something npm start accepts', () => {
  resetElectron();
  given.switches.add('no-sandbox');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  sandboxEveryProcess();
  const [, told = ''] = /npm start -- (.*)\n/.exec(String(stderr.mock.calls[0]?.[0])) ?? [];
  expect(parseFlags(told.split(' '))).toMatchObject({ ok: true, flags: { host: 'web' } });
});

describe('the installer of the runtime', () => {
  let said: string;
  beforeEach(() => {
    said = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true));
  });

  function anInstaller(code: string): string {
    const dir = aHome();
    writeFileSync(join(dir, 'install.js'), code);
    return dir;
  }

  it('says what it does each time, and not that it is the only time', async () => {
    expect(await installElectron(anInstaller(''))).toBeUndefined();
    expect(said).toBe("Electron's runtime is not here yet; fetching it.\n");
  });

  const print = (text: string): string => `console.error(${JSON.stringify(text)}); process.exit(1)`;

  it.each([
    [print('Error: EACCES: permission denied\n    at open'), 'Error: EACCES: permission denied'],
    [
      print('TypeError: fetch failed\n    at node:internal/deps/undici'),
      'no network, or something on the way blocks the download',
    ],
    [
      print('TypeError: fetch failed\n  [cause]: Error: getaddrinfo ENOTFOUND github.com\n      at lookup'),
      'getaddrinfo ENOTFOUND github.com',
    ],
    [
      'console.error(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })); process.exit(1)',
      'connect ECONNREFUSED',
    ],
    ['process.exit(3)', 'its installer ended with exit code 3'],
  ])('%s: says why it failed', async (code, reason) => {
    expect(await installElectron(anInstaller(code))).toBe(reason);
  });

  it('says that it took too long', async () => {
    expect(await installElectron(anInstaller('setTimeout(() => {}, 60_000)'), 1_000)).toBe(
      'timed out after 1 seconds',
    );
  });

  it('says that the installer could not be started', async () => {
    vi.spyOn(process, 'execPath', 'get').mockReturnValue(join(aHome(), 'no-node'));
    expect(await installElectron(anInstaller(''))).toMatch(/^its installer did not start: .*ENOENT/);
  });
});

interface Given {
  readonly argv?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly soonMs?: number;
}

/** Node replaces Electron here, and the script replaces the console's window. */
function open(script: string, options: Given = {}): Promise<DesktopEnd> {
  const entry = join(aHome(), 'electron.cjs');
  writeFileSync(entry, script);
  return openDesktop({ executable: process.execPath, entry, argv: [], soonMs: 60_000, ...options });
}

describe('a window that failed to open', () => {
  it('ended at once with an exit code', async () => {
    expect(await open('process.exit(127)')).toEqual({
      opened: false,
      reason: 'Electron ended as soon as it had started (exit code 127).',
    });
  });

  it('could not be started at all', async () => {
    const executable = join(aHome(), 'electron');
    expect(await openDesktop({ executable, entry: 'electron.js', argv: [] })).toEqual({
      opened: false,
      reason: expect.stringMatching(/^Electron did not start: .*ENOENT\.$/) as string,
    });
  });

  if (process.platform !== 'win32') {
    it('was ended by the system', async () => {
      expect(await open('process.kill(process.pid, "SIGTRAP")')).toEqual({
        opened: false,
        reason: 'Electron ended as soon as it had started (signal SIGTRAP).',
      });
    });
  }
});

describe('a window that was there', () => {
  it.each([
    ['closed', 'process.exit(0)', 60_000, 0],
    ['refused its command line, which no other host would take', 'process.exit(2)', 60_000, 2],
    ['failed later on', 'process.exit(1)', 0, 1],
  ])('and %s', async (_how, script, soonMs, code) => {
    expect(await open(script, { soonMs })).toEqual({ opened: true, code });
  });

  it('is given the command line, and never ELECTRON_RUN_AS_NODE', async () => {
    const out = join(aHome(), 'out');
    const script = `require('fs').writeFileSync(${JSON.stringify(out)}, JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null, process.env.KEPT]))`;
    const environment = { ...process.env, ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' };
    await open(script, { argv: ['--home', 'h'], environment });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual([['--home', 'h'], null, 'yes']);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  it('reaches the window, which may close in its own time; its end is not a failure', async () => {
    const before = process.listenerCount(signal);
    const up = join(aHome(), 'up');
    // Windows has no signals to catch, so there the window is ended.
    const script = `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1_000);
      require('fs').writeFileSync(${JSON.stringify(up)}, '')`;
    const ended = open(script);
    await vi.waitFor(() => expect(existsSync(up)).toBe(true), 5_000);
    process.emit(signal, signal);
    const code = process.platform === 'win32' ? (expect.any(Number) as number) : 7;
    expect(await ended).toEqual({ opened: true, code });
    expect(process.listenerCount(signal)).toBe(before);
  });
});
