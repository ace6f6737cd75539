import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { pages } from '#shared/domain/screens.ts';
import { hostileLinks } from '../unit/src-main/electron/hostile-links.ts';
import { hostileUrls } from '../unit/src-main/electron/hostile-urls.ts';
import { origin, removeHome, shellIsThere, startDesktop, test } from './desktop.ts';
import type { Desktop } from './desktop.ts';

let desktop: Desktop;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  // An address that a guard lets through by mistake finds nobody.
  desktop = await startDesktop({ switches: ['--host-resolver-rules=MAP * ~NOTFOUND'] });
  ({ app, page } = desktop);
  await shellIsThere(page);
});

test.afterAll(async () => {
  await desktop?.kill();
  if (desktop !== undefined) removeHome(desktop.home);
});

test.describe('the bridge', () => {
  test('passes one call there and back', async () => {
    const answer = await page.evaluate(() => globalThis.bridge?.call('session.current', {}));
    expect(answer).toMatchObject({ ok: true, value: { host: 'electron' } });
  });

  test('pushes a subscription its first value', async () => {
    const first = await page.evaluate(
      () => new Promise((resolve) => globalThis.bridge?.watch('session.watch', {}, resolve)),
    );
    expect(first).toMatchObject({ ok: true });
  });

  test('refuses a call that does not exist, and throws nothing', async () => {
    const answer = await page.evaluate(() => globalThis.bridge?.call('no.such' as 'session.current', {}));
    expect(answer).toMatchObject({ ok: false, failure: { code: 'unknown-operation' } });
  });

  test('has four members and leads to no object of Electron', async () => {
    const members = await page.evaluate(() => Object.keys(globalThis.bridge ?? {}).toSorted());
    expect(members).toEqual(['call', 'host', 'onNavigate', 'watch']);
    const seen = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
    );
    expect(seen).toEqual([]);
  });

  test('refuses a window that the console did not open', async () => {
    const preload = join(dirname(fileURLToPath(import.meta.url)), '../../out-test/preload/preload.cjs');
    const answer = await app.evaluate(async ({ BrowserWindow }, script) => {
      const strange = new BrowserWindow({ show: false, webPreferences: { preload: script, sandbox: true } });
      await strange.loadURL('app://console/settings');
      const ask = `globalThis.bridge.call('session.current', {})`;
      const said = (await strange.webContents.executeJavaScript(ask)) as unknown;
      strange.destroy();
      return said;
    }, preload);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
    // Advice for a browser would lead nowhere in a window of the desktop.
    expect(JSON.stringify(answer)).not.toMatch(/browser|npm start/i);
  });
});

test.describe('the page', () => {
  test('runs in the sandbox with its context apart', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as
        | { getLastWebPreferences(): Record<string, unknown> | null }
        | undefined;
      const { sandbox, contextIsolation, nodeIntegration, webSecurity } =
        contents?.getLastWebPreferences() ?? {};
      return { sandbox, contextIsolation, nodeIntegration, webSecurity };
    });
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, webSecurity: true });
    expect(preferences.nodeIntegration).not.toBe(true);
  });

  test('runs no script that was put into it', async () => {
    const outcome = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener(
            'securitypolicyviolation',
            ({ effectiveDirective, disposition }) => {
              setTimeout(() => resolve({ effectiveDirective, disposition, ran: 'injected' in globalThis }));
            },
            { once: true },
          );
          const script = document.createElement('script');
          script.textContent = 'globalThis.injected = true';
          document.body.append(script);
        }),
    );
    expect(outcome).toEqual({ effectiveDirective: 'script-src-elem', disposition: 'enforce', ran: false });
  });

  test('is served no file outside the built pages', async () => {
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['/..%2f..%2fpackage.json', '/package.json', '/assets/none.js'].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    );
    expect(statuses).toEqual([404, 404, 404]);
    // An address that could be a page with an id returns the console's page, never the file of that name.
    const text = await page.evaluate(async () => (await fetch('/main/electron.js')).text());
    expect(text).toMatch(/^<!doctype html>/i);
  });
});

