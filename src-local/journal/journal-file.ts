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
} from 'node:fs';
import { join } from 'node:path';
import { CannotKeep } from './cannot-keep.ts';
import { replay, writeRecord } from './record-lines.ts';
import { collectionsStore, type Change, type ToldStore } from './store.ts';

/** `clear` forgets everything on disk, too; if that cannot be, it throws and nothing has changed. */
export interface KeptStore extends ToldStore {
  close(): void;
}

/** A journal shorter than this is never worth rewriting. */
const smallestRewrite = 32 * 1024 * 1024;
/** In characters: about as long as a record of a rewritten journal gets. */
const recordLength = 1024 * 1024;

/**
 * One file, `state-N.journal`: a record a line, each with a checksum. A snapshot is nothing else: the changes
 * that still matter, written beside and renamed into place as `state-(N+1)`. What is told is in neither.
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
      written += writeRecord(file, JSON.stringify(changes));
    } catch (error) {
      broken = new CannotKeep(folder, error);
      // Half a record must not stand before the next one, or the file could not be read again.
      ftruncateSync(file, written);
      return;
    }
    if (written > rewriteAt) rewriteIfPossible();
  });

  const part = join(folder, 'state.part');
  const rewrite = (records: Iterable<string>): void => {
    const next = openSync(part, 'w');
    let bytes = 0;
    try {
      for (const record of records) bytes += writeRecord(next, record);
      fsyncSync(next);
      renameSync(part, pathOf(folder, generation + 1));
    } catch (error) {
      closeSync(next);
      removeIfPossible(part);
      throw error;
    }
    closeSync(file);
    file = next;
    written = bytes;
    rewriteAt = Math.max(rewriteFrom, bytes * 3);
    generation += 1;
    removeOlder();
  };
  /** The journal as it is will do: where there is no room for two, it goes on growing. */
  const rewriteIfPossible = (): void => {
    try {
      rewrite(recordsOf(store.changes()));
    } catch {
      rewriteAt = written * 2;
    }
  };
  const removeOlder = (): void => {
    for (const old of generationsIn(folder)) {
      if (old < generation) removeIfPossible(pathOf(folder, old));
    }
  };

  if (newest !== undefined) replay(pathOf(folder, newest), (changes) => store.apply(changes));
  file = openSync(pathOf(folder, generation), 'a');
  written = fstatSync(file).size;
  removeOlder();
  // Of a process that died, or ran out of room, while it wrote a new generation.
  removeIfPossible(part);

  return {
    ...store,
    flush() {
      store.flush();
      if (broken) throw broken;
    },
    clear() {
      rewrite([]);
      store.clear();
      // There is room again, and nothing is left that could not be kept.
      broken = undefined;
    },
    close() {
      if (isClosed) return;
      store.flush();
      isClosed = true;
      closeSync(file);
    },
  };
}

function* recordsOf(changes: Iterable<Change>): Generator<string> {
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

/** What cannot be removed now does no harm: the newest generation counts, and the next opening tries again. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // As said above.
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

function pathOf(folder: string, generation: number): string {
  return join(folder, `state-${generation}.journal`);
}
