import { app, BrowserWindow, Notification } from 'electron';
import type { ConsoleOptions } from '#main/compose/open-console.ts';
import { appId } from './app-id.ts';

interface DesktopNotices {
  readonly notify: NonNullable<ConsoleOptions['notify']>;
  /** The console is open before its window is: from here on a click leads to it. */
  readonly clicksLeadTo: (goTo: () => void) => void;
}

/** Tells on the desktop what nobody sees in a window. The page that comes to the front goes where the notice leads. */
export function desktopNotices(): DesktopNotices {
  /** One that is collected as garbage is never clicked. */
  const shown = new Set<Notification>();
  let goTo: (() => void) | undefined;

  return {
    notify({ title, says }, onClick) {
      if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return false;
      // Windows shows none of an app that it does not know: an installed one it knows by its shortcut's name for it.
      if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : process.execPath);
      const notification = new Notification({ title, body: says });
      shown.add(notification);
      notification.on('click', () => {
        shown.delete(notification);
        onClick();
        goTo?.();
      });
      notification.on('close', () => shown.delete(notification));
      notification.show();
      return true;
    },
    clicksLeadTo(path) {
      goTo = path;
    },
  };
}
