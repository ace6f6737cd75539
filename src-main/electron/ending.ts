import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { longestClosing } from '#local/host/pocket-aws-in-worker.ts';
import { longestAnchoring } from '#main/audit/anchor-chain.ts';
import { longestRelease } from '#main/compose/open-acting.ts';
import { CannotStart } from '#main/home/home-folder.ts';
import { pace } from '#main/jobs/pace.ts';
import type { Log } from '#main/log/open-log.ts';
import { listArgumentsAgain, type Links } from './launch.ts';

interface Closable {
  readonly log: Log;
  close(): Promise<void>;
}

const forTheRestMs = 3_000;
/** Each part of closing limits its own wait, and they wait one after the other. */
const patienceMs = pace.farewell + longestRelease + longestAnchoring + longestClosing + forTheRestMs;

/**
 * Closes the journals and the audit trail before the process ends, within a time limit. Returns whether a window may open:
 * one that is asked for while the console closes would vanish with it, so the app starts again instead, with the link
 * that came meanwhile.
 */
export function closeBeforeQuit(
  opened: Closable,
  findLink: Links['findWaiting'] = () => undefined,
): () => boolean {
  let state: 'open' | 'closing' | 'closed' = 'open';
  let startsAgain = false;

  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'open') void closeAndQuit();
  });

  async function closeAndQuit(): Promise<void> {
    state = 'closing';
    await Promise.race([close(opened), passTime(patienceMs)]);
    state = 'closed';
    // An AppImage's own program lies in a folder that goes away with this process.
    const { APPIMAGE } = process.env;
    const args = listArgumentsAgain(process.argv, findLink());
    if (startsAgain) app.relaunch({ args, ...(APPIMAGE !== undefined && { execPath: APPIMAGE }) });
    app.quit();
  }

  return () => {
    if (state !== 'open') startsAgain = true;
    return state === 'open';
  };
}

function passTime(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

async function close(opened: Closable): Promise<void> {
  try {
    await opened.close();
  } catch (error) {
    opened.log.error({ err: error }, 'the console did not close cleanly');
  }
}

/** A packaged app is started without a terminal, where a person would read why it ends. */
function showWhyNot(problem: string): void {
  if (!app.isPackaged) return;
  dialog.showErrorBox(cannotStart, `${problem}\n\nNo job was resumed, and nothing was changed.`);
}

/** Ends a start before Electron is ready, for a reason that a person can do something about. */
export function endBeforeReady(problem: string, exitCode: 1 | 2): void {
  process.stderr.write(`${problem}\n`);
  if (app.isPackaged && process.platform === 'linux') return void endOnceReady(problem, exitCode);
  showWhyNot(problem);
  app.exit(exitCode);
}

/** Linux shows no box before Electron is ready, and until then Chromium needs a folder for its profile. */
async function endOnceReady(problem: string, exitCode: 1 | 2): Promise<void> {
  let profile: string | undefined;
  try {
    profile = mkdtempSync(join(tmpdir(), 'sluice-'));
    app.setPath('userData', profile);
    await app.whenReady();
    showWhyNot(problem);
  } finally {
    if (profile !== undefined) rmSync(profile, { recursive: true, force: true });
    app.exit(exitCode);
  }
}

export interface FatalErrors {
  /** Before there is a log, errors can only go to standard error. */
  logTo(log: Log): void;
  couldNotStart(error: unknown): void;
}

/** After an uncaught error the state is unknown, and continuing could repeat or lose an action. */
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
      if (!(error instanceof CannotStart)) return end(error, cannotStart, describeError(error));
      // A mistake on the command line is answered on the command line.
      process.stderr.write(`${error.message}\n`);
      showWhyNot(error.message);
      app.exit(2);
    },
  };

  function end(error: unknown, title: string, text: string): void {
    if (ending) return;
    ending = true;
    log?.fatal({ err: error }, title);
    if (log === undefined) process.stderr.write(`${title}: ${describeError(error)}\n`);
    dialog.showErrorBox(title, text);
    app.exit(1);
  }
}

const cannotStart = 'Sluice cannot start';

const unforeseen =
  'It hit an unexpected error. Jobs are journalled and continue at the next start; ' +
  'an item whose effect is uncertain is listed there. See the log in the home folder.';

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Chromium restarts its GPU, network and similar processes automatically, so nothing needs to be asked. */
export function logLostChildProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') log.error({ type, reason, exitCode, name }, 'a child process has gone');
  });
}
