import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeBeforeQuit, exitOnFatalError } from '#main/electron/ending.ts';
import { CannotStart } from '#main/home/home-folder.ts';
import { app, dialog, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

beforeEach(resetElectron);

test.each(['uncaughtException', 'unhandledRejection'])(
  '%s is logged as fatal, printed, and ends the app',
  (event) => {
    const source = new EventEmitter();
    const log = aLog();
    exitOnFatalError(source).logTo(log);
    const error = new Error('tenant acme: secret detail');
    source.emit(event, error);
    expect(log.lines).toEqual([{ level: 'fatal', fields: { err: error }, message: 'Sluice has to close' }]);
    expect(dialog.showErrorBox).toHaveBeenCalledOnce();
    expect(JSON.stringify(dialog.showErrorBox.mock.calls)).not.toContain('secret');
    expect(app.exit.mock.calls).toEqual([[1]]);
  },
);

test('an error while ending does not start over', () => {
  const source = new EventEmitter();
  exitOnFatalError(source).logTo(aLog());
  dialog.showErrorBox.mockImplementation(() => void source.emit('uncaughtException', new Error('again')));
  source.emit('uncaughtException', new Error('first'));
  expect(dialog.showErrorBox).toHaveBeenCalledOnce();
  expect(app.exit).toHaveBeenCalledOnce();
});

test('before there is a log, the error goes to standard error', () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  exitOnFatalError(new EventEmitter()).couldNotStart(new Error('renderer is missing'));
  expect(stderr).toHaveBeenCalledExactlyOnceWith('Sluice cannot start: renderer is missing\n');
  expect(dialog.showErrorBox.mock.calls).toEqual([['Sluice cannot start', 'renderer is missing']]);
  expect(app.exit.mock.calls).toEqual([[1]]);
});

test('a packaged app shows why it cannot start, because it has no terminal', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  app.isPackaged = true;
  exitOnFatalError(new EventEmitter()).couldNotStart(new CannotStart('The log cannot be opened: EACCES.'));
  expect(dialog.showErrorBox.mock.calls).toEqual([
    [
      'Sluice cannot start',
      'The log cannot be opened: EACCES.\n\nNo job was resumed, and nothing was changed.',
    ],
  ]);
  expect(app.exit.mock.calls).toEqual([[2]]);
});

test('a wrong connection id is answered on the command line', () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  exitOnFatalError(new EventEmitter()).couldNotStart(new CannotStart('There is no connection "x".'));
  expect(stderr).toHaveBeenCalledExactlyOnceWith('There is no connection "x".\n');
  expect(dialog.showErrorBox).not.toHaveBeenCalled();
  expect(app.exit.mock.calls).toEqual([[2]]);
});

function quit(): boolean {
  const preventDefault = vi.fn<() => void>();
  app.emit('will-quit', { preventDefault });
  return preventDefault.mock.calls.length === 0;
}

test('quitting waits until the console is closed', async () => {
  let closed: (() => void) | undefined;
  const close = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve) => {
        closed = resolve;
      }),
  );
  closeBeforeQuit({ log: aLog(), close });
  expect(quit()).toBe(false);
  expect(quit()).toBe(false);
  expect(close).toHaveBeenCalledOnce();
  expect(app.quit).not.toHaveBeenCalled();
  closed?.();
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(quit()).toBe(true);
});

test('quitting waits for the slowest close of all parts, and no longer than a quarter of a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // The jobs, the held messages, the last anchor and the sandbox have their own limits, which add up to this.
  const slowest = 12_000;
  closeBeforeQuit({ log: aLog(), close: () => new Promise(() => {}) });
  quit();
  await vi.advanceTimersByTimeAsync(slowest);
  expect(app.quit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000 - slowest);
  expect(app.quit).toHaveBeenCalledOnce();
});

test('a console that fails to close does not keep the app open', async () => {
  const log = aLog();
  closeBeforeQuit({ log, close: () => Promise.reject(new Error('disk full')) });
  quit();
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(log.lines.map(({ level }) => level)).toEqual(['error']);
});

test.each([
  ['linux', 1],
  ['win32', 1],
  ['darwin', 0],
] as const)('closing the last window on %s', (platform, quits) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  closeBeforeQuit({ log: aLog(), close: () => Promise.resolve() });
  app.emit('window-all-closed');
  expect(app.quit).toHaveBeenCalledTimes(quits);
});
