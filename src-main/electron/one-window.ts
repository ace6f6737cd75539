import { app } from 'electron';
import type { BrowserWindow } from 'electron';
import type { BridgeChannel } from './bridge-channel.ts';
import { recoverWindow } from './recover-window.ts';
import { createWindow, showConsole } from './window.ts';
import type { WindowParts } from './window.ts';

export type GoTo = (path?: string) => void;

/** The console has one window. Going somewhere opens it if need be and brings it to the front. */
export function keepOneWindow(channel: BridgeChannel, parts: WindowParts): GoTo {
  let window: BrowserWindow | undefined;
  app.on('activate', () => goTo());
  return goTo;

  function goTo(path?: string): void {
    if (window === undefined) return open(path ?? '/');
    if (path !== undefined) channel.navigate(window.webContents, path);
    if (window.isMinimized()) window.restore();
    window.focus();
  }

  function open(path: string): void {
    const opened = createWindow(parts);
    window = opened;
    opened.once('closed', () => {
      window = undefined;
    });
    channel.admit(opened.webContents);
    recoverWindow(opened, parts.log);
    showConsole(opened, path, parts.log);
  }
}
