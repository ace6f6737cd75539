import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { z } from 'zod';
import type { LossReason } from '#shared/contract/home.ts';
import { forgetLength, noteLength, readLength } from '../audit/line-file.ts';
import type { Log } from '../log/open-log.ts';
import { keepEntries, keepFolder, replaceFile } from './home-folder.ts';

/** A file that could not be read, and was set aside under its name and the date. */
export interface SetAside {
  /** Its path in the home folder, with slashes. */
  readonly path: string;
  readonly reason: LossReason;
  readonly at: string;
  /** Where it lies now, also in the home folder. */
  readonly aside: string;
}

export interface StoreAccess {
  readonly home: string;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
}

/** A file as it was found. Looking at it changes nothing. */
export type Found<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'whole'; readonly value: T }
  /** `value` is what can still be read of it; a file that is one value has nothing. */
  | { readonly state: 'lost'; readonly reason: LossReason; readonly says: string; readonly value?: T };

/**
 * Reads a file that the console alone writes. One that cannot be read is set aside, so that it is neither overwritten nor
 * deleted, and undefined is returned, as if there were none.
 */
export function readKept<T>(
  file: string,
  parse: (text: string) => T | undefined,
  parts: StoreAccess,
): T | undefined {
  const found = inspectKept(file, parse);
  if (found.state === 'whole') return found.value;
  if (found.state === 'lost') setAside(file, found.reason, parts);
  return undefined;
}

/** Reads a file of lines. Where lines are lost, the whole file is set aside and the lines that can be read are kept. */
export function readKeptLines<T>(
  file: string,
  parse: (line: string) => T | undefined,
  parts: StoreAccess,
): readonly T[] {
  const found = inspectLines(file, parse);
  if (found.state === 'missing') return [];
  if (found.state === 'whole') return found.value.map(({ value }) => value);
  const whole = found.value ?? [];
  if (setAside(file, found.reason, parts)) {
    forgetLength(file);
    try {
      if (whole.length > 0) replaceFile(file, whole.map(({ line }) => `${line}\n`).join(''));
    } catch (error) {
      parts.log.warn({ err: error, file }, 'the lines that could be read were not written back');
    }
  }
  return whole.map(({ value }) => value);
}

export function inspectKept<T>(file: string, parse: (text: string) => T | undefined): Found<T> {
  const text = readText(file);
  if (typeof text !== 'string') return text;
  if (text === '') return { state: 'lost', reason: 'empty', says: 'It is empty.' };
  const value = parse(text);
  if (value !== undefined) return { state: 'whole', value };
  return {
    state: 'lost',
    reason: 'damaged',
    says: 'It is damaged, or was written by another version of Sluice.',
  };
}

interface StoredLine<T> {
  readonly line: string;
  readonly value: T;
}

export function inspectLines<T>(
  file: string,
  parse: (line: string) => T | undefined,
): Found<readonly StoredLine<T>[]> {
  // Another console may append meanwhile: the length first, or its next line would look like a missing one.
  const due = readLength(file);
  const text = readText(file);
  if (typeof text !== 'string') return text;
  if (text.trim() === '') return { state: 'lost', reason: 'empty', says: 'It is empty.' };
  const lines = text.split('\n').filter((line) => line !== '');
  const value = lines.flatMap((line) => {
    const read = parse(line);
    return read === undefined ? [] : [{ line, value: read }];
  });
  const missing = due - Buffer.byteLength(text);
  const bad = lines.length - value.length;
  if (missing > 0) {
    return { state: 'lost', reason: 'cut', says: `It is cut short by ${missing} bytes.`, value };
  }
  if (bad === 0) return { state: 'whole', value };
  return { state: 'lost', reason: 'damaged', says: `${bad} of its lines cannot be read.`, value };
}

/** Appends to a file of lines, and notes its length, so that a cut is noticed. */
export function appendKept(file: string, text: string): void {
  appendFileSync(file, text, { mode: 0o600 });
  noteLength(file);
}

/** Returns a parser for `readKept`. */
export function parseWith<T extends z.ZodType>(schema: T): (text: string) => z.output<T> | undefined {
  return (text) => {
    try {
      return schema.safeParse(JSON.parse(text)).data;
    } catch {
      // Malformed JSON is treated like a wrong shape: the schema refuses both.
      return undefined;
    }
  };
}

/** Accepts any line of JSON. */
export function parseJsonLine(line: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

/** Reads the text of a file, or says how it is lost. Throws where the machine cannot open any more files. */
function readText(file: string): string | Found<never> {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    if (forNow.has(code)) throw error;
    if (code === 'EISDIR') return { state: 'lost', reason: 'folder', says: 'A folder is in its place.' };
    return { state: 'lost', reason: 'unreadable', says: `It cannot be read (${code}).` };
  }
}

/** With these the file may well be whole, and is read the next time. */
const forNow: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EBUSY', 'EAGAIN']);

const folderName = 'lost';

/** Moves a file of the home away under its own path and the date. Returns false where that is not possible. */
export function setAside(file: string, reason: LossReason, { home, log, now }: StoreAccess): boolean {
  const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
  const path = relative(home, file);
  try {
    for (let number = 1; ; number += 1) {
      const aside = join(home, folderName, `${stamp}-${number}-${reason}`, path);
      if (existsSync(aside)) continue;
      keepFolder(dirname(aside));
      renameSync(file, aside);
      keepEntries(dirname(file));
      log.warn({ file, aside, reason }, 'a file of the home folder could not be read and was set aside');
      return true;
    }
  } catch (error) {
    // Another console has just set it aside, or the folder takes no change; then nothing overwrites it either.
    log.warn({ err: error, file, reason }, 'a file of the home folder cannot be read, and was not set aside');
    return false;
  }
}

const asideName = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3}Z)-\d+-(\w+)$/;

/** Lists what was set aside, the newest first. */
export function listSetAside(home: string): readonly SetAside[] {
  const folder = join(home, folderName);
  return namesIn(folder)
    .flatMap((name): SetAside[] => {
      const [, hour, minute, second, rest, reason] = asideName.exec(name) ?? [];
      if (reason === undefined || !isLossReason(reason)) return [];
      const at = `${hour}:${minute}:${second}.${rest}`;
      const whole = join(folder, name, 'local');
      // The sandbox's state is set aside as one.
      const files =
        existsSync(whole) && reason !== 'folder'
          ? [whole]
          : filesBelow(join(folder, name), reason === 'folder');
      return files.map((file) => {
        const path = relative(join(folder, name), file).split(sep).join('/');
        return { path, reason, at, aside: [folderName, name, path].join('/') };
      });
    })
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

const reasons: ReadonlySet<string> = new Set<LossReason>(['empty', 'damaged', 'cut', 'folder', 'unreadable']);

function isLossReason(text: string): text is LossReason {
  return reasons.has(text);
}

/** Lists the files of a folder that was set aside. Where a folder lay in place of a file, it is that folder. */
function filesBelow(folder: string, isFolder: boolean): readonly string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!lstatSync(path).isDirectory()) return [path];
    // A folder of the home has a plain name; every file has an ending.
    return isFolder && /\.\w+$/.test(name) ? [path] : filesBelow(path, isFolder);
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was ever set aside.
    return [];
  }
}
