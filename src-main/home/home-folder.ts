import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Home = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string };

/** The folder holds connections.json, preferences, jobs, audit, local (the sandbox's state) and log. */
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
      problem: `The home folder ${path} cannot be used: ${why}. Make it a folder that you can write to, or name another with --home DIR.`,
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
 * Creates a folder for its owner alone. Each parent is synced, because after a power failure a new folder could be
 * missing from its parent although its files are on disk.
 */
export function keepFolder(folder: string, keep: (folder: string) => void = keepEntries): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    keep(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/**
 * Syncs the folder itself, because after a power failure a new file could be on disk and yet missing from its
 * folder.
 */
export function keepEntries(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Some systems cannot open a folder; they persist its entries without a sync.
  }
}

/** A reader, or a crash, sees either the old content or the new content, never a mixture. */
export function replaceFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    const descriptor = openSync(draft, 'w', 0o600);
    try {
      // If a full disk takes only a part, this goes on with the rest and fails, where one write would tell of no error.
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** This is a reason not to start that the person can fix; any other error is a bug. */
export class CannotStart extends Error {}
