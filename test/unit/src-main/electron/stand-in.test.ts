import type {
  App,
  BrowserWindow as RealWindow,
  Session as RealSession,
  WebContents as RealContents,
} from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { listenLikeElectron } from '#test/stand-ins/electron-events.ts';
import { app, BrowserWindow, resetElectron, session } from '#test/stand-ins/electron.ts';

beforeEach(resetElectron);

test('the stand-in emits to listeners that fit the typings of Electron', () => {
  const window = new BrowserWindow({});
  listenLikeElectron({
    app: app as unknown as App,
    contents: window.webContents as unknown as RealContents,
    session: session.defaultSession as unknown as RealSession,
    window: window as unknown as RealWindow,
  });
  const listened = [app, window, window.webContents, session.defaultSession].map(
    (emitter) => emitter.eventNames().length,
  );
  expect(listened).toEqual([7, 5, 9, 1]);
});
