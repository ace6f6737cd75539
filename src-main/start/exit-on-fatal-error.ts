import type { EventEmitter } from 'node:events';
import type { OpenLog } from '../log/open-log.ts';

/**
 * After an error nobody caught the state is unknown; going on could repeat or lose an action. The
 * desktop window's counterpart is electron/fatal-errors.ts.
 */
export function exitOnFatalError(
  log: OpenLog,
  source: EventEmitter = process,
  exit: (code: number) => void = (code) => process.exit(code),
): void {
  let ending = false;
  const end = (error: unknown): void => {
    // Also the last word on standard error can fail, where nobody reads it any more.
    if (ending) return exit(1);
    ending = true;
    log.fatal({ err: error }, 'Sluice has to close');
    process.stderr.write(
      `Sluice has to close: it met an error that nobody foresaw. The log ${log.file} says more.\n`,
    );
    exit(1);
  };
  source.on('uncaughtException', end);
  source.on('unhandledRejection', end);
}
