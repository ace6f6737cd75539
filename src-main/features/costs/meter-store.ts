import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { usageTotalsSchema } from '#shared/contract/costs.ts';
import { forgetLength } from '../../audit/line-file.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { appendKept, parseWith, readKeptLines, type StoreAccess } from '../../home/lost-files.ts';
import { batchKey, type ListedBatch, type Metered } from './known-costs.ts';

/** Remembers how much the batches of one world consumed, as far as they have been metered. */
export interface Meter {
  /** Returns undefined when the sum is unknown or the batch has changed since. */
  find(batch: ListedBatch): Metered | undefined;
  /** If the disk fails, the sum is only kept in memory. */
  keep(batch: ListedBatch, metered: Metered): void;
}

/** Keeps sums in memory and in the home folder, so that nothing is paid for twice. */
export interface MeterStore {
  /** Nothing is known of another `world`, so the connection's file starts empty. */
  of(connectionId: string, world: string): Meter;
  forget(connectionId: string): void;
}

interface StoreParts extends StoreAccess {
  readonly bounds?: typeof most;
}

/** An entry takes about half a kilobyte. */
const most = { batches: 20_000, connections: 10 };

export function openMeterStore({ home, log, now, bounds = most }: StoreParts): MeterStore {
  const folder = join(home, 'meter');
  const open = new Map<string, { readonly world: string; readonly file: MeterFile; readonly meter: Meter }>();
  const fileOf = (connectionId: string): string => join(folder, `${hash(connectionId)}.jsonl`);

  function openMeter(connectionId: string, world: string): Meter {
    const path = fileOf(connectionId);
    const file = meterFile(path, hash(world), { home, log, now });
    const read = file.read();
    const entries = new Map(read.entries.map((entry) => [entry.key, entry]));
    let { lines } = read;

    const onDisk = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        log.warn({ err: error, file: path }, 'what a batch consumed was not kept');
      }
    };
    const makeRoom = (): void => {
      for (const oldest of entries.keys()) {
        if (entries.size <= bounds.batches) break;
        entries.delete(oldest);
      }
    };
    const compact = (): void => {
      file.replace(entries.values());
      lines = entries.size;
    };
    makeRoom();
    if (lines > bounds.batches) onDisk(compact);
    const meter: Meter = {
      find(batch) {
        const { stamp } = batch;
        const entry = entries.get(hash(batchKey(batch)));
        return stamp !== null && entry?.stamp === hash(stamp) ? entry : undefined;
      },
      keep(batch, { totals, repeated }) {
        // The world has ended meanwhile.
        if (open.get(connectionId)?.meter !== meter) return;
        const { stamp } = batch;
        // Without a stamp it is unknown whether the sum is still current.
        if (stamp === null) return;
        const entry: MeterEntry = { key: hash(batchKey(batch)), stamp: hash(stamp), totals, repeated };
        entries.delete(entry.key);
        entries.set(entry.key, entry);
        makeRoom();
        lines += 1;
        onDisk(() => (lines > 1.5 * bounds.batches ? compact() : file.append(entry)));
      },
    };
    open.set(connectionId, { world, file, meter });
    onDisk(() => forgetOldFiles(folder, path, bounds.connections));
    return meter;
  }

  return {
    of(connectionId, world) {
      const known = open.get(connectionId);
      return known?.world === world ? known.meter : openMeter(connectionId, world);
    },
    forget(connectionId) {
      open.delete(connectionId);
      try {
        rmSync(fileOf(connectionId), { force: true });
        forgetLength(fileOf(connectionId));
      } catch (error) {
        log.warn({ err: error, file: fileOf(connectionId) }, 'kept sums were not deleted');
      }
    },
  };
}

/** Deletes the files whose last write is oldest. */
function forgetOldFiles(folder: string, but: string, mostFiles: number): void {
  const files = namesIn(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .filter((file) => file !== but)
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { file } of files.slice(mostFiles - 1)) {
    rmSync(file, { force: true });
    forgetLength(file);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist before the first batch is stored.
    return [];
  }
}

/** This is long enough to avoid collisions, and does not reveal what was hashed. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** `key` is a hash of tenant and batch, `stamp` a hash of the version that was metered. */
interface MeterEntry extends Metered {
  readonly key: string;
  readonly stamp: string;
}

interface ReadEntries {
  readonly entries: readonly MeterEntry[];
  readonly lines: number;
}

/**
 * Stores the sums of batches, a line each, under the name of their world. It contains no names or ids in clear text.
 */
interface MeterFile {
  /** Returns the entries of this world; those of another are discarded. */
  read(): ReadEntries;
  append(entry: MeterEntry): void;
  replace(entries: Iterable<MeterEntry>): void;
  remove(): void;
}

/**
 * A longer line is no plausible sum of a batch, so it is not stored and the batch is metered again after the next
 * start.
 */
const longestLine = 8_192;
const format = 1;

function meterFile(file: string, world: string, parts: StoreAccess): MeterFile {
  const head = JSON.stringify({ meter: format, world });
  let hasHead = false;

  function begin(): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    forgetLength(file);
    replaceFile(file, `${head}\n`);
    hasHead = true;
  }

  return {
    read() {
      const [first, ...lines] = readKeptLines(file, parseMeterLine, parts);
      hasHead = first !== undefined && 'world' in first && first.world === world;
      const entries = hasHead ? lines.flatMap((line) => ('key' in line ? [line] : [])) : [];
      return { entries, lines: entries.length };
    },
    append(entry) {
      const line = formatLine(entry);
      if (line.length > longestLine) return;
      if (!hasHead) begin();
      appendKept(file, `${line}\n`);
    },
    replace(entries) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const lines = [...entries].map(formatLine).filter((line) => line.length <= longestLine);
      forgetLength(file);
      replaceFile(file, `${[head, ...lines].join('\n')}\n`);
      hasHead = true;
    },
    remove() {
      hasHead = false;
      rmSync(file, { force: true });
    },
  };
}

const lineSchema = z.tuple([z.string(), z.string(), z.int().min(0), usageTotalsSchema]);
const headSchema = z.object({ meter: z.int(), world: z.string() });

function formatLine({ key, stamp, repeated, totals }: MeterEntry): string {
  return JSON.stringify([key, stamp, repeated, totals]);
}

/** Reads a line: the world that the file belongs to, or an entry. */
export function parseMeterLine(line: string): { readonly world: string } | MeterEntry | undefined {
  const head = parseHead(line);
  if (head !== undefined) return head;
  const read = parseEntry(line);
  if (read === undefined) return undefined;
  const [key, stamp, repeated, totals] = read;
  return { key, stamp, repeated, totals };
}

const parseHead = parseWith(headSchema);
const parseEntry = parseWith(lineSchema);
