import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerOtherStarts } from '#main/home/running-console.ts';
import { debugSwitches } from '#main/electron/launch.ts';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  given,
  invoke,
  ipcChannels,
  Menu,
  nativeTheme,
  protocol,
  resetElectron,
  session,
} from '#test/stand-ins/electron.ts';

// The built console has this folder, which does not exist beside main.ts in the sources.
vi.mock('#main/web/renderer-files.ts', () => ({
  readRendererFiles: () => new Map(),
  lookUp: () => undefined,
}));

const main = fileURLToPath(new URL('../../../../src-main/electron/main.ts', import.meta.url));
const { argv } = process;
let home: string;
let printed: string;
let starts = 0;

beforeEach(() => {
  resetElectron();
  home = mkdtempSync(join(tmpdir(), 'sluice-main-'));
  printed = '';
  const print = (text: unknown): boolean => ((printed += String(text)), true);
  vi.spyOn(process.stderr, 'write').mockImplementation(print);
  vi.spyOn(process.stdout, 'write').mockImplementation(print);
  vi.spyOn(process, 'on').mockReturnThis();
  vi.stubGlobal('__VERSION__', '0.0.0-test');
});

afterEach(async () => {
  app.emit('will-quit', { preventDefault() {} });
  await vi.waitFor(() => expect(ipcChannels().length === 0 || app.quit.mock.calls.length > 0).toBe(true));
  vi.unstubAllGlobals();
  process.argv = argv;
  rmSync(home, { recursive: true, force: true });
});

/** Runs main.ts as a packaged app does, with the given flags. */
async function start(...flags: string[]): Promise<void> {
  starts += 1;
  process.argv = ['/opt/sluice', ...flags];
  await import(/* @vite-ignore */ `${main}?start=${starts}`);
}

async function started(): Promise<BrowserWindow> {
  await vi.waitFor(() => expect(BrowserWindow.all[0]?.loadURL).toHaveBeenCalled());
  const [window] = BrowserWindow.all;
  if (window === undefined) throw new Error('no window');
  return window;
}

describe('a start that is refused opens nothing and registers nothing', () => {
  afterEach(() => {
    expect(BrowserWindow.all).toEqual([]);
    expect(protocol.handle).not.toHaveBeenCalled();
    expect(app.whenReady).not.toHaveBeenCalled();
    expect(ipcChannels()).toEqual([]);
  });

  test('an unknown flag', async () => {
    await start('--read-onyl');
    expect(printed).toContain('--read-onyl');
    expect(app.exit.mock.calls).toEqual([[2]]);
  });

  test('--help', async () => {
    await start('--help');
    expect(printed).toContain('npm start');
    expect(app.exit.mock.calls).toEqual([[0]]);
  });

  test.each(debugSwitches)('packaged with --%s', async (name) => {
    app.isPackaged = true;
    given.switches.add(name);
    await start('--home', home);
    expect(printed).toContain(`--${name}`);
    expect(app.exit.mock.calls).toEqual([[1]]);
  });

  test('a home folder that cannot be used', async () => {
    await start('--home', join(main, 'not-a-folder'));
    expect(printed).toContain('not-a-folder');
    expect(app.exit.mock.calls).toEqual([[1]]);
  });

  test('a second instance, which hands over its arguments', async () => {
    given.lock = false;
    await start('--home', home, '--', 'sluice://batch/b-1');
    expect(app.requestSingleInstanceLock.mock.calls).toEqual([
      [{ given: ['--home', home, '--', 'sluice://batch/b-1'] }],
    ]);
    expect(app.exit.mock.calls).toEqual([[0]]);
    expect(printed).toBe('');
  });

  test('a second instance with a connection, which says in one line that it did not open it', async () => {
    given.lock = false;
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await start('--home', home, '--connection', 'staging');
    expect(printed).toMatch(/^The console is open already .*--connection staging had no effect.*\n$/);
    expect(stdout).not.toHaveBeenCalled();
    expect(app.exit.mock.calls).toEqual([[0]]);
  });
});

