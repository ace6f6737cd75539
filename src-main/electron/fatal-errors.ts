import type { EventEmitter } from 'node:events';
import { app, dialog } from 'electron';
import { CannotStart } from '#main/home/cannot-start.ts';
import type { Log } from '#main/log/open-log.ts';

export interface FatalErrors {
  /** Before there is a log, standard error is all there is. */
  logTo(log: Log): void;
  couldNotStart(error: unknown): void;
}

/** After an error nobody caught the state is unknown; going on could repeat or lose an action. */
export function exitOnFatalError(source: EventEmitter = process): FatalErrors {
  let log: Log | undefined;
  let ending = false;

  source.on('uncaughtException', (error: unknown) => end(error, 'Sluice has to close', unforeseen));
  source.on('unhandledRejection', (error: unknown) => end(error, 'Sluice has to close', unforeseen));

  return {
    logTo(opened) {
      log = opened;
    },
    couldNotStart(error) {
      if (!(error instanceof CannotStart)) return end(error, 'Sluice cannot start', messageOf(error));
      // A slip on the command line is answered there.
      process.stderr.write(`${error.message}\n`);
      app.exit(2);
    },
  };

  function end(error: unknown, title: string, text: string): void {
    if (ending) return;
    ending = true;
    log?.fatal({ err: error }, title);
    if (log === undefined) process.stderr.write(`${title}: ${messageOf(error)}\n`);
    dialog.showErrorBox(title, text);
    app.exit(1);
  }
}

const unforeseen =
  'It met an error that nobody foresaw. Jobs are journalled and go on at the next start; ' +
  'an item whose effect is uncertain is listed there. The log in the home folder says more.';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
