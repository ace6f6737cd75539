import { beforeEach, describe, expect, test } from 'vitest';
import { pathOfLink, readLaunch } from '#main/electron/launch.ts';
import { consoleUrl, isConsoleUrl } from '#main/electron/app-protocol.ts';
import { openExternal } from '#main/electron/guards.ts';
import { app, BrowserWindow, protocol, session, shell } from '#test/stand-ins/electron.ts';
import { aGuardedDesktop } from './guarded-desktop.ts';
import type { GuardedDesktop } from './guarded-desktop.ts';
import { hostileLinks } from './hostile-links.ts';
import { hostileUrls, kindsOfHostileUrls } from './hostile-urls.ts';
import { aLog } from './recording-log.ts';

let desktop: GuardedDesktop;

beforeEach(() => {
  desktop = aGuardedDesktop();
});

const corpus = [...hostileUrls, ...hostileLinks];
const nothing = { preventDefault() {} };

function isPrevented(emit: (event: { preventDefault: () => void }) => void): boolean {
  let prevented = false;
  emit({ preventDefault: () => void (prevented = true) });
  return prevented;
}

const contents = () => desktop.window.webContents;
/** The page is reached by other events than a frame, and not every address is announced (see followLink). */
const announced = [
  ['will-frame-navigate', false],
  ['will-redirect', true],
  ['will-redirect', false],
] as const;

/** Each of these accepts an address from outside, and returns whether it was refused. */
const doors: Readonly<Record<string, (url: string) => boolean | Promise<boolean>>> = {
  'a link in the page': (url) => {
    contents().commit(consoleUrl('/'));
    contents().followLink(url);
    return isConsoleUrl(contents().url);
  },
  ...Object.fromEntries(
    announced.map(([name, isMainFrame]) => [
      `${name}, ${isMainFrame ? 'the page' : 'a frame'}`,
      (url: string) => isPrevented((event) => contents().emit(name, { ...event, url, isMainFrame })),
    ]),
  ),
  'window.open': (url) => {
    const [handler] = contents().setWindowOpenHandler.mock.lastCall ?? [];
    return handler?.({ url } as never)?.action === 'deny';
  },
  'a link of the menu': (url) => {
    openExternal(url, aLog());
    return true;
  },
  'a webview': (src) => isPrevented((event) => contents().emit('will-attach-webview', event, {}, { src })),
  'a download': (url) =>
    isPrevented((event) => session.defaultSession.emit('will-download', event, aDownload(url))),
  'a download that is redirected': (url) =>
    isPrevented((event) =>
      session.defaultSession.emit('will-download', event, aDownload('blob:app://console/1-2-3', url)),
    ),
  'a request for a file': async (url) => {
    const [, handler] = protocol.handle.mock.lastCall ?? [];
    return (await handler?.({ url, method: 'GET' } as Request))?.status === 404;
  },
  'open-url': (url) => isPrevented((event) => app.emit('open-url', event, url)),
  'a second start': (url) => {
    app.emit('second-instance', nothing, ['sluice', url], '/', { given: [url] });
    return true;
  },
  'a second start, as registered': (url) => {
    app.emit('second-instance', nothing, ['sluice', '--', url], '/', { given: ['--', url] });
    return true;
  },
  'the first start': (url) => leadsNowhere(['sluice', url]),
  'the first start, as registered': (url) => leadsNowhere(['sluice', '--', url]),
  'the first start, by path': (url) => leadsNowhere(['electron', '.', '--', url], true),
};

function aDownload(...chain: string[]) {
  return { getURLChain: () => chain, getFilename: () => 'x', setSaveDialogOptions() {} };
}

function leadsNowhere(argv: readonly string[], byPath = false): boolean {
  const launch = readLaunch(argv, byPath);
  return !launch.ok || launch.link === undefined || pathOfLink(launch.link) === undefined;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the hostile corpus', () => {
  test('is not quietly thinned out', () => {
    expect(new Set(hostileUrls).size).toBe(hostileUrls.length);
    expect(hostileUrls.length).toBeGreaterThanOrEqual(330);
    expect(new Set(hostileLinks).size).toBeGreaterThanOrEqual(100);
    expect(kindsOfHostileUrls.length).toBeGreaterThanOrEqual(15);
  });

  test.each(Object.keys(doors))('with "%s": no navigation, nothing opened, no prompt', async (name) => {
    const door = doors[name];
    const through: string[] = [];
    for (const url of corpus) {
      if ((await door?.(url)) !== true) through.push(url);
    }
    await settled();
    expect(through).toEqual([]);
    expect(desktop.navigations()).toEqual([]);
    expect(shell.openExternal.mock.calls).toEqual([]);
    expect(BrowserWindow.all).toEqual([desktop.window]);
    expect(desktop.under.reached).toEqual([]);
  });

  test('ran against some 7,000 closed paths', () => {
    expect(corpus.length * Object.keys(doors).length).toBeGreaterThan(7_000);
  });
});
