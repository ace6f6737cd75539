import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { lockFolder } from './folder-lock.ts';
import { collectionsStore, type Change, type LayeredStore } from './store.ts';

/** `clear` forgets everything on disk, too; if that cannot be, it throws and nothing has changed. */
export interface ClosableStore extends LayeredStore {
  close(): void;
}

/** A journal shorter than this is never worth rewriting. */
const smallestRewrite = 32 * 1024 * 1024;
/** A test may pass a full disk. */
type Write = (file: number, bytes: Uint8Array, at: number) => number;

/** In characters. Beyond it, the whole state is shorter than the records. */
const longestBacklog = 16 * 1024 * 1024;
/** In characters: about as long as a record of a rewritten journal gets. */
const recordLength = 1024 * 1024;

/**
 * The journal is one file, `state-N.journal`: a record a line, each with a checksum. A snapshot has the same
 * form: the changes that still matter, written beside and renamed into place as `state-(N+1)`. Past data is in
 * neither.
 *
 * A record is handed to the operating system before its change is answered, so a killed process loses nothing
 * that it acknowledged. It is not forced to disk: a power cut may cost the last moments of a sandbox.
 */
export function openJournal(
  folder: string,
  { rewriteFrom = smallestRewrite, write = writeSync }: { rewriteFrom?: number; write?: Write } = {},
): ClosableStore {
  mkdirSync(folder, { recursive: true });
  const newest = generationsIn(folder).at(-1);
  let generation = newest ?? 0;
  let file = -1;
  let written = 0;
  let rewriteAt = rewriteFrom;

  /** Records that could not be written. They come before any later one, so that the file is always a past state. */
  let backlog: string[] = [];
  let backlogLength = 0;
  let failures = 0;
  let trouble: Error | undefined;
  let isClosed = false;

  const writeBacklog = (): void => {
    try {
      if (backlogLength > longestBacklog) {
        // Everything is in memory, so a new generation holds what no record does.
        rewrite(splitIntoRecords(store.changes()));
      }
      for (let record = backlog[0]; record !== undefined; record = backlog[0]) {
        written += writeRecord(file, record, write);
        backlog.shift();
        backlogLength -= record.length;
      }
      trouble = undefined;
    } catch (error) {
      failures += 1;
      trouble = new CannotKeep(folder, error);
      // A partial record must not precede the next one, or the file could not be read again.
      ftruncateSync(file, written);
    }
  };
  const store = collectionsStore((changes) => {
    // Pending work of an engine must not reach the next owner of the file descriptor.
    if (isClosed) return;
    const record = JSON.stringify(changes);
    backlogLength += record.length;
    if (backlogLength > longestBacklog) backlog = [];
    else backlog.push(record);
    writeBacklog();
    if (trouble === undefined && written > rewriteAt) rewriteIfPossible();
  });

  const part = join(folder, 'state.part');
  const rewrite = (records: Iterable<string>): void => {
    // It stays open as the journal. Only appending begins at its end again after a record that was written in part.
    removeIfPossible(part);
    const next = openSync(part, 'a');
    let bytes = 0;
    try {
      for (const record of records) bytes += writeRecord(next, record, write);
      fsyncSync(next);
      renameSync(part, getJournalPath(folder, generation + 1));
    } catch (error) {
      closeSync(next);
      removeIfPossible(part);
      throw error;
    }
    closeSync(file);
    file = next;
    written = bytes;
    backlog = [];
    backlogLength = 0;
    rewriteAt = Math.max(rewriteFrom, bytes * 3);
    generation += 1;
    removeOlder();
  };
  /** The journal goes on growing where there is no room for a second file. */
  const rewriteIfPossible = (): void => {
    try {
      rewrite(splitIntoRecords(store.changes()));
    } catch {
      rewriteAt = written * 2;
    }
  };
  const removeOlder = (): void => {
    for (const old of generationsIn(folder)) {
      if (old < generation) removeIfPossible(getJournalPath(folder, old));
    }
  };

  const due = readClosed(folder);
  if (due !== undefined) refuseCut(getJournalPath(folder, due.generation), due.bytes);
  if (newest !== undefined) {
    const least = due?.generation === newest ? due.bytes : 0;
    replay(getJournalPath(folder, newest), least, (changes) => store.apply(changes));
  }
  file = openSync(getJournalPath(folder, generation), 'a');
  written = fstatSync(file).size;
  removeOlder();
  // A process may have died, or run out of space, while it wrote a new generation.
  removeIfPossible(part);
  removeIfPossible(join(folder, closedName));

  return {
    ...store,
    flush(mark = failures) {
      store.flush();
      if (failures > mark && trouble !== undefined) throw trouble;
    },
    mark: () => failures,
    trouble: () => trouble,
    clear() {
      rewrite([]);
      store.clear();
      // There is room again, and everything in memory has been written.
      trouble = undefined;
    },
    close() {
      if (isClosed) return;
      store.flush();
      writeBacklog();
      isClosed = true;
      closeSync(file);
      if (trouble === undefined) noteClosed(folder, { generation, bytes: written });
    },
  };
}

