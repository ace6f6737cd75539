import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sandboxProblem } from './electron-sandbox.ts';
import { installElectron } from './install-electron.ts';
import { hasDisplay } from './open-in-browser.ts';

export type Desktop =
  | { readonly found: true; readonly executable: string }
  | { readonly found: false; readonly reason: string };

interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly nodeVersion?: string;
  /** The folder of the electron package. */
  readonly dir?: string | undefined;
  readonly sandbox?: typeof sandboxProblem;
  readonly install?: typeof installElectron;
}

// What Electron's installer is written for; an older Node fails in it in ways that read like a bug.
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
  // Before the download, which would be for nothing.
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

/** Not by importing the package: importing it would start the download. */
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
