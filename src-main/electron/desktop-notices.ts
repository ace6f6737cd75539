import { app, BrowserWindow, Notification } from 'electron';
import type { ConsoleOptions } from '#main/compose/open-console.ts';
import { appId } from './app-id.ts';

interface DesktopNotices {
  readonly notify: NonNullable<ConsoleOptions['notify']>;
  /** Sets the target of a click. The console opens before its window, so this comes later. */
  readonly clicksLeadTo: (goTo: () => void) => void;
}

/**
 * Shows notices on the desktop while no window has the focus. A click brings the page to the front at the place the
 * notice names.
 */
export function desktopNotices(): DesktopNotices {
  /** The set keeps notifications referenced, because one that is garbage collected never receives its click. */
  const shown = new Set<Notification>();
  let goTo: (() => void) | undefined;

  return {
    notify({ title, says }, onClick) {
      if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return false;
      // Windows only shows notifications of an app it knows; it knows an installed one by the id in its shortcut.
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
