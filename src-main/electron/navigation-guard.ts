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
    const deny = (what: string) => (attempt: Attempt) => {
      if (attempt.isMainFrame && isConsoleUrl(attempt.url)) return;
      attempt.preventDefault();
      log.warn({ what }, 'denied a navigation');
    };
    contents.on('will-navigate', deny('will-navigate'));
    contents.on('will-frame-navigate', deny('will-frame-navigate'));
    contents.on('will-redirect', deny('will-redirect'));
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
      log.warn({ what: 'webview' }, 'denied a navigation');
    });
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url, log);
      return { action: 'deny' };
    });
  });
}
