import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { installMenu, menuTemplate } from '#main/electron/menu.ts';
import { app, Menu, resetElectron, shell } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

beforeEach(resetElectron);

const actions = {
  goTo: vi.fn<(path: string) => void>(),
  openLogFolder: vi.fn<() => void>(),
  openAwsDocumentation: vi.fn<() => void>(),
};

/** Roles bring their own translated labels, so they are shown in brackets here. */
function labels(items: readonly MenuItemConstructorOptions[]): unknown[] {
  return items
    .filter(({ type, visible }) => type !== 'separator' && visible !== false)
    .map(({ label, role, submenu }) => {
      const name: unknown[] = [label ?? `[${role}]`];
      return Array.isArray(submenu) ? name.concat(labels(submenu)) : name[0];
    });
}

function item(items: readonly MenuItemConstructorOptions[], label: string): MenuItemConstructorOptions {
  const all = items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  const found = all.find((entry) => entry.label === label);
  if (found === undefined) throw new Error(`no menu item "${label}"`);
  return found;
}

const view = ['View', '[reload]', '[resetZoom]', '[zoomIn]', '[zoomOut]', '[togglefullscreen]'];
const go = [
  'Go',
  'Today',
  'Triage',
  'Incidents',
  'Review',
  'Dead letters',
  'Downloads',
  'Workflows',
  'Costs',
  'Monitor',
  'Explorer',
  'Activity',
  'Help',
  'Settings',
];

test('on Windows and Linux', () => {
  expect(labels(menuTemplate('linux', true, actions))).toEqual([
    ['File', '[quit]'],
    '[editMenu]',
    view,
    go,
    '[windowMenu]',
    ['[help]', 'Guide', 'Welcome', 'AWS documentation', 'Open the log folder', '[about]'],
  ]);
});

test('on macOS the first menu is the app', () => {
  expect(labels(menuTemplate('darwin', true, actions))).toEqual([
    '[appMenu]',
    '[editMenu]',
    view,
    go,
    '[windowMenu]',
    ['[help]', 'Guide', 'Welcome', 'AWS documentation', 'Open the log folder'],
  ]);
});

test.each([
  [true, false],
  [false, true],
])('packaged %s: developer tools are offered %s', (packaged, offered) => {
  expect(JSON.stringify(menuTemplate('linux', packaged, actions)).includes('toggleDevTools')).toBe(offered);
});

test('every page has a place in the menu and no two share a shortcut', () => {
  const template = menuTemplate('linux', true, actions);
  for (const label of go.slice(1)) item(template, label).click?.({} as never, undefined, {});
  expect(actions.goTo.mock.calls.map(([path]) => path)).toEqual([
    '/today',
    '/triage',
    '/incidents',
    '/review',
    '/dead-letters',
    '/downloads',
    '/workflows',
    '/costs',
    '/monitor',
    '/explorer',
    '/activity',
    '/help',
    '/settings',
  ]);
  const keys = go
    .slice(1)
    .map((label) => item(template, label).accelerator)
    .filter((key) => key !== undefined);
  expect(new Set(keys).size).toBe(keys.length);
  expect(item(template, 'Settings').accelerator).toBe('CmdOrCtrl+,');
});

test('is installed with working entries', async () => {
  const log = aLog();
  installMenu({ goTo: actions.goTo, home: '/home/someone/.config/sluice', version: '1.2.3', log });
  expect(Menu.setApplicationMenu).toHaveBeenCalledOnce();
  const [template] = Menu.buildFromTemplate.mock.lastCall ?? [[]];
  const items = template as MenuItemConstructorOptions[];

  item(items, 'AWS documentation').click?.({} as never, undefined, {});
  await vi.waitFor(() => expect(shell.openExternal.mock.calls).toEqual([['https://docs.aws.amazon.com/']]));

  shell.openPath.mockResolvedValueOnce('No application found');
  item(items, 'Open the log folder').click?.({} as never, undefined, {});
  expect(shell.openPath.mock.calls).toEqual([[join('/home/someone/.config/sluice', 'log')]]);
  await vi.waitFor(() => expect(log.lines.map(({ level }) => level)).toEqual(['warn']));
});

test('knows whether the app is packaged', () => {
  app.isPackaged = true;
  installMenu({ goTo: actions.goTo, home: '/h', version: '1.2.3', log: aLog() });
  expect(JSON.stringify(Menu.buildFromTemplate.mock.lastCall)).not.toContain('toggleDevTools');
});

test('the view is made larger with the plus key and with the key that it shares, without Shift', () => {
  const [, , { submenu } = {}] = menuTemplate('linux', true, actions);
  const larger = (Array.isArray(submenu) ? submenu : []).filter(({ role }) => role === 'zoomIn');
  expect(larger.map(({ accelerator, visible }) => [accelerator, visible])).toEqual([
    [undefined, undefined],
    ['CmdOrCtrl+=', false],
  ]);
});

test('the about panel names Sluice, its version and Electron', () => {
  installMenu({ goTo: actions.goTo, home: '/h', version: '1.2.3', log: aLog() });
  expect(app.setAboutPanelOptions.mock.calls).toEqual([
    [
      expect.objectContaining({
        applicationName: 'Sluice',
        applicationVersion: '1.2.3',
        version: expect.stringMatching(/^Electron /),
      }),
    ],
  ]);
});
