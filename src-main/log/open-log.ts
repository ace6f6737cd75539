import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { CannotStart } from '../home/home-folder.ts';
import { setAside } from '../home/lost-files.ts';
import { scrubText, withoutSecrets } from './secret-text.ts';

type Write = (fields: object, message: string) => void;

export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  readonly fatal: Write;
}

export interface OpenLog extends Log {
  readonly file: string;
  close(): void;
}

/** Logs to one file in the home folder, readable by its owner only; the previous file is kept as .1. */
export function openLog(home: string): OpenLog {
  const destination = openLogFile(home);
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
      // The error is already plain fields, written by withoutSecrets.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  );
  const write = (level: 'info' | 'warn' | 'error' | 'fatal'): Write => {
    return (fields, message) => logger[level](fields, scrubText(message));
  };
  const log = {
    file: destination.file,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    close: () => destination.close(),
  };
  const { notRotated } = destination;
  if (notRotated !== undefined) log.warn({ err: notRotated }, 'the log is long and could not be set aside');
  return log;
}

interface LogFile {
  readonly file: string;
  /** This is the error that prevented the last log from being rotated, if any. */
  readonly notRotated: unknown;
  write(line: string): void;
  close(): void;
}

/** Writes some of the bytes from the offset on, and returns how many. */
type WriteBytes = (descriptor: number, bytes: Buffer, offset: number) => number;

const rotateAtBytes = 10 * 1_048_576;

/**
 * Lines are written synchronously with a single attempt. pino's own destination retries a write to a full disk for
 * ever without a pause, and the process then answers nothing, not even signals.
 */
export function openLogFile(home: string, writeBytes: WriteBytes = writeSync): LogFile {
  const dir = join(home, 'log');
  const file = join(dir, 'sluice.log');
  const { descriptor, notRotated } = openedIn(home, { dir, file });
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

function openedIn(
  home: string,
  { dir, file }: { readonly dir: string; readonly file: string },
): { descriptor: number; notRotated: unknown } {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const notRotated = setAsideWhenLong(file);
    return { descriptor: openedOrAgain(home, file), notRotated };
  } catch (error) {
    throw new CannotStart(
      `The log ${file} cannot be opened: ${reason(error)}. Make room for it, or name another home folder with --home DIR.`,
    );
  }
}

/** A file that cannot be opened, or a folder in its place, is set aside; the new log says so. */
function openedOrAgain(home: string, file: string): number {
  const open = (): number => openSync(file, 'a', 0o600);
  try {
    return open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EISDIR' && code !== 'EACCES' && code !== 'EPERM') throw error;
    const loss = code === 'EISDIR' ? 'folder' : 'unreadable';
    if (!setAside(file, loss, { home, log: { warn: () => undefined }, now: Date.now })) throw error;
    return open();
  }
}

/** Windows cannot rename a file that another console has open, so the log then keeps growing. */
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
