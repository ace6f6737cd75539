import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { counted, listed } from '#shared/domain/formatting.ts';
import { keepEntries, keepFolder } from './home-folder.ts';

/** The first line of a backup; a line for each file follows, and then a line with the checksum of all before it. */
const headSchema = z.strictObject({
  sluiceBackup: z.literal(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  files: z.int().min(0),
  /** Says what was left out, and why. */
  left: z.array(z.string()),
});
export type BackupHead = z.infer<typeof headSchema>;

const entrySchema = z.strictObject({ path: z.string().min(1), sha256: z.string(), bytes: z.base64() });
const endSchema = z.strictObject({ sha256: z.string() });

/** A backup that is not made, or not restored, for a reason that a person can do something about. */
export class NoBackup extends Error {}

interface BackupParts {
  readonly home: string;
  readonly to: string;
  readonly version: string;
  readonly now: () => number;
  /** Whether a process has the sandbox open, which writes to it all the time. */
  readonly isSandboxOpen: boolean;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

const rounds = 5;
/** Everything is in memory once. */
const mostBytes = 1_073_741_824;

/**
 * Copies a home folder into one file. A console may run: the files are read, and then it is looked whether any of them has
 * changed meanwhile. So the copy is the folder as it was at one moment, or there is none.
 */
export async function backUpHome(parts: BackupParts): Promise<BackupHead> {
  const { home, to, version, now, isSandboxOpen, sleep = wait } = parts;
  if (existsSync(to)) throw new NoBackup(`${to} exists. Nothing was written; choose another name.`);
  const isOfHome = (path: string): boolean =>
    !isLeftOut(path) && !(isSandboxOpen && path.startsWith('local/'));
  const isWanted = (path: string): boolean => isOfHome(path) && isSafePath(path);
  let changed = '';
  for (let round = 0; round < rounds; round += 1) {
    const before = takeStock(home, isWanted);
    const total = [...before.values()].reduce((sum, stamp) => sum + Number(stamp.split(' ')[1]), 0);
    if (total > mostBytes) {
      throw new NoBackup(
        `The home folder holds more than 1 GB. Nothing was written; stop the console and copy the folder.`,
      );
    }
    const files = [...before.keys()].flatMap((path) => {
      const bytes = readIfThere(join(home, path));
      return bytes === undefined ? [] : [{ path, bytes }];
    });
    const after = takeStock(home, isWanted);
    // A file that was deleted before it could be read is a change as well.
    changed = findChange(before, after) ?? '';
    if (changed === '') {
      const left = [
        'The log, what Chromium keeps for the window, and the locks of running consoles are not in a backup.',
        ...(isSandboxOpen ? ['The sandbox is open in a console, so its state is not in this backup.'] : []),
        ...describeUnsafe(
          'Not in this backup',
          [...takeStock(home, isOfHome).keys()].filter((path) => !isSafePath(path)),
        ),
      ];
      const head = {
        sluiceBackup: 1,
        version,
        madeAt: new Date(now()).toISOString(),
        files: files.length,
        left,
      } as const;
      writeBackup(to, head, files);
      return head;
    }
    await sleep(200 * 2 ** round);
  }
  throw new NoBackup(
    `A console is writing to this folder (${changed}), so no copy would be of one moment. Nothing was written; wait until its jobs are done, or stop it.`,
  );
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isLeftOut(path: string): boolean {
  return (
    /^(?:log\/|electron\/|console\.(?:socket|secrets)$|open-\d+\.html$|local\/lock)/.test(path) ||
    /\.(?:lock|new|old|mending|part)$/.test(path)
  );
}

function takeStock(home: string, isWanted: (path: string) => boolean): Map<string, string> {
  const stock = new Map<string, string>();
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    // Some people keep connections.json elsewhere and link to it.
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(home, file).split(sep).join('/');
    if (!isWanted(path)) continue;
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() === true) stock.set(path, `${stats.ino} ${stats.size} ${stats.mtimeNs}`);
  }
  return new Map([...stock].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function findChange(before: Map<string, string>, after: Map<string, string>): string | undefined {
  return [...new Set([...before.keys(), ...after.keys()])].find(
    (path) => before.get(path) !== after.get(path),
  );
}

interface BackedUpFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The file has its name only once all of it is on disk. It holds what the home holds, so only its owner may read it. */
function writeBackup(to: string, head: BackupHead, files: readonly BackedUpFile[]): void {
  const hash = createHash('sha256');
  const draft = `${to}.part`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    const write = (line: string): void => {
      // Each line is a member of its own, so that the whole is never in memory twice.
      const bytes = gzipSync(`${line}\n`);
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    };
    const add = (line: string): void => {
      hash.update(`${line}\n`);
      write(line);
    };
    add(JSON.stringify(head));
    for (const { path, bytes } of files) {
      add(JSON.stringify({ path, sha256: computeHash(bytes), bytes: bytes.toString('base64') }));
    }
    write(JSON.stringify({ sha256: hash.digest('hex') }));
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, to);
  keepEntries(dirname(to));
}

/** Splits bytes, because a text of all of them may be longer than Node allows. */
function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const to = end < 0 ? bytes.length : end;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

function toText(line: Buffer | undefined): string {
  return line?.toString('utf8') ?? '';
}

/** Reads a backup and checks it whole, before anything is written. */
export function readBackup(file: string): {
  readonly head: BackupHead;
  readonly files: readonly BackedUpFile[];
  /** Says which files are not restored, and why. */
  readonly notRestored: readonly string[];
} {
  let lines: readonly Buffer[];
  try {
    lines = splitLines(gunzipSync(readFileSync(file)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NoBackup(`${file} cannot be read as a backup (${why}). Nothing was restored.`);
  }
  const end = parse(endSchema, toText(lines.at(-1)));
  const before = lines.slice(0, -1);
  const sum = createHash('sha256');
  for (const line of before) sum.update(line).update('\n');
  const head = parse(headSchema, toText(before[0]));
  if (head === undefined || end?.sha256 !== sum.digest('hex') || head.files !== before.length - 1) {
    throw new NoBackup(`${file} is damaged or cut short: its checksum does not match. Nothing was restored.`);
  }
  const all = before.slice(1).map((line) => {
    const entry = parse(entrySchema, toText(line));
    const bytes = Buffer.from(entry?.bytes ?? '', 'base64');
    if (entry === undefined || computeHash(bytes) !== entry.sha256 || leadsElsewhere(entry.path)) {
      throw new NoBackup(
        `${file} is damaged: a file in it does not match its checksum. Nothing was restored.`,
      );
    }
    return { path: entry.path, bytes };
  });
  const files = all.filter(({ path }) => isSafePath(path));
  const unsafe = all.map(({ path }) => path).filter((path) => !isSafePath(path));
  return { head, files, notRestored: describeUnsafe('Not restored', unsafe) };
}

/** A path leads to a file below the home on every system, and nowhere else. */
function isSafePath(path: string): boolean {
  return !leadsElsewhere(path) && !/[\\:]/.test(path);
}

function leadsElsewhere(path: string): boolean {
  return /(?:^|\/)\.{1,2}(?:\/|$)|^\//.test(path) || path.includes('\0');
}

const mostNamed = 10;

/** No console writes such names. On another system they could lead to another folder or to a drive. */
function describeUnsafe(says: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const names = paths.slice(0, mostNamed).map((path) => JSON.stringify(path));
  const others = paths.length > mostNamed ? [counted(paths.length - mostNamed, 'other')] : [];
  return [`${says}, because their names contain ":" or "\\": ${listed([...names, ...others])}.`];
}

function parse<T extends z.ZodType>(schema: T, line: string): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/**
 * Writes the files of a backup into an empty home. They are written and prepared beside it first, so that a home is
 * restored whole or not at all, and no console ever finds one that is not prepared.
 */
export async function restoreHome<T>(
  home: string,
  files: readonly BackedUpFile[],
  prepare: (draft: string) => Promise<T>,
): Promise<T> {
  if (existsSync(home) && readdirSync(home).length > 0) {
    throw new NoBackup(
      `${home} is not empty. Nothing was restored; name a folder that is empty or not there.`,
    );
  }
  const draft = `${home.replace(/[/\\]+$/, '')}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    for (const { path, bytes } of files) writeRestored(join(draft, path), bytes);
    chmodSync(draft, 0o700);
    const prepared = await prepare(draft);
    rmSync(home, { recursive: true, force: true });
    renameSync(draft, home);
    keepEntries(dirname(home));
    return prepared;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new NoBackup(`The backup could not be written to ${home}: ${why}. Nothing was restored.`);
  }
}

function writeRestored(file: string, bytes: Buffer): void {
  keepFolder(dirname(file));
  const descriptor = openSync(file, 'w', 0o600);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  keepEntries(dirname(file));
}

function computeHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
