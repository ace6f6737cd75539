import { readFileSync, truncateSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Change } from './store.ts';

/** A record a line: a checksum, a space, the changes of one turn as JSON. Returns its length in bytes. */
export function writeRecord(file: number, changes: string): number {
  const json = Buffer.from(changes);
  const sum = crc32(json).toString(16).padStart(8, '0');
  const line = Buffer.concat([Buffer.from(`${sum} `), json, Buffer.from('\n')]);
  for (let at = 0; at < line.length;) at += writeSync(file, line, at);
  return line.length;
}

/** Each record of a file in its order; half a record at its end is cut off. */
export function replay(path: string, apply: (changes: readonly Change[]) => void): void {
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

function readRecord(line: Buffer): readonly Change[] | undefined {
  const json = line.subarray(9);
  const sum = Number.parseInt(line.toString('latin1', 0, 8), 16);
  if (line.length < 10 || crc32(json) !== sum) return undefined;
  return JSON.parse(json.toString('utf8')) as Change[];
}

function damaged(path: string, at: number): Error {
  return new Error(
    `${path} is damaged at byte ${at}: a record does not match its checksum, and others follow it. ` +
      'Nothing was changed. Move the file away to start an empty sandbox.',
  );
}