/** Each of these takes an address in the page, as a link or a script in it would. */
const doors = {
  'an assigned location': (url) => (location.href = url),
  'a click on a link': (url) => {
    const link = document.createElement('a');
    link.setAttribute('href', url);
    document.body.append(link);
    link.click();
    link.remove();
  },
  'a click on a link to another window': (url) => {
    const link = document.createElement('a');
    link.setAttribute('href', url);
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
  },
  'window.open': (url) => {
    if (globalThis.open(url) !== null) throw new Error('opened');
  },
  'a form': (url) => {
    const form = document.createElement('form');
    form.setAttribute('action', url);
    document.body.append(form);
    form.submit();
    form.remove();
  },
  'a frame': (url) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('src', url);
    document.body.append(frame);
    frame.remove();
  },
  'a download': (url) => {
    const link = document.createElement('a');
    link.setAttribute('href', url);
    link.download = 'report.csv';
    document.body.append(link);
    link.click();
    link.remove();
  },
} satisfies Record<string, (url: string) => unknown>;

test.describe('the hostile corpus, in the window', () => {
  const corpus = [...hostileUrls, ...hostileLinks];

  test.beforeAll(async () => {
    await recordAttempts(app);
  });

  for (const [name, door] of Object.entries(doors)) {
    test(`with ${name}: the window ends in the console, and nothing is opened`, async () => {
      const { tried, opened } = await tryAll(name, door, corpus);
      expect(tried).toBeGreaterThan(380);
      expect(opened).toEqual([]);
      expect(await asksTheBridge(page)).toMatchObject({ ok: true });
      expect(await page.evaluate(() => location.origin)).toBe(origin);
      const { navigated, outside, downloads, windows } = await attempts(app);
      expect(windows).toBe(1);
      // Electron announces none of these, so that they can only be left again.
      expect(navigated.filter((url) => !/^(?:about:(?:blank|srcdoc)|chrome-error:)/.test(url))).toEqual([]);
      // Chromium drops spaces and line ends around an address, and what is left may be the documentation itself.
      expect(outside.filter((url) => !isDocumentation.test(url))).toEqual([]);
      expect(downloads).toBe(countLines('denied a download'));
    });
  }

  test('was met by the guards and not by chance', async () => {
    const { asked } = await attempts(app);
    expect(asked).toBeGreaterThan(300);
    expect(countLines('denied a navigation')).toBeGreaterThan(300);
    expect(countLines('refused to open an address')).toBeGreaterThan(300);
  });

  test('a link to about:blank leads back to the page where the person was', async () => {
    await page.goto(`${origin}/costs`);
    await shellIsThere(page);
    for (const how of ['an assigned location', 'a click on a link'] as const) {
      await page.evaluate(`void (${String(doors[how])})('about:blank')`).catch(() => undefined);
      await isBack();
      expect(await page.evaluate(() => location.pathname)).toBe('/costs');
    }
  });

  test('a link to the documentation opens outside, once', async () => {
    const before = (await attempts(app)).outside.length;
    await page.evaluate(() => globalThis.open('https://docs.aws.amazon.com/dynamodb/'));
    await expect
      .poll(async () => (await attempts(app)).outside.slice(before))
      .toEqual(['https://docs.aws.amazon.com/dynamodb/']);
    expect((await attempts(app)).windows).toBe(1);
  });

  test('a web view does not attach', async () => {
    await page.evaluate(() => {
      const view = document.createElement('webview');
      view.setAttribute('src', 'https://evil.example/');
      document.body.append(view);
    });
    await page.evaluate(() => globalThis.bridge?.call('session.current', {}));
    expect(
      await app.evaluate(({ webContents }) => webContents.getAllWebContents().map((one) => one.getType())),
    ).toEqual(['window']);
  });
});

