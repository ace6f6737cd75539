import { shell } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { externalUrlAllowed } from './external-url.ts';

export function openExternal(url: string, log: Log): void {
  if (!externalUrlAllowed(url)) {
    log.warn({ protocol: URL.canParse(url) ? new URL(url).protocol : 'none' }, 'refused to open an address');
    return;
  }
  // Not from inside the window-open handler: the page waits for that one to return.
  setImmediate(() => {
    shell.openExternal(new URL(url).href).catch((error: unknown) => {
      log.warn({ err: error }, 'the system could not open an address');
    });
  });
}
