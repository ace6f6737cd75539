import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { serveConsole } from '#main/electron/app-protocol.ts';
import { openBridgeChannel } from '#main/electron/bridge-channel.ts';
import { guardDownloads, guardNavigation } from '#main/electron/guards.ts';
import { listenForLinks } from '#main/electron/launch.ts';
import { keepOneWindow } from '#main/electron/window.ts';
import { aGate } from '#test/builders/a-gate.ts';
import type { GateUnderTest } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

export interface GuardedDesktop {
  readonly under: GateUnderTest;
  readonly window: BrowserWindow;
  /** Lists every navigation of the window since it opened, but not a return to the page that it was on. */
  readonly navigations: () => readonly unknown[];
}

/** Builds the desktop host as open-on-ready.ts does, with every guard, its window and the real gate. */
export function aGuardedDesktop(): GuardedDesktop {
  resetElectron();
  const log = aLog();
  const under = aGate();
  guardNavigation(log);
  guardDownloads(log);
  serveConsole(new Map([['/index.html', index]]), () => defaultPreferences, log);
  const channel = openBridgeChannel(under.gate, log);
  const goTo = keepOneWindow(channel, { preload: 'preload.cjs', home: aHome(), log, dark: false });
  listenForLinks(undefined).follow(goTo, log);
  const [window] = BrowserWindow.all;
  if (window === undefined) throw new Error('no window');
  window.loadURL.mockClear();
  const { send, loadURL } = window.webContents;
  const start = window.webContents.url;
  const navigations = () => [
    ...window.loadURL.mock.calls,
    ...loadURL.mock.calls.filter(([url]) => url !== start),
    ...send.mock.calls,
  ];
  return { under, window, navigations };
}

const index = { url: '/index.html', file: 'nowhere/index.html', contentType: 'text/html; charset=utf-8' };
