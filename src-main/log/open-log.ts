import { mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { scrubText, withoutSecrets } from './without-secrets.ts';

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

const rotateAtBytes = 10 * 1_048_576;

/** One file in the home folder, readable by its owner only; the previous one is kept as .1. */
export function openLog(home: string): OpenLog {
  const dir = join(home, 'log');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, 'sluice.log');
  if (sizeOf(file) > rotateAtBytes) renameSync(file, `${file}.1`);

  // Opened here, at once: pino opens a named file later, and an early crash could not be flushed.
  const destination = pino.destination({ fd: openSync(file, 'a', 0o600), sync: false });
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
      // Already written as plain fields by withoutSecrets.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  );
  const write = (level: 'info' | 'warn' | 'error' | 'fatal'): Write => {
    return (fields, message) => logger[level](fields, scrubText(message));
  };
  return {
    file,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal(fields, message) {
      write('fatal')(fields, message);
      // The process is about to end; what is buffered would be lost with it.
      destination.flushSync();
    },
    close() {
      destination.flushSync();
      destination.end();
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
