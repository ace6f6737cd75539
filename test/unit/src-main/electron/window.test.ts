import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow as RealWindow, RenderProcessGoneDetails } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BridgeChannel } from '#main/electron/bridge-channel.ts';
import { logLostChildProcesses } from '#main/electron/ending.ts';
import { background, bandHeight, keepOneWindow, recoverWindow } from '#main/electron/window.ts';
import { app, BrowserWindow, dialog, given, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog, type RecordingLog } from './recording-log.ts';

describe('the window', () => {
  const channel = { admit: vi.fn<BridgeChannel['admit']>(), navigate: vi.fn<BridgeChannel['navigate']>() };
  let home: string;
  let log: RecordingLog;

  beforeEach(() => {
    resetElectron();
    home = mkdtempSync(join(tmpdir(), 'sluice-window-'));
    log = aLog();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function open(path?: string, dark = false): { window: BrowserWindow; goTo: (path?: string) => void } {
    const goTo = keepOneWindow(channel, { preload: '/out/preload.cjs', home, dark, log });
    goTo(path);
    const [window] = BrowserWindow.all;
    if (window === undefined) throw new Error('no window was opened');
    return { window, goTo };
  }

  test.each([
    [false, true],
    [true, false],
  ])('packaged %s: every web preference is spelt out', (packaged, devTools) => {
    app.isPackaged = packaged;
    expect(open().window.options.webPreferences).toEqual({
      preload: '/out/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools,
      spellcheck: false,
    });
  });

  test('no object is spread into a window, and only one file makes windows', () => {
    const folder = 'src-main/electron';
    const makers = readdirSync(folder).filter((name) =>
      /new (BrowserWindow|BaseWindow|WebContentsView)\b/.test(readFileSync(join(folder, name), 'utf8')),
    );
    expect(makers).toEqual(['window.ts']);
    const source = readFileSync(join(folder, 'window.ts'), 'utf8');
    const options = /new BrowserWindow\(\{([\s\S]*?)\n {2}\}\);/.exec(source)?.[1];
    expect(options).toMatch(/webPreferences: \{\n/);
    expect(options).not.toContain('...');
  });

  test("the environment band is the title bar, in the tokens' measures", () => {
    const tokens = readFileSync('src-renderer/styles/tokens.css', 'utf8');
    expect(/--h-band: (\d+)px/.exec(tokens)?.[1]).toBe(String(bandHeight));
    expect(/--bg: light-dark\((#\w+), (#\w+)\)/.exec(tokens)?.slice(1)).toEqual([
      background.light,
      background.dark,
    ]);
    expect(open().window.options).toMatchObject({
      titleBarStyle: 'hidden',
      titleBarOverlay: { height: bandHeight, color: '#00000000' },
      minWidth: 1100,
      minHeight: 700,
    });
  });

  test.each([
    [true, background.dark],
    [false, background.light],
  ])('dark %s: starts on the colour of its theme', (dark, colour) => {
    expect(open(undefined, dark).window.options.backgroundColor).toBe(colour);
  });

  test('is shown when it has something to show', () => {
    const { window } = open('/triage');
    expect(window.options.show).toBe(false);
    expect(window.loadURL.mock.calls).toEqual([['app://console/triage']]);
    expect(window.show).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    expect(window.show).toHaveBeenCalledOnce();
    expect(window.maximize).not.toHaveBeenCalled();
  });

  test('is known to the bridge before its page can call', () => {
    channel.admit.mockClear();
    const order: string[] = [];
    channel.admit.mockImplementationOnce(() => void order.push('admitted'));
    const { window } = open();
    order.push('loaded');
    expect(order).toEqual(['admitted', 'loaded']);
    expect(channel.admit).toHaveBeenCalledExactlyOnceWith(window.webContents);
  });

  test('comes back where it was left, maximised or not', () => {
    const first = open().window;
    first.bounds = { x: 40, y: 60, width: 1300, height: 800 };
    first.maximized = true;
    first.emit('close', { preventDefault() {} });

    BrowserWindow.all = [];
    const { window } = open();
    expect(window.options).toMatchObject({ x: 40, y: 60, width: 1300, height: 800 });
    window.emit('ready-to-show');
    expect(window.maximize).toHaveBeenCalledOnce();
  });

  test('a malformed window.json does not stop it', () => {
    writeFileSync(join(home, 'window.json'), '{"x":"left"}');
    expect(open().window.options).toMatchObject({ width: 1440, height: 900 });
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  });

  test('a screen smaller than the minimum is still enough', () => {
    given.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1024, height: 640 } }];
    expect(open().window.options).toMatchObject({ width: 1024, height: 640, minWidth: 1024, minHeight: 640 });
  });

  test('navigation uses the existing window and brings it to the front', () => {
    const { window, goTo } = open();
    window.minimized = true;
    goTo('/review');
    expect(BrowserWindow.all).toHaveLength(1);
    expect(channel.navigate).toHaveBeenLastCalledWith(window.webContents, '/review');
    expect(window.restore).toHaveBeenCalledOnce();
    expect(window.focus).toHaveBeenCalledOnce();
  });

  test('after the window was closed, the next navigation opens another', () => {
    const { window } = open();
    window.emit('closed');
    app.emit('activate', { preventDefault() {} }, false);
    expect(BrowserWindow.all).toHaveLength(2);
  });

  test('a page that does not load is logged', async () => {
    BrowserWindow.loadError = new Error('ERR_FAILED');
    open();
    await vi.waitFor(() => expect(log.lines.map(({ level }) => level)).toEqual(['error']));
  });
});

describe('a window whose page is lost', () => {
  const nothing = { preventDefault() {} };
  let window: BrowserWindow;
  let log: RecordingLog;
  let time: number;

  beforeEach(() => {
    resetElectron();
    window = new BrowserWindow({});
    log = aLog();
    time = 0;
    recoverWindow(window as unknown as RealWindow, log, () => time);
  });

  function crash(reason: RenderProcessGoneDetails['reason'] = 'crashed'): void {
    window.webContents.emit('render-process-gone', nothing, { reason, exitCode: 5 });
  }

  function answer(response: number): void {
    dialog.showMessageBox.mockResolvedValueOnce({ response, checkboxChecked: false });
  }

  interface Asked {
    buttons: string[];
    signal: AbortSignal;
  }

  function asked(): Asked[] {
    return (dialog.showMessageBox.mock.calls as unknown as [unknown, Asked][]).map(([, options]) => options);
  }

  const reload = () => window.webContents.reload;

  test.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'launch-failed', 'memory-eviction'] as const)(
    'a page that is gone (%s) is reloaded once without a question',
    (reason) => {
      crash(reason);
      expect(reload()).toHaveBeenCalledOnce();
      expect(asked()).toEqual([]);
      expect(log.lines).toEqual([
        { level: 'error', fields: { reason, exitCode: 5 }, message: 'the page has crashed' },
      ]);
    },
  );

  test('a page that ended in order is left alone', () => {
    crash('clean-exit');
    expect(reload()).not.toHaveBeenCalled();
    expect(log.lines).toEqual([]);
  });

  test('a second crash soon after asks, and does not reload automatically', async () => {
    answer(0);
    crash();
    time += 59_000;
    crash();
    expect(reload()).toHaveBeenCalledOnce();
    expect(asked()[0]?.buttons).toEqual(['Reload', 'Quit']);
    await vi.waitFor(() => expect(reload()).toHaveBeenCalledTimes(2));
    expect(app.quit).not.toHaveBeenCalled();
  });

  test('a page that crashes at every load asks at every load', async () => {
    for (let n = 0; n < 5; n += 1) {
      answer(0);
      crash();
      await vi.waitFor(() => expect(reload()).toHaveBeenCalledTimes(n + 1));
    }
    expect(asked()).toHaveLength(4);
  });

  test('quit is an answer', async () => {
    answer(1);
    crash();
    crash();
    await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce());
    expect(reload()).toHaveBeenCalledOnce();
  });

  test('a crash long after the last one is forgiven', () => {
    crash();
    time += 61_000;
    crash();
    expect(reload()).toHaveBeenCalledTimes(2);
    expect(asked()).toEqual([]);
  });

  test('a page that hangs can be waited for', async () => {
    answer(0);
    window.emit('unresponsive');
    await vi.waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.buttons).toEqual(['Wait', 'Reload', 'Quit']);
    expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  test('a page that hangs is ended and loaded again, which does not count as a crash', async () => {
    answer(1);
    window.emit('unresponsive');
    await vi.waitFor(() => expect(window.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce());
    crash('killed');
    crash();
    expect(reload()).toHaveBeenCalledTimes(2);
    expect(asked()).toHaveLength(1);
  });

  test('the question is asked once, and goes away when the page comes back', async () => {
    let close: ((value: { response: number; checkboxChecked: boolean }) => void) | undefined;
    dialog.showMessageBox.mockReturnValueOnce(
      new Promise((resolve) => {
        close = resolve;
      }),
    );
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(asked()).toHaveLength(1);
    window.emit('responsive');
    expect(asked()[0]?.signal.aborted).toBe(true);
    close?.({ response: 1, checkboxChecked: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  });

  test('a window that is gone is not asked about', () => {
    window.destroyed = true;
    crash();
    crash();
    expect(reload()).not.toHaveBeenCalled();
    expect(asked()).toEqual([]);
  });

  test('a dialog that fails is logged', async () => {
    dialog.showMessageBox.mockRejectedValueOnce(new Error('no display'));
    crash();
    crash();
    await vi.waitFor(() => expect(log.lines.at(-1)?.message).toMatch(/could not ask/));
  });

  test('lost child processes are logged, and Chromium brings them back', () => {
    logLostChildProcesses(log);
    app.emit('child-process-gone', nothing, { type: 'GPU', reason: 'crashed', exitCode: 139 });
    app.emit('child-process-gone', nothing, { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect(log.lines.map(({ fields }) => fields['type'])).toEqual(['GPU']);
    expect(dialog.showMessageBox).not.toHaveBeenCalled();
  });
});
