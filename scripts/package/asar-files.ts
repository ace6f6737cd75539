import { closeSync, openSync, readSync } from 'node:fs';

interface Folder {
  readonly files: Readonly<Record<string, Folder | { readonly size?: number }>>;
}

/** Lists every file in an app archive by its path. The archive begins with its own list, as JSON. */
export function asarFiles(archive: string): readonly string[] {
  const file = openSync(archive, 'r');
  try {
    const lengths = Buffer.alloc(16);
    readSync(file, lengths, 0, 16, 0);
    const json = Buffer.alloc(lengths.readUInt32LE(12));
    readSync(file, json, 0, json.length, 16);
    return pathsIn(JSON.parse(json.toString('utf8')) as Folder, '');
  } finally {
    closeSync(file);
  }
}

function pathsIn(folder: Folder, above: string): string[] {
  return Object.entries(folder.files).flatMap(([name, entry]) =>
    'files' in entry ? pathsIn(entry, `${above}${name}/`) : [`${above}${name}`],
  );
}
