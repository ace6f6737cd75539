import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LineFile {
  /** Whole and on disk when it returns; when it throws, the file ends where it ended before. */
  append(line: string): void;
  close(): void;
}

type Write = (descriptor: number, bytes: Uint8Array) => number;

/** A full disk may take half a line: the half is cut off again, or it would spoil the next line too. */
export function openLineFile(file: string, write: Write = (to, bytes) => writeSync(to, bytes)): LineFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  let length = fstatSync(descriptor).size;
  if (length === 0) keepEntry(dirname(file));

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

/** A file that is new may be whole on disk and yet in no folder there, should the power fail. */
function keepEntry(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system lets a folder be opened, and those keep its entries by themselves.
  }
}
