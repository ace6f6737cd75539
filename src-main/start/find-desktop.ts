import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { hasDisplay } from './open-in-browser.ts';

type Desktop =
  | { readonly found: true; readonly executable: string }
  | { readonly found: false; readonly reason: string };

interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly nodeVersion?: string;
  /** This is the folder of the electron package. */
  readonly dir?: string | undefined;
  readonly sandbox?: typeof sandboxProblem;
  readonly install?: typeof installElectron;
}

// Electron's installer is written for this version; an older Node fails in it in ways that read like a bug.
const installerNeedsNode = [22, 12] as const;

/**
 * Electron downloads its runtime on first use, and the build tool's own launcher does not ask it to
 * (https://github.com/alex8088/electron-vite/issues/904), so the installer is run here.
 */
export async function findDesktop(around: Surroundings = {}): Promise<Desktop> {
  const { environment = process.env, platform = process.platform } = around;
  const { nodeVersion = process.versions.node, sandbox = sandboxProblem, install = installElectron } = around;
  if (platform === 'linux' && !hasDisplay(environment)) return missing('this session has no display.');

  const dir = 'dir' in around ? around.dir : electronDir();
  if (dir === undefined) return missing('Electron is not installed; run npm ci.');
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'] || undefined;
  const before = installedExecutable(dir, override, platform);
  // This is checked before the download, which would otherwise be wasted.
  const forbidden = sandbox(before);
  if (forbidden !== undefined) return missing(forbidden);
  if (before !== undefined) return { found: true, executable: before };

  if (override !== undefined) {
    return missing(
      `ELECTRON_OVERRIDE_DIST_PATH is ${override}, but ${executableName(platform)} is not there.`,
    );
  }
  if (!isAtLeast(nodeVersion, installerNeedsNode)) {
    return missing(
      `Electron's runtime is not installed, and its installer needs Node ${installerNeedsNode.join('.')}; this is ${nodeVersion}.`,
    );
  }
  const failure = await install(dir);
  const after = installedExecutable(dir, override, platform);
  if (after !== undefined) return { found: true, executable: after };
  return missing(
    `Electron's runtime could not be downloaded (${failure ?? 'its installer left nothing behind'}). The next start tries again.`,
  );
}

function missing(reason: string): Desktop {
  return { found: false, reason };
}

function electronDir(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/** The path is read without importing the package, because an import would start the download. */
function installedExecutable(
  dir: string,
  override: string | undefined,
  platform: NodeJS.Platform,
): string | undefined {
  // The installer writes path.txt last: without it the rest may be half unpacked.
  const name = pathIn(dir) ?? (override === undefined ? undefined : executableName(platform));
  if (name === undefined) return undefined;
  const executable = join(override ?? join(dir, 'dist'), name);
  return existsSync(executable) ? executable : undefined;
}

function pathIn(dir: string): string | undefined {
  try {
    return readFileSync(join(dir, 'path.txt'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [givenMajor = 0, givenMinor = 0] = version.split('.').map(Number);
  return givenMajor > major || (givenMajor === major && givenMinor >= minor);
}

interface System {
  readonly platform?: NodeJS.Platform;
  readonly uid?: number | undefined;
  /** Reads the text of a system setting such as kernel/unprivileged_userns_clone. */
  readonly setting?: (name: string) => string | undefined;
  readonly isSetuidRoot?: (file: string) => boolean;
}

const forbidden: readonly (readonly [setting: string, value: string])[] = [
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
  // Ubuntu has this setting from 23.10 on.
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
];

/**
 * Returns why Chromium would exit at once instead of opening a window, or undefined. Only Linux has such reasons.
 */
export function sandboxProblem(executable: string | undefined, system: System = {}): string | undefined {
  const { platform = process.platform, setting = readSetting, isSetuidRoot = isSetuidRootFile } = system;
  if (platform !== 'linux') return undefined;
  const uid = 'uid' in system ? system.uid : process.getuid?.();
  if (uid === 0) return "Electron's sandbox does not run as root; start the console as yourself.";

  const found = forbidden.find(([name, value]) => setting(name) === value);
  // This is Chromium's older sandbox, which needs no user namespaces.
  const helper = executable === undefined ? undefined : join(dirname(executable), 'chrome-sandbox');
  if (found === undefined || (helper !== undefined && isSetuidRoot(helper))) return undefined;
  const [name, value] = found;
  const otherWay = helper === undefined ? '' : `, or ${helper} has to belong to root with mode 4755`;
  return `this system forbids what Electron's sandbox needs: ${name.replace('/', '.')} is ${value}. An administrator has to change that${otherWay}.`;
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(join('/proc/sys', name), 'utf8').trim();
  } catch {
    // Not every kernel has every setting, and a missing setting forbids nothing.
    return undefined;
  }
}

function isSetuidRootFile(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4001) === 0o4001;
}

const patienceMs = 180_000;

/** Runs the installer in Electron's package; resolves with the reason of a failure, or with undefined. */
export function installElectron(dir: string, limitMs = patienceMs): Promise<string | undefined> {
  process.stderr.write("Electron's runtime is not here yet; fetching it.\n");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(dir, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let late = false;
    let complaint = '';
    const timer = setTimeout(() => {
      late = true;
      child.kill();
    }, limitMs);
    const end = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };

    child.stderr.on('data', (text: Buffer) => (complaint += text.toString('utf8')));
    child.on('error', (error) => end(`its installer did not start: ${error.message}`));
    child.on('close', (code, signal) => {
      if (late) return end(`timed out after ${Math.round(limitMs / 1_000)} seconds`);
      if (code === 0) return end(undefined);
      end(reasonIn(complaint) || `its installer ended with ${signal ?? `exit code ${String(code)}`}`);
    });
  });
}

