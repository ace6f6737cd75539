import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ElectronRuntime = { readonly path: string } | { readonly missing: string };

/**
 * Reads Electron's own path.txt. Importing the package would answer the same question, but starts a
 * download where the runtime is not installed yet.
 */
export function findElectronRuntime(environment = process.env, platform = process.platform): ElectronRuntime {
  const dir = electronDir();
  if (dir === undefined) return { missing: 'The package electron is not installed; run npm ci.' };
  const path = executableIn(dir, environment);
  if (path === undefined || !existsSync(path)) {
    return {
      missing:
        "Electron's runtime is not installed; npx install-electron fetches it. npm run desktop:smoke uses a stand-in.",
    };
  }
  if (platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) {
    return { missing: 'This session has no display for a window; npm run desktop:smoke opens one.' };
  }
  return { path };
}

function electronDir(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

function executableIn(dir: string, environment: NodeJS.ProcessEnv): string | undefined {
  const name = setting(join(dir, 'path.txt'));
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined) return join(override, name ?? 'electron');
  return name === undefined ? undefined : join(dir, 'dist', name);
}

function setting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

// The test runner starts this file. It says why the smoke test cannot run and exits with 1.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runtime = findElectronRuntime();
  if ('missing' in runtime) {
    process.stdout.write(`${runtime.missing}\n`);
    process.exitCode = 1;
  }
}
