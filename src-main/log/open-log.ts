import pino from 'pino';
import { openLogFile } from './log-file.ts';
import { scrubText } from './secret-text.ts';
import { withoutSecrets } from './without-secrets.ts';

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

/** One file in the home folder, readable by its owner only; the previous one is kept as .1. */
export function openLog(home: string): OpenLog {
  const destination = openLogFile(home);
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