test('the page gets no permission and no device', async () => {
  const states = await page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'clipboard-read',
      'midi',
      'push',
      'persistent-storage',
      'screen-wake-lock',
      'idle-detection',
      'local-fonts',
      'window-management',
    ];
    const found: Record<string, string> = {};
    for (const name of names) {
      const options = { name, userVisibleOnly: true } as unknown as PermissionDescriptor;
      found[name] = await navigator.permissions.query(options).then(
        ({ state }) => state,
        () => 'unknown',
      );
    }
    return found;
  });
  expect(Object.entries(states).filter(([, state]) => state === 'granted')).toEqual([]);

  const refused = await page.evaluate(async () => {
    const devices = navigator as unknown as Record<
      string,
      Record<string, (options: object) => Promise<unknown>> | undefined
    >;
    const asked: Record<string, () => Promise<unknown>> = {
      notifications: async () => {
        if ((await Notification.requestPermission()) === 'granted') return;
        throw new Error('denied');
      },
      position: () =>
        new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia(),
      clipboard: () => navigator.clipboard.readText(),
      written: () => navigator.clipboard.writeText('taken'),
      midi: () => navigator.requestMIDIAccess({ sysex: true }),
      fullscreen: () => document.documentElement.requestFullscreen(),
      wakeLock: () => navigator.wakeLock.request('screen'),
      usb: async () =>
        devices['usb']?.['requestDevice']?.({ filters: [] }) ?? Promise.reject(new Error('absent')),
      hid: async () => {
        const found = (await devices['hid']?.['requestDevice']?.({ filters: [] })) as unknown[] | undefined;
        if (found === undefined || found.length === 0) throw new Error('none');
      },
      serial: async () => devices['serial']?.['requestPort']?.({}) ?? Promise.reject(new Error('absent')),
      bluetooth: async () =>
        devices['bluetooth']?.['requestDevice']?.({ acceptAllDevices: true }) ??
        Promise.reject(new Error('absent')),
    };
    const outcomes: Record<string, string> = {};
    for (const [name, ask] of Object.entries(asked)) {
      // Some requests for a device are never answered where there is none.
      const late = new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'not given'));
      outcomes[name] = await Promise.race([
        ask().then(
          () => 'given',
          () => 'refused',
        ),
        late,
      ]);
    }
    return outcomes;
  });
  expect(Object.entries(refused).filter(([, outcome]) => outcome === 'given')).toEqual([]);
  expect(Object.values(refused).filter((outcome) => outcome === 'refused').length).toBeGreaterThan(8);
});

test('nothing is asked of anybody from start to end', async ({ start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-net-'));
  const file = join(folder, 'net.json');
  const { page: window, close } = await start({ switches: [`--log-net-log=${file}`] });
  await shellIsThere(window);
  for (const { path } of pages) {
    await window.goto(`${origin}${path}`);
    await shellIsThere(window);
  }
  // A text field is where a spelling dictionary would be asked for.
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('mispelt wrods');
  expect(await close()).toEqual({ code: 0, signal: null });
  const { asked, events } = readNetLog(file);
  expect(asked).toEqual([]);
  expect(events).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[];
}

/** Returns what was asked of another machine: requests, names to resolve and sockets. The console's own scheme is none. */
function readNetLog(file: string): { readonly asked: readonly string[]; readonly events: number } {
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as NetLog;
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]));
  const asked = events.flatMap(({ type, params }) => {
    const name = names.get(type) ?? '';
    const about = String(params?.['url'] ?? params?.['host'] ?? params?.['address'] ?? '');
    if (name === 'URL_REQUEST_START_JOB' && /^(?:https?|wss?|ftp):/.test(about)) return [`${name} ${about}`];
    if (
      /^(?:HOST_RESOLVER_MANAGER_JOB|TCP_CONNECT_ATTEMPT|UDP_CONNECT)$/.test(name) &&
      params !== undefined
    ) {
      return [`${name} ${about}`];
    }
    return [];
  });
  return { asked: [...new Set(asked)], events: events.length };
}

interface Tried {
  readonly tried: number;
  readonly opened: readonly string[];
}

/**
 * Chromium shows about:blank for an address that it cannot read. The console then loads again, which takes a second, so
 * a short run tries only some of these at each door.
 */
const mostUnreadable = process.env['SLUICE_RUNS'] === 'long' ? Number.POSITIVE_INFINITY : 2;

