import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { pages } from '#shared/domain/screens.ts';
import { origin, removeHome, shellIsThere, startDesktop, test } from './desktop.ts';
import type { Desktop } from './desktop.ts';

let desktop: Desktop;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  desktop = await startDesktop();
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
    const about = JSON.stringify(params?.['url'] ?? params?.['host'] ?? params?.['address'] ?? '');
    if (name === 'URL_REQUEST_START_JOB' && /^"(?:https?|wss?|ftp):/.test(about)) return [`${name} ${about}`];
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
