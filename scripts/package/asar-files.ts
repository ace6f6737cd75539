import { closeSync, openSync, readSync } from 'node:fs';

interface Folder {
  readonly files: Readonly<Record<string, Folder | { readonly size?: number; readonly offset?: string }>>;
}

/** Lists every file in an app archive by its path. */
export function asarFiles(archive: string): readonly string[] {
  return pathsIn(readList(archive).list, '');
}

/** Reads one file at the top of an app archive, such as its package.json. */
export function readAsarFile(archive: string, name: string): string {
  const { list, start } = readList(archive);
  const entry = list.files[name];
  if (entry === undefined || 'files' in entry) throw new Error(`${archive} has no file ${name}.`);
  return readBytes(archive, start + Number(entry.offset ?? 0), entry.size ?? 0).toString('utf8');
}

/** The archive begins with its own list, as JSON; the files follow at `start`. */
function readList(archive: string): { list: Folder; start: number } {
  const lengths = readBytes(archive, 0, 16);
  const json = readBytes(archive, 16, lengths.readUInt32LE(12));
  return { list: JSON.parse(json.toString('utf8')) as Folder, start: 8 + lengths.readUInt32LE(4) };
}

function readBytes(archive: string, from: number, length: number): Buffer {
  const file = openSync(archive, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, from);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function pathsIn(folder: Folder, above: string): string[] {
  return Object.entries(folder.files).flatMap(([name, entry]) =>
    'files' in entry ? pathsIn(entry, `${above}${name}/`) : [`${above}${name}`],
  );
}
