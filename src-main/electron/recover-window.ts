import { app, dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import type { Log } from '#main/log/open-log.ts';

/** A second crash within this time is a loop, and a loop is for a person to decide about. */
const calmMs = 60_000;

/** Work goes on in the main process, so a page that died is first reloaded without a word. */
export function recoverWindow(window: BrowserWindow, log: Log, now: () => number = Date.now): void {
  const contents = window.webContents;
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let endedByPerson = false;
  let question: AbortController | undefined;

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    question?.abort();
    if (reason === 'clean-exit') return;
    log.error({ reason, exitCode }, 'the page has crashed');
    if (endedByPerson) {
      endedByPerson = false;
      reload();
    } else if (now() - reloadedAt > calmMs) {
      reloadedAt = now();
      reload();
    } else {
      void act('The console has crashed twice', { Reload: reload, Quit: () => app.quit() });
    }
  });

  window.on('unresponsive', () => {
    if (question !== undefined) return;
    log.warn({}, 'the page does not respond');
    void act('The console does not respond', { Wait() {}, Reload: endAndReload, Quit: () => app.quit() });
  });

  window.on('responsive', () => question?.abort());

  function reload(): void {
    if (!window.isDestroyed()) contents.reload();
  }

  /** A page that hangs cannot unload itself; once it is ended, the handler above loads it again. */
  function endAndReload(): void {
    if (window.isDestroyed()) return;
    endedByPerson = true;
    contents.forcefullyCrashRenderer();
  }

  /** The dialog goes away by itself, and nothing is done, when the page comes back. */
  async function act(message: string, answers: Readonly<Record<string, () => void>>): Promise<void> {
    if (window.isDestroyed()) return;
    const mine = new AbortController();
    question = mine;
    const buttons = Object.keys(answers);
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        message,
        detail: 'Running jobs go on: they do not depend on this window. The log folder says more.',
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: mine.signal,
      });
      if (!mine.signal.aborted) answers[buttons[response] ?? '']?.();
    } catch (error) {
      log.error({ err: error }, 'could not ask about a page that crashed');
    } finally {
      if (question === mine) question = undefined;
    }
  }
}