test.each(['linux', 'win32', 'darwin'] as const)(
  'a packaged app on %s shows that its home cannot be used',
  async (platform) => {
    const system = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    onTestFinished(() => system.mockRestore());
    app.isPackaged = true;
    let isReady: (() => void) | undefined;
    given.ready = new Promise((resolve) => (isReady = resolve));
    await start('--home', join(main, 'not-a-folder'));
    const boxes = dialog.showErrorBox.mock;
    // Linux prints a box instead of showing it until Electron is ready.
    expect(boxes.calls).toHaveLength(platform === 'linux' ? 0 : 1);
    isReady?.();
    await vi.waitFor(() => expect(app.exit.mock.calls).toEqual([[1]]));
    expect(boxes.calls).toEqual([
      [
        'Sluice cannot start',
        expect.stringMatching(/^The home folder .*not-a-folder .*--home DIR\.\n\nNo job/),
      ],
    ]);
    const [profile] = app.setPath.mock.calls.map(([, path]) => path);
    expect(profile === undefined || !existsSync(profile)).toBe(true);
    expect(BrowserWindow.all).toEqual([]);
  },
);

// Other systems open the browser by programs of their own.
if (process.platform === 'linux') {
  test('a window that meets a browser host leads the browser there, and leaves the page for it to read', async () => {
    const stop = await answerOtherStarts(home, () => ({ address: 'http://127.0.0.1:4100/#token=S3CRET' }));
    onTestFinished(stop);
    const opened = join(home, 'opened');
    writeFileSync(
      join(home, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`,
      {
        mode: 0o755,
      },
    );
    vi.stubEnv('DISPLAY', ':99');
    vi.stubEnv('PATH', `${home}:${process.env['PATH'] ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const listened = vi.spyOn(process, 'on').mockReturnThis();
    await start('--home', home);
    await vi.waitFor(() => expect(existsSync(opened)).toBe(true), { timeout: 10_000 });
    expect(app.exit.mock.calls).toEqual([[0]]);
    expect(printed).toContain(`Sluice already runs on ${home}.`);
    // The process ends here.
    for (const [event, listener] of listened.mock.calls) {
      if (String(event) === 'exit') listener();
    }
    expect(readFileSync(fileURLToPath(readFileSync(opened, 'utf8')), 'utf8')).toContain('#token=S3CRET');
    expect(BrowserWindow.all).toEqual([]);
  });
}

test('what Electron takes only before ready is done before ready', async () => {
  given.ready = new Promise(() => {});
  await start('--home', home);
  expect(app.enableSandbox).toHaveBeenCalledOnce();
  expect(crashReporter.start.mock.calls).toEqual([[{ uploadToServer: false }]]);
  expect(protocol.registerSchemesAsPrivileged).toHaveBeenCalledOnce();
  expect(app.listenerCount('open-url')).toBe(1);
  expect(app.listenerCount('second-instance')).toBe(1);
  expect(app.setPath.mock.calls).toEqual([['userData', join(home, 'electron')]]);
  expect(app.setPath.mock.invocationCallOrder[0]).toBeLessThan(
    app.requestSingleInstanceLock.mock.invocationCallOrder[0] ?? 0,
  );
  expect(BrowserWindow.all).toEqual([]);
});

test('a console with a home of its own does not ask for links', async () => {
  await start('--home', home);
  await started();
  expect(app.setAsDefaultProtocolClient).not.toHaveBeenCalled();
});

test('every guard is installed before the first window', async () => {
  let handled = false;
  BrowserWindow.created = (contents) => {
    handled =
      protocol.handle.mock.calls.length === 1 &&
      session.defaultSession.setPermissionRequestHandler.mock.calls.length === 1 &&
      session.defaultSession.setPermissionCheckHandler.mock.calls.length === 1 &&
      session.defaultSession.setDevicePermissionHandler.mock.calls.length === 1 &&
      session.defaultSession.setSpellCheckerLanguages.mock.calls.length === 1 &&
      session.defaultSession.listenerCount('will-download') === 1 &&
      ipcChannels().length === 1;
    app.emit('web-contents-created', { preventDefault() {} }, contents);
  };
  await start('--home', home);
  const window = await started();
  expect(handled).toBe(true);
  expect(window.webContents.setWindowOpenHandler).toHaveBeenCalledOnce();
  expect(window.webContents.listenerCount('will-navigate')).toBe(1);
  expect(window.loadURL.mock.calls).toEqual([['app://console/']]);
  expect(Menu.setApplicationMenu).toHaveBeenCalledOnce();
});

test('no server is asked for a spelling dictionary', async () => {
  await start('--home', home);
  await started();
  expect(session.defaultSession.setSpellCheckerLanguages.mock.calls).toEqual([[[]]]);
});

test('the window can use the console through the real gate, and a frame inside it cannot', async () => {
  await start('--home', home);
  const { webContents } = await started();
  const page = { origin: 'app://console', parent: null, detached: false };
  const call = { type: 'call', operation: 'session.current', input: {} };
  expect(await invoke('bridge', { sender: webContents, senderFrame: page }, call)).toMatchObject({
    ok: true,
    value: { host: 'electron', version: '0.0.0-test' },
  });
  expect(
    await invoke('bridge', { sender: webContents, senderFrame: { ...page, parent: page } }, call),
  ).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
});

test('a start while the console closes opens no window in it, and the console starts again', async () => {
  await start('--home', home);
  const window = await started();
  window.emit('closed');
  const second = () => app.emit('second-instance', { preventDefault() {} }, [], '/', { given: [] });
  app.emit('will-quit', { preventDefault() {} });
  second();
  expect(BrowserWindow.all).toHaveLength(1);
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(app.relaunch).toHaveBeenCalledOnce();
});

test.each([
  [
    'the last link that came meanwhile',
    ['sluice://batch/b-2', 'sluice://document/d-9'],
    ['--', 'sluice://document/d-9'],
  ],
  ['no link that was followed before', [], []],
] as const)('a console that starts again has its own arguments and %s', async (_, links, following) => {
  const second = (...link: string[]) =>
    app.emit('second-instance', { preventDefault() {} }, [], '/', { given: link });
  await start('--home', home, '--', 'sluice://batch/b-1');
  const window = await started();
  second('--', 'sluice://batch/b-1');
  window.emit('closed');
  app.emit('will-quit', { preventDefault() {} });
  for (const link of links) second('--', link);
  second();
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(BrowserWindow.all).toHaveLength(1);
  expect(app.relaunch.mock.calls).toEqual([[{ args: ['--home', home, ...following] }]]);
});

test('a link given at the start opens the window there', async () => {
  await start('--home', home, '--', 'sluice://batch/b-1');
  expect((await started()).loadURL.mock.calls).toEqual([['app://console/find?id=b-1&as=batch']]);
});

test.each([
  [true, '#0f1619'],
  [false, '#f9fbfc'],
])('system dark %s: the window starts on %s', async (dark, colour) => {
  nativeTheme.shouldUseDarkColors = dark;
  await start('--home', home);
  expect((await started()).options.backgroundColor).toBe(colour);
});

test('a connection that does not exist ends the start with the list of those that do', async () => {
  await start('--home', home, '--connection', 'nowhere');
  await vi.waitFor(() => expect(app.exit.mock.calls).toEqual([[2]]));
  expect(printed).toMatch(/"nowhere".*Known: local/);
  expect(BrowserWindow.all).toEqual([]);
});

test('an unpackaged run with --no-sandbox says that the system sandbox is off', async () => {
  given.switches.add('no-sandbox');
  await start('--home', home);
  const window = await started();
  expect(app.enableSandbox).not.toHaveBeenCalled();
  expect(printed).toContain('--no-sandbox');
  expect(window.options.webPreferences?.sandbox).toBe(true);
});
