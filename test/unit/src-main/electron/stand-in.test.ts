import type { App, BrowserWindow as RealWindow, WebContents as RealContents } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { listenLikeElectron } from '#test/stand-ins/electron-events.ts';
import { app, BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts';

beforeEach(resetElectron);

test('the stand-in emits to listeners that fit the typings of Electron', () => {
  const window = new BrowserWindow({});
  listenLikeElectron({
    app: app as unknown as App,
    contents: window.webContents as unknown as RealContents,
    window: window as unknown as RealWindow,
  });
  const listened = [app, window, window.webContents].map((emitter) => emitter.eventNames().length);
  expect(listened).toEqual([7, 5, 7]);
});
