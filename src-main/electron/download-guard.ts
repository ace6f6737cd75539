import { session } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { isConsoleUrl } from './console-url.ts';

/** The page saves what it made itself, such as a CSV; a link to a file elsewhere is no navigation, and is denied here. */
export function guardDownloads(log: Log): void {
  session.defaultSession.on('will-download', (event, item) => {
    if (item.getURLChain().every(isMadeByThePage)) return;
    event.preventDefault();
    log.warn({}, 'denied a download');
  });
}

function isMadeByThePage(url: string): boolean {
  return url.startsWith('blob:') && isConsoleUrl(url.slice('blob:'.length));
}
