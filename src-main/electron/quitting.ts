import { setTimeout } from 'node:timers/promises';
import { app } from 'electron';
import type { Log } from '#main/log/open-log.ts';

interface Closable {
  readonly log: Log;
  close(): Promise<void>;
}

const patienceMs = 5_000;

/** Journals and the audit trail are closed before the process ends, within reason. */
export function closeBeforeQuit(opened: Closable): void {
  let state: 'open' | 'closing' | 'closed' = 'open';

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
    await Promise.race([close(opened), setTimeout(patienceMs, undefined, { ref: false })]);
    state = 'closed';
    app.quit();
  }
}

async function close(opened: Closable): Promise<void> {
  try {
    await opened.close();
  } catch (error) {
    opened.log.error({ err: error }, 'the console did not close cleanly');
  }
}
