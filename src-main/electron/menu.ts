import { join } from 'node:path';
import { app, Menu, shell } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import { pages } from '#shared/domain/screens.ts';
import type { Log } from '#main/log/open-log.ts';
import { openExternal } from './guards.ts';

interface MenuActions {
  readonly goTo: (path: string) => void;
  readonly openLogFolder: () => void;
  readonly openAwsDocumentation: () => void;
}

interface MenuParts {
  readonly goTo: (path: string) => void;
  readonly home: string;
  readonly version: string;
  readonly log: Log;
}

export function installMenu({ goTo, home, version, log }: MenuParts): void {
  // Without these, the panel of an app that is started by path is about Electron.
  app.setAboutPanelOptions({
    applicationName: 'Sluice',
    applicationVersion: version,
    version: `Electron ${process.versions['electron'] ?? 'unknown'}`,
    copyright: 'The Sluice contributors. Apache-2.0.',
  });
  const template = menuTemplate(process.platform, app.isPackaged, {
    goTo,
    openLogFolder() {
      shell.openPath(join(home, 'log')).then(
        (problem) => problem !== '' && log.warn({ problem }, 'could not open the log folder'),
        (error: unknown) => log.warn({ err: error }, 'could not open the log folder'),
      );
    },
    openAwsDocumentation: () => openExternal('https://docs.aws.amazon.com/', log),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Windows and Linux hide the menu bar with the title bar, but its shortcuts still work. */
export function menuTemplate(
  platform: NodeJS.Platform,
  packaged: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  return [
    mac ? { role: 'appMenu' } : { label: 'File', submenu: [{ role: 'quit' }] },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(packaged) },
    { label: 'Go', submenu: pages.map((page, at) => pageItem(page, at, actions.goTo)) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Guide', click: () => actions.goTo('/help') },
        { label: 'Welcome', click: () => actions.goTo('/welcome') },
        { label: 'AWS documentation', click: actions.openAwsDocumentation },
        { label: 'Open the log folder', click: actions.openLogFolder },
        ...(mac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ];
}

function viewItems(packaged: boolean): MenuItemConstructorOptions[] {
  return [
    { role: 'reload' },
    ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // The role listens for Ctrl and plus, which most keyboards type with Shift; browsers take the key without it, too.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}

function pageItem(
  { title, path }: { title: string; path: string },
  at: number,
  goTo: (path: string) => void,
): MenuItemConstructorOptions {
  const item = { label: title, click: () => goTo(path) };
  const key = path === '/settings' ? ',' : at < 9 ? String(at + 1) : undefined;
  return key === undefined ? item : { ...item, accelerator: `CmdOrCtrl+${key}` };
}
