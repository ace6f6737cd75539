import type { BrowserWindow as RealWindow, RenderProcessGoneDetails } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { logLostChildProcesses } from '#main/electron/child-processes.ts';
import { recoverWindow } from '#main/electron/recover-window.ts';
import { app, BrowserWindow, dialog, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';
import type { RecordingLog } from './recording-log.ts';

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

test('a second crash soon after asks, and does not reload by itself', async () => {
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
