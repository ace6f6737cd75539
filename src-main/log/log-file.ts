import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../home/cannot-start.ts';

export interface LogFile {
  readonly file: string;
  /** Why the last log was not set aside, if it should have been. */
  readonly notRotated: unknown;
  write(line: string): void;
  close(): void;
}

/** Writes some of the bytes from the offset on, and says how many. */
type WriteBytes = (descriptor: number, bytes: Buffer, offset: number) => number;

const rotateAtBytes = 10 * 1_048_576;

/**
 * Written at once and with one attempt: pino's own destination repeats a write to a full disk for
 * ever and without a pause, and the process then no longer answers, not even to signals.
 */
export function openLogFile(home: string, writeBytes: WriteBytes = writeSync): LogFile {
  const dir = join(home, 'log');
  const file = join(dir, 'sluice.log');
  const { descriptor, notRotated } = openedIn(dir, file);
  let open = true;
  let complained = false;
  let torn = false;

  return {
    file,
    notRotated,
    write(line) {
      if (!open) return;
      const bytes = Buffer.from(torn ? `\n${line}` : line);
      let written = 0;
      try {
        while (written < bytes.length) {
          const more = writeBytes(descriptor, bytes, written);
          if (more === 0) throw new Error('nothing was taken');
          written += more;
        }
        torn = false;
      } catch (error) {
        torn ||= written > 0;
        if (!complained) process.stderr.write(`The log ${file} cannot be written: ${reason(error)}.\n`);
        complained = true;
      }
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

function openedIn(dir: string, file: string): { descriptor: number; notRotated: unknown } {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const notRotated = setAsideWhenLong(file);
    return { descriptor: openSync(file, 'a', 0o600), notRotated };
  } catch (error) {
    throw new CannotStart(
      `The log ${file} cannot be opened: ${reason(error)}. Make room for it, or name another home folder with --home DIR.`,
    );
  }
}

/** Windows renames no file that another console has open; the log then grows on. */
function setAsideWhenLong(file: string): unknown {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= rotateAtBytes) return undefined;
  try {
    renameSync(file, `${file}.1`);
    return undefined;
  } catch (error) {
    return error;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
