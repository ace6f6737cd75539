import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Home =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: string };

/** Holds connections.json, preferences, jobs, audit, local (the sandbox's state) and log. */
export function openHomeFolder(asked: string | undefined, environment = process.env): Home {
  const path = resolve(asked ?? defaultHome(process.platform, environment));
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { ok: true, path };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `The home folder ${path} cannot be used: ${why}. Name another with --home DIR.`,
    };
  }
}

export function defaultHome(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Sluice');
  if (platform === 'win32')
    return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Sluice');
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'sluice');
}
