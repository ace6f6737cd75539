import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { parseJson } from '../home/parse-json.ts';
import { keepEntries, keepFolder } from '../home/home-folder.ts';

export interface LineFile {
  /** The line is complete and on disk when this returns; when it throws, the file ends where it ended before. */
  append(line: string): void;
  close(): void;
}

type Write = (descriptor: number, bytes: Uint8Array) => number;

/** A full disk may take half a line, which is cut off again because it would spoil the next line too. */
export function openLineFile(file: string, write: Write = (to, bytes) => writeSync(to, bytes)): LineFile {
  keepFolder(dirname(file));
  const descriptor = openSync(file, 'a', 0o600);
  let length = fstatSync(descriptor).size;
  if (length === 0) keepEntries(dirname(file));

  return {
    append(line) {
      const bytes = Buffer.from(`${line}\n`, 'utf8');
      try {
        for (let done = 0; done < bytes.length;) done += write(descriptor, bytes.subarray(done));
        fsyncSync(descriptor);
      } catch (error) {
        ftruncateSync(descriptor, length);
        throw error;
      }
      length += bytes.length;
    },
    close: () => closeSync(descriptor),
  };
}

/** Adds a checksum to a line of JSON, so that a damaged line is never taken for what was written. */
export function seal(json: string): string {
  return `${json.slice(0, -1)},"sum":"${computeSum(json)}"}`;
}

/** Returns undefined for a line that is damaged or no JSON. A line of an older version has no checksum. */
export function readSealed(line: string): unknown {
  const sum = sealed.exec(line);
  const json = sum === null ? line : `${line.slice(0, sum.index)}}`;
  if (sum !== null && sum[1] !== computeSum(json)) return undefined;
  const parsed = parseJson(json);
  return 'value' in parsed ? parsed.value : undefined;
}

const sealed = /,"sum":"([0-9a-f]{8})"\}$/;

function computeSum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}

/**
 * Keeps the length of a file of lines beside it, so that one that was cut short is not taken for one that ended early. It
 * is written after each line and is at most one line behind.
 */
export function noteLength(file: string): void {
  try {
    writeFileSync(lengthName(file), String(statSync(file).size), { mode: 0o600 });
  } catch {
    // Without it the file is still whole; only a cut would not be noticed.
    forgetLength(file);
  }
}

export function forgetLength(file: string): void {
  try {
    rmSync(lengthName(file), { force: true });
  } catch {
    // A folder in its place says nothing of a length.
  }
}

function lengthName(file: string): string {
  return file.replace(/\.jsonl$/, '.length');
}

/** Returns 0 where it is not known. */
export function readLength(file: string): number {
  try {
    return Number(readFileSync(lengthName(file), 'utf8')) || 0;
  } catch {
    // Older versions kept no length.
    return 0;
  }
}
