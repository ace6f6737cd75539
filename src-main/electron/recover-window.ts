import { app, dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import type { Log } from '#main/log/open-log.ts';

/** A second crash within this time is a loop, and a loop is for a person to decide about. */
const calmMs = 60_000;

/** Work goes on in the main process, so a page that died is first reloaded without a word. */
export function recoverWindow(window: BrowserWindow, log: Log, now: () => number = Date.now): void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let endedByPerson = false;
  let waiting: AbortController | undefined;

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    waiting?.abort();
    if (reason === 'clean-exit') return;
    log.error({ reason, exitCode }, 'the page has crashed');
    if (endedByPerson || now() - reloadedAt > calmMs) {
      if (!endedByPerson) reloadedAt = now();
      endedByPerson = false;
      return reload();
    }
    ask('The console has crashed twice', ['Reload', 'Quit']).then((answer) => {
      if (answer === 'Reload') reload();
      if (answer === 'Quit') app.quit();
    }, failed);
  });

  window.on('unresponsive', () => {
    if (waiting !== undefined) return;
    log.warn({}, 'the page does not respond');
    ask('The console does not respond', ['Wait', 'Reload', 'Quit']).then((answer) => {
      if (answer === 'Reload') {
        // A page that hangs cannot unload itself; the handler above loads it again.
        endedByPerson = true;
        window.webContents.forcefullyCrashRenderer();
      }
      if (answer === 'Quit') app.quit();
    }, failed);
  });

  window.on('responsive', () => waiting?.abort());

  function reload(): void {
    if (!window.isDestroyed()) window.webContents.reload();
  }

  /** The dialog goes away by itself, with no answer, when the page comes back. */
  async function ask(message: string, buttons: string[]): Promise<string | undefined> {
    if (window.isDestroyed()) return undefined;
    const current = new AbortController();
    waiting = current;
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        message,
        detail: 'Running jobs go on: they do not depend on this window. The log folder says more.',
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: current.signal,
      });
      return current.signal.aborted ? undefined : buttons[response];
    } finally {
      if (waiting === current) waiting = undefined;
    }
  }

  function failed(error: unknown): void {
    log.error({ err: error }, 'could not ask about a page that crashed');
  }
}
