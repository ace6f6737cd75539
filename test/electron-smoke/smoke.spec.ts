import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { sandboxProblem } from '#main/start/find-desktop.ts';
import { findElectronRuntime } from './electron-runtime.ts';

const entry = fileURLToPath(new URL('../../out-test/main/electron.js', import.meta.url));
let home: string;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  const runtime = findElectronRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  home = mkdtempSync(join(tmpdir(), 'sluice-smoke-'));
  app = await _electron.launch({
    executablePath: runtime.path,
    // Playwright turns the sandbox off unless this is set.
    chromiumSandbox: sandboxProblem(runtime.path) === undefined,
    args: [entry, '--home', home],
  });
  page = await app.firstWindow();
  await page.waitForLoadState();
});

test.afterAll(async () => {
  await app?.close();
  if (home !== undefined) rmSync(home, { recursive: true, force: true });
});

test('the window is visible and holds the console', async () => {
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  expect(await page.evaluate(() => location.origin)).toBe('app://console');
  await expect(page).toHaveTitle(/Sluice/);
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('one call goes through the bridge and back', async () => {
  const answer = await page.evaluate(() => globalThis.bridge?.call('session.current', {}));
  expect(answer).toMatchObject({ ok: true, value: { host: 'electron' } });
});

test('a subscription is pushed its first value', async () => {
  const first = await page.evaluate(
    () => new Promise((resolve) => globalThis.bridge?.watch('session.watch', {}, resolve)),
  );
  expect(first).toMatchObject({ ok: true });
});

test('a call that does not exist is refused, not thrown', async () => {
  const answer = await page.evaluate(() => globalThis.bridge?.call('no.such' as 'session.current', {}));
  expect(answer).toMatchObject({ ok: false, failure: { code: 'unknown-operation' } });
});

test('the content security policy blocks an injected script', async () => {
  const outcome = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
          setTimeout(() => resolve({ effectiveDirective, disposition, ran: 'injected' in globalThis }));
        });
        const script = document.createElement('script');
        script.textContent = 'globalThis.injected = true';
        document.body.append(script);
      }),
  );
  expect(outcome).toEqual({ effectiveDirective: 'script-src-elem', disposition: 'enforce', ran: false });
});

test('the page has no Node and no Electron', async () => {
  const seen = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  );
  expect(seen).toEqual([]);
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

test('the page stays where it is and opens no window', async () => {
  const opened = await page.evaluate(() => {
    const window = globalThis.open('https://example.com/');
    location.href = 'https://example.com/';
    return window !== null;
  });
  expect(opened).toBe(false);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => location.origin)).toBe('app://console');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('nothing outside the map is served', async () => {
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
