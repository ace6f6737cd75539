import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { collectionsStore, type Change, type Store } from './store.ts';

export interface KeptStore extends Store {
  /** Forgets everything, on disk too. */
  clear(): void;
  close(): void;
}

/** A journal shorter than this is never worth rewriting. */
const smallestRewrite = 32 * 1024 * 1024;
const entriesPerRecord = 200;

/**
 * One file, `state-N.journal`: a record a line, each with a checksum. A snapshot is nothing else: the same
 * records, only the living ones, written beside and renamed into place as `state-(N+1)`.
 *
 * A record is handed to the operating system before its change is answered, so a killed process loses nothing
 * that it acknowledged. It is not forced to the platter: a power cut may cost the last moments of a sandbox.
 */
export function openKeptStore(
  folder: string,
  { rewriteFrom = smallestRewrite }: { rewriteFrom?: number } = {},
): KeptStore {
  mkdirSync(folder, { recursive: true });
  const newest = generationsIn(folder).at(-1);
  let generation = newest ?? 0;
  let file = -1;
  let written = 0;
  let rewriteAt = rewriteFrom;

  let broken: Error | undefined;
  let isClosed = false;

  const store = collectionsStore((changes) => {
    // What an engine still had under way when it was closed must not reach whoever has the file's number next.
    if (broken || isClosed) return;
    try {
      written += writeRecord(file, changes);
      if (written > rewriteAt) rewrite();
    } catch (error) {
      broken = cannotKeep(folder, error);
      // Half a record must not stand before the next one, or the file could not be read again.
      ftruncateSync(file, written);
    }
  });

  const rewrite = (): void => {
    const part = join(folder, 'state.part');
    const next = openSync(part, 'w');
    let bytes = 0;
    for (const changes of livingRecords(store)) bytes += writeRecord(next, changes);
    fsyncSync(next);
    renameSync(part, pathOf(folder, generation + 1));
    closeSync(file);
    rmSync(pathOf(folder, generation), { force: true });
    generation += 1;
    file = next;
    written = bytes;
    rewriteAt = Math.max(rewriteFrom, bytes * 3);
  };

  if (newest !== undefined) replay(pathOf(folder, newest), (changes) => store.apply(changes));
  file = openSync(pathOf(folder, generation), 'a');
  written = fstatSync(file).size;
  for (const old of generationsIn(folder)) if (old < generation) rmSync(pathOf(folder, old));

  return {
    ...store,
    flush() {
      store.flush();
      if (broken) throw broken;
    },
    clear() {
      store.clear();
      rewrite();
    },
    close() {
      if (isClosed) return;
      store.flush();
      isClosed = true;
      closeSync(file);
    },
  };
}

function replay(path: string, apply: (changes: readonly Change[]) => void): void {
  const bytes = readFileSync(path);
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(0x0a, at);
    const changes = end === -1 ? undefined : readRecord(bytes.subarray(at, end));
    if (!changes) {
      if (end !== -1 && end + 1 < bytes.length) throw damaged(path, at);
      // The process died while writing its last record: nobody was told that it had happened.
      truncateSync(path, at);
      return;
    }
    apply(changes);
    at = end + 1;
  }
}

function cannotKeep(folder: string, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`Nothing more can be kept in ${folder}: ${why}. Make room there and start again.`);
}

function damaged(path: string, at: number): Error {
  return new Error(
    `${path} is damaged at byte ${at}: a record does not match its checksum, and others follow it. ` +
      'Nothing was changed. Move the file away to start an empty sandbox.',
  );
}

function writeRecord(file: number, changes: readonly Change[]): number {
  const json = Buffer.from(JSON.stringify(changes));
  const sum = crc32(json).toString(16).padStart(8, '0');
  const line = Buffer.concat([Buffer.from(`${sum} `), json, Buffer.from('\n')]);
  for (let at = 0; at < line.length;) at += writeSync(file, line, at);
  return line.length;
}

function readRecord(line: Buffer): readonly Change[] | undefined {
  const json = line.subarray(9);
  const sum = Number.parseInt(line.toString('latin1', 0, 8), 16);
  if (line.length < 10 || crc32(json) !== sum) return undefined;
  return JSON.parse(json.toString('utf8')) as Change[];
}

function* livingRecords(store: Store): Generator<Change[]> {
  let record: Change[] = [];
  for (const name of store.names()) {
    for (const [key, value] of store.collection(name).entries()) {
      record.push([name, key, value]);
      if (record.length >= entriesPerRecord) {
        yield record;
        record = [];
      }
    }
  }
  if (record.length > 0) yield record;
}

function generationsIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => /^state-(\d+)\.journal$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .toSorted((one, other) => one - other);
}

function pathOf(folder: string, generation: number): string {
  return join(folder, `state-${generation}.journal`);
}