/** Goes on after the page was lost: what was tried is kept in the window's own storage. */
async function tryAll(name: string, door: (url: string) => unknown, urls: readonly string[]): Promise<Tried> {
  for (;;) {
    const lines = countLines(loadedAgain);
    const run = `(async (urls, mostUnreadable) => {
      const door = ${String(door)};
      const kept = JSON.parse(sessionStorage.getItem(${JSON.stringify(name)}) ?? '{"at":0,"tried":0,"unreadable":0,"opened":[]}');
      const keep = () => sessionStorage.setItem(${JSON.stringify(name)}, JSON.stringify(kept));
      while (kept.at < urls.length) {
        const url = urls[kept.at];
        kept.at += 1;
        const target = URL.canParse(url, location.href) ? new URL(url, location.href).href : undefined;
        // What the page reads as one of its own places may be followed, and about:blank has a test of its own.
        if (target?.startsWith('${origin}/') || target === 'about:blank') continue;
        kept.tried += 1;
        if (target === undefined) kept.unreadable += 1;
        keep();
        if (target === undefined && kept.unreadable > mostUnreadable) continue;
        try {
          door(url);
        } catch (error) {
          if (error.message === 'opened') kept.opened.push(url);
        }
        // The browser process gets each attempt before the next one would replace it. Electron 33 ends with a trap if a
        // navigation is prevented while the page is on its way to about:blank.
        const isLeaving = target === undefined || /^(?:about|chrome-untrusted|sluice|app):/.test(target);
        await new Promise((resolve) => setTimeout(resolve, isLeaving ? 250 : 0));
        await new Promise((resolve) => setTimeout(resolve));
      }
      keep();
      return kept;
    })(${JSON.stringify(urls)}, ${mostUnreadable === Number.POSITIVE_INFINITY ? 'Infinity' : mostUnreadable})`;
    try {
      return (await page.evaluate(run)) as Tried;
    } catch (error) {
      await expect.poll(() => countLines(loadedAgain), String(error)).toBeGreaterThan(lines);
      await isBack();
    }
  }
}

const loadedAgain = 'the page had left the console, which is loaded again';

async function isBack(): Promise<void> {
  await expect.poll(() => page.evaluate(() => location.origin).catch(() => 'on its way')).toBe(origin);
  await shellIsThere(page);
  expect(await asksTheBridge(page)).toMatchObject({ ok: true });
}

function asksTheBridge(window: Page): Promise<unknown> {
  return window.evaluate(() => globalThis.bridge?.call('session.current', {}));
}

interface Attempts {
  /** Counts navigations that Electron asked the guards about. */
  readonly asked: number;
  readonly navigated: readonly string[];
  readonly outside: readonly string[];
  readonly downloads: number;
  readonly windows: number;
}

const isDocumentation = /^https:\/\/docs\.aws\.amazon\.com\/[!-~]*$/;

async function recordAttempts(main: ElectronApplication): Promise<void> {
  await main.evaluate(({ BrowserWindow, session, shell }) => {
    const seen = { asked: 0, navigated: [] as string[], outside: [] as string[], downloads: 0 };
    Object.assign(globalThis, { seen });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('will-frame-navigate', () => void (seen.asked += 1));
    contents?.on(
      'did-navigate',
      (_event, url) => void (url.startsWith('app://console/') || seen.navigated.push(url)),
    );
    session.defaultSession.on('will-download', () => void (seen.downloads += 1));
    // What is opened outside is only noted, because the machine of a test has nothing to open it with.
    shell.openExternal = (url) => Promise.resolve(void seen.outside.push(url));
  });
}

function attempts(main: ElectronApplication): Promise<Attempts> {
  return main.evaluate(({ BrowserWindow }) => {
    const { seen } = globalThis as unknown as { seen: Omit<Attempts, 'windows'> };
    return { ...seen, windows: BrowserWindow.getAllWindows().length };
  });
}

function countLines(msg: string): number {
  return desktop.log().filter((line) => line.msg === msg).length;
}