/**
 * The installer prints a stack. When a fetch failed, its first line is useless and the cause, if any, explains it.
 */
function reasonIn(complaint: string): string {
  const [first = ''] = complaint.trim().split('\n', 1);
  if (!first.includes('fetch failed')) return first;
  const cause = /\[?cause\]?: (?:\w*Error: )?(.+)/.exec(complaint)?.[1];
  return cause?.replace(/\s*\{$/, '') ?? 'no network, or something on the way blocks the download';
}

/** The window either ran and left an exit code, or did not open for a reason. */
export type DesktopEnd =
  | { readonly opened: true; readonly code: number }
  | { readonly opened: false; readonly reason: string };

interface DesktopOptions {
  readonly executable: string;
  readonly entry: string;
  readonly argv: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** A window that fails this soon was never visible. */
  readonly soonMs?: number;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// The console uses this code when it refuses its command line. It has explained that already, and another host
// would refuse it too.
const refusedCode = 2;

/** Resolves when the window has closed, so that `npm start` ends as the console did. */
export function openDesktop(options: DesktopOptions): Promise<DesktopEnd> {
  const { executable, entry, argv, environment = process.env, soonMs = 5_000 } = options;
  // With this variable Electron is a plain Node and opens no window.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = environment;
  return new Promise((resolve) => {
    const started = performance.now();
    let stopped = false;
    // The window gets its own process group: a Ctrl+C that reached it twice, from the terminal and from here, would
    // end it before it closes anything. On Windows that would also give it a terminal of its own.
    const detached = process.platform !== 'win32';
    const child = spawn(executable, [entry, ...argv], { stdio: 'inherit', env, detached });
    const forward = (signal: NodeJS.Signals): void => {
      stopped = true;
      child.kill(signal);
    };
    const end = (ended: DesktopEnd): void => {
      for (const signal of signals) process.off(signal, forward);
      resolve(ended);
    };

    for (const signal of signals) process.on(signal, forward);
    child.on('error', (error) => end({ opened: false, reason: `Electron did not start: ${error.message}.` }));
    child.on('close', (code, signal) => {
      const status = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      const soon = performance.now() - started < soonMs;
      const failed = soon && !stopped && status !== 0 && status !== refusedCode;
      if (!failed) return end({ opened: true, code: status });
      const how = signal === null ? `exit code ${status}` : `signal ${signal}`;
      end({ opened: false, reason: `Electron ended as soon as it had started (${how}).` });
    });
  });
}
