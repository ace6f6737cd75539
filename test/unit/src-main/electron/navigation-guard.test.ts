import { beforeEach, describe, expect, test, vi } from 'vitest';
import { guardNavigation } from '#main/electron/navigation-guard.ts';
import { app, resetElectron, shell, WebContents } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';
import type { RecordingLog } from './recording-log.ts';

let contents: WebContents;
let log: RecordingLog;

beforeEach(() => {
  resetElectron();
  log = aLog();
  guardNavigation(log);
  contents = new WebContents();
  app.emit('web-contents-created', { preventDefault() {} }, contents);
});

const navigations = ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const;

function attempt(event: (typeof navigations)[number], url: string, isMainFrame = true): boolean {
  const preventDefault = vi.fn<() => void>();
  contents.emit(event, { url, isMainFrame, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

function openWindow(url: string): unknown {
  const [handler] = contents.setWindowOpenHandler.mock.lastCall ?? [];
  return handler?.({ url } as never);
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each(navigations)('%s', (event) => {
  test.each(['app://console/', 'app://console/triage?status=failed', 'app://console/find?id=b-1#x'])(
    'stays on %s',
    (url) => {
      expect(attempt(event, url)).toBe(false);
    },
  );

  test.each([
    'https://docs.aws.amazon.com/',
    'app://console.evil.example/',
    'app://user@console/',
    'blob:app://console/1-2-3',
  ])('denies %j', (url) => {
    expect(attempt(event, url)).toBe(true);
  });

  test('denies a frame inside the page even its own origin', () => {
    expect(attempt(event, 'app://console/', false)).toBe(true);
    expect(log.lines).toEqual([{ level: 'warn', fields: { what: event }, message: 'denied a navigation' }]);
  });
});

test('denies webviews', () => {
  const preventDefault = vi.fn<() => void>();
  contents.emit('will-attach-webview', { preventDefault }, {}, {});
  expect(preventDefault).toHaveBeenCalledOnce();
});

test('opens no window, and hands an allowed address to the system in its checked form', async () => {
  expect(openWindow('HTTPS://DOCS.AWS.AMAZON.COM/sqs')).toEqual({ action: 'deny' });
  expect(shell.openExternal).not.toHaveBeenCalled();
  await settled();
  expect(shell.openExternal.mock.calls).toEqual([['https://docs.aws.amazon.com/sqs']]);
});

test('a refused address stays out of the log; it can hold data of a document', () => {
  openWindow('https://evil.example/?secret=1');
  expect(JSON.stringify(log.lines)).not.toContain('secret');
});

test('a system that cannot open an address is logged', async () => {
  shell.openExternal.mockRejectedValueOnce(new Error('no browser'));
  openWindow('https://docs.aws.amazon.com/');
  await vi.waitFor(() => expect(log.lines.at(-1)?.message).toMatch(/could not open/));
});
