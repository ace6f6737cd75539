import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
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
