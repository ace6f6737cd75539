import { beforeEach, expect, test, vi } from 'vitest';
import { appId } from '#main/electron/app-id.ts';
import { desktopNotices } from '#main/electron/desktop-notices.ts';
import type { Notice } from '#shared/contract/monitor.ts';
import { app, BrowserWindow, Notification, resetElectron } from '#test/stand-ins/electron.ts';

const notice: Notice = {
  number: 1,
  kind: 'alarm',
  at: '2026-11-20T14:25:00.000Z',
  title: 'Alarm: documents-dlq-not-empty',
  says: 'There are dead letters of documents.',
  place: { desk: 'dead-letters', queue: 'documents-dlq' },
  onDesktop: false,
};

beforeEach(resetElectron);

test('notices appear on the desktop while no window is in front', () => {
  expect(desktopNotices().notify(notice, () => undefined)).toBe(true);
  const [shown] = Notification.all;
  expect(shown?.options).toEqual({ title: notice.title, body: notice.says });
  expect(shown?.show).toHaveBeenCalledOnce();
});

test('a click shows the window, and says which notice it was', () => {
  const { notify, clicksLeadTo } = desktopNotices();
  const goTo = vi.fn<() => void>();
  const clicked = vi.fn<() => void>();
  clicksLeadTo(goTo);
  notify(notice, clicked);
  expect(clicked).not.toHaveBeenCalled();
  Notification.all[0]?.emit('click');
  expect(clicked).toHaveBeenCalledOnce();
  expect(goTo).toHaveBeenCalledOnce();
  // The target comes first, because a window that opens for the click asks for it.
  expect(clicked.mock.invocationCallOrder[0]).toBeLessThan(goTo.mock.invocationCallOrder[0] ?? 0);
});

test('a click before there is a window is not lost', () => {
  const clicked = vi.fn<() => void>();
  desktopNotices().notify(notice, clicked);
  Notification.all[0]?.emit('click');
  expect(clicked).toHaveBeenCalledOnce();
});

test('the page shows the notice if a window of the console is in front', () => {
  BrowserWindow.focused = new BrowserWindow({});
  expect(desktopNotices().notify(notice, () => undefined)).toBe(false);
  expect(Notification.all).toEqual([]);
});

test('the page shows the notice if the desktop shows none', () => {
  Notification.supported = false;
  expect(desktopNotices().notify(notice, () => undefined)).toBe(false);
  expect(Notification.all).toEqual([]);
});

test('a closed notice is forgotten, and closes alone', () => {
  const { notify } = desktopNotices();
  notify(notice, () => undefined);
  notify({ ...notice, number: 2 }, () => undefined);
  Notification.all[0]?.emit('close');
  expect(Notification.all[1]?.listenerCount('click')).toBe(1);
});

test.each([
  ['win32', true, [[appId]]],
  ['win32', false, [[process.execPath]]],
  ['linux', true, []],
] as const)('on %s, packaged %s, the system knows the app as %j', (platform, packaged, ids) => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));
  app.isPackaged = packaged;
  desktopNotices().notify(notice, () => undefined);
  vi.unstubAllGlobals();
  expect(app.setAppUserModelId.mock.calls).toEqual(ids);
});