function* splitIntoRecords(changes: Iterable<Change>): Generator<string> {
  let record: string[] = [];
  let length = 0;
  for (const change of changes) {
    const text = JSON.stringify(change);
    record.push(text);
    length += text.length;
    if (length < recordLength) continue;
    yield `[${record.join(',')}]`;
    record = [];
    length = 0;
  }
  if (record.length > 0) yield `[${record.join(',')}]`;
}

/**
 * A file that cannot be removed does no harm: the newest generation counts, and the next opening tries again.
 */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The comment above says why this is harmless.
  }
}

function generationsIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => /^state-(\d+)\.journal$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .toSorted((one, other) => one - other);
}

function getJournalPath(folder: string, generation: number): string {
  return join(folder, `state-${generation}.journal`);
}

/** Locks the folder so that no other process writes to it. Without a folder the store ends with the process. */
export function openStore(folder: string | undefined): ClosableStore {
  if (folder === undefined) return { ...collectionsStore(), close() {} };
  const unlock = lockFolder(folder);
  try {
    const store = openJournal(folder);
    return {
      ...store,
      close() {
        store.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Writes a record as a line: a checksum, a space, the changes of one turn as JSON. Returns its length in bytes.
 */
function writeRecord(file: number, changes: string, write: Write): number {
  const json = Buffer.from(changes);
  const sum = crc32(json).toString(16).padStart(8, '0');
  const line = Buffer.concat([Buffer.from(`${sum} `), json, Buffer.from('\n')]);
  for (let at = 0; at < line.length;) at += write(file, line, at);
  return line.length;
}

const closedName = 'closed';

interface Closed {
  readonly generation: number;
  readonly bytes: number;
}

/** A clean stop notes how long the journal is, so that one that is cut short afterwards is not opened as if it were whole. */
function noteClosed(folder: string, closed: Closed): void {
  try {
    writeFileSync(join(folder, closedName), JSON.stringify(closed));
  } catch {
    // Without the note a cut looks like the end of a killed process.
    removeIfPossible(join(folder, closedName));
  }
}

/** Returns undefined after a kill, or where the note itself is damaged. */
function readClosed(folder: string): Closed | undefined {
  try {
    const { generation, bytes } = JSON.parse(
      readFileSync(join(folder, closedName), 'utf8'),
    ) as Partial<Closed>;
    return typeof generation === 'number' && typeof bytes === 'number' ? { generation, bytes } : undefined;
  } catch {
    return undefined;
  }
}

function refuseCut(path: string, bytes: number): void {
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size < bytes) {
    throw new Error(
      `${path} is cut short: ${bytes - size} bytes are missing since it was closed. ` +
        'Nothing was changed. Move the folder away to start an empty sandbox.',
    );
  }
}

/** Says what is wrong with a file of a folder that no process has open; null where nothing is. */
export function findStateDamage(path: string): string | null {
  const name = basename(path);
  const generation = /^state-(\d+)\.journal$/.exec(name)?.[1];
  if (generation !== undefined) {
    try {
      const due = readClosed(dirname(path));
      if (due?.generation === Number(generation)) refuseCut(path, due.bytes);
      const bytes = readFileSync(path);
      const whole = readRecords(bytes, { path, apply: () => undefined });
      if (due?.generation === Number(generation) && whole < due.bytes) throw damaged(path, whole);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  if (!/^[0-9a-f]{64}$/.test(name)) return null;
  const isWhole = createHash('sha256').update(readFileSync(path)).digest('hex') === name;
  return isWhole ? null : `${path} does not hold the bytes that its name stands for.`;
}

/** Reads each record of a file in order. A partial record at the end is cut off. */
function replay(path: string, least: number, apply: (changes: readonly Change[]) => void): void {
  const bytes = readFileSync(path);
  const whole = readRecords(bytes, { path, apply });
  if (whole < least) throw damaged(path, whole);
  // The process died while writing its last record, so that change was never acknowledged.
  if (whole < bytes.length) truncateSync(path, whole);
}

/** Returns the length of the whole records. */
function readRecords(
  bytes: Buffer,
  { path, apply }: { readonly path: string; readonly apply: (changes: readonly Change[]) => void },
): number {
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(0x0a, at);
    const changes = end === -1 ? undefined : readRecord(bytes.subarray(at, end));
    if (!changes) {
      if (end !== -1 && end + 1 < bytes.length) throw damaged(path, at);
      return at;
    }
    apply(changes);
    at = end + 1;
  }
  return at;
}

function readRecord(line: Buffer): readonly Change[] | undefined {
  const json = line.subarray(9);
  const sum = Number.parseInt(line.toString('latin1', 0, 8), 16);
  if (line.length < 10 || crc32(json) !== sum) return undefined;
  return JSON.parse(json.toString('utf8')) as Change[];
}

function damaged(path: string, at: number): Error {
  return new Error(
    `${path} is damaged at byte ${at}: a record does not match its checksum, and it is not the one that a kill cut off. ` +
      'Nothing was changed. Move the file away to start an empty sandbox.',
  );
}

/** A change is in memory and cannot be written: the disk is full or the folder has become read-only. */
export class CannotKeep extends Error {
  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `Nothing more can be kept in ${folder}: ${why}. Make room there; the change can be made again then.`,
      { cause },
    );
  }
}
