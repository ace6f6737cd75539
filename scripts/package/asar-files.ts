import { closeSync, openSync, readSync } from 'node:fs';

interface Folder {
  readonly files: Readonly<Record<string, Folder | { readonly size?: number; readonly offset?: string }>>;
}

/** Lists every file in an app archive by its path. */
export function asarFiles(archive: string): readonly string[] {
  return pathsIn(readList(archive).list, '');
}

/** Reads one file of an app archive, such as its package.json. */
export function readAsarFile(archive: string, path: string): string {
  return readFileIn(archive, readList(archive), path);
}

/** Lists the packages that the archive holds whole, as "zod@4.6.7". */
export function listAsarPackages(archive: string): readonly string[] {
  const opened = readList(archive);
  return pathsIn(opened.list, '')
    .filter((path) => packageManifest.test(path))
    .map((path) => {
      const { name, version } = JSON.parse(readFileIn(archive, opened, path)) as {
        readonly name: string;
        readonly version: string;
      };
      return `${name}@${version}`;
    });
}

/** A package's own manifest, and none that lies deeper in its folder. */
const packageManifest = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+package\.json$/;

function readFileIn(archive: string, { list, start }: Opened, path: string): string {
  let entry: Folder | { readonly size?: number; readonly offset?: string } | undefined = list;
  for (const name of path.split('/'))
    entry = entry !== undefined && 'files' in entry ? entry.files[name] : undefined;
  if (entry === undefined || 'files' in entry) throw new Error(`${archive} has no file ${path}.`);
  return readBytes(archive, start + Number(entry.offset ?? 0), entry.size ?? 0).toString('utf8');
}

interface Opened {
  readonly list: Folder;
  readonly start: number;
}

/** The archive begins with its own list, as JSON; the files follow at `start`. */
function readList(archive: string): Opened {
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
