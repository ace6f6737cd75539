import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Searched } from './search.ts';

/** Reads every file below the folder, both as UTF-8 and as UTF-16, together with its name. */
export function everythingIn(folder: string, except: readonly string[] = []): readonly Searched[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (except.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return everythingIn(path);
    // A running console has a socket in its home folder.
    if (!entry.isFile()) return [];
    const bytes = readFileSync(path);
    return [
      { where: path, text: bytes.toString('utf8') },
      { where: path, text: bytes.toString('utf16le') },
      { where: `the name of ${path}`, text: path },
    ];
  });
}
