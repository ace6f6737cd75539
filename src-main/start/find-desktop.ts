import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasDisplay } from './open-in-browser.ts';

export type Desktop =
  | { readonly found: true; readonly executable: string }
  | { readonly found: false; readonly reason: string };

const installerLimitMs = 180_000;
// Electron's installer is written for this Node; an older one fails in ways that read like a bug.
const installerNeedsNode = 22;

/**
 * Electron downloads its runtime on first use, and the build tool's own launcher does not ask it to
 * (https://github.com/alex8088/electron-vite/issues/904), so the installer is run here.
 */
export async function findDesktop(environment = process.env, platform = process.platform): Promise<Desktop> {
  if (platform === 'linux' && !hasDisplay(environment)) return missing('this session has no display.');
  if (platform === 'linux' && process.getuid?.() === 0) {
    return missing("Electron's sandbox does not run as root; start the console as yourself.");
  }
  const dir = electronDir();
  if (dir === undefined) return missing('Electron is not installed; run npm ci.');
  const before = installedExecutable(dir, environment);
  if (before !== undefined) return { found: true, executable: before };

  const major = Number(process.versions.node.split('.', 1)[0]);
  if (major < installerNeedsNode) {
    return missing(
      `Electron's runtime is not installed, and its installer needs Node ${installerNeedsNode}; this is ${process.version}.`,
    );
  }
  const failure = await runInstaller(dir);
  const after = installedExecutable(dir, environment);
  if (after !== undefined) return { found: true, executable: after };
  return missing(
    `Electron's runtime could not be downloaded (${failure ?? 'its installer left nothing behind'}).`,
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

/** Reading path.txt instead of importing the package: importing it would start the download. */
function installedExecutable(dir: string, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    const name = readFileSync(join(dir, 'path.txt'), 'utf8');
    const executable = join(environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(dir, 'dist'), name);
    readFileSync(join(dir, 'dist', 'version'), 'utf8');
    return executable;
  } catch {
    return undefined;
  }
}

function runInstaller(dir: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    process.stderr.write("Fetching Electron's runtime, once.\n");
    const child = spawn(process.execPath, [join(dir, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    const timer = setTimeout(() => child.kill(), installerLimitMs);
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString('utf8')));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : (complaint.trim().split('\n', 1)[0] ?? `exit code ${String(code)}`));
    });
  });
}
