import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Home = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string };

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

/**
 * For its owner alone. A folder that is new may have its files whole on disk, and yet be in no folder itself, should
 * the power fail.
 */
export function keepFolder(folder: string, keep: (folder: string) => void = keepEntries): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    keep(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** A file that is new may be whole on disk and yet in no folder there, should the power fail. */
export function keepEntries(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system lets a folder be opened, and those keep its entries by themselves.
  }
}

/** A reader, or a crash, sees the old content or the new, never a half. */
export function replaceFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}.new`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

/** A reason not to start that the person can mend; anything else is a bug. */
export class CannotStart extends Error {}
