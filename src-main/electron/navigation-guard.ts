import { app } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { isConsoleUrl } from './console-url.ts';
import { openExternal } from './open-external.ts';

interface Attempt {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/** The console's page never leaves its origin, holds no frame and opens no window. */
export function guardNavigation(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (attempt) => stayAtHome('will-navigate', attempt, log));
    contents.on('will-frame-navigate', (attempt) => stayAtHome('will-frame-navigate', attempt, log));
    contents.on('will-redirect', (attempt) => stayAtHome('will-redirect', attempt, log));
    contents.on('will-attach-webview', (attempt) => deny('webview', attempt, log));
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url, log);
      return { action: 'deny' };
    });
  });
}

function stayAtHome(what: string, attempt: Attempt, log: Log): void {
  if (!attempt.isMainFrame || !isConsoleUrl(attempt.url)) deny(what, attempt, log);
}

function deny(what: string, attempt: Pick<Attempt, 'preventDefault'>, log: Log): void {
  attempt.preventDefault();
  log.warn({ what }, 'denied a navigation');
}
