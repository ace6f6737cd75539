import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { registerConsoleScheme, serveConsole } from '#main/electron/app-protocol.ts';
import { readRendererFiles } from '#main/web/renderer-files.ts';
import { protocol, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';
import type { RecordingLog } from './recording-log.ts';

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

const index = '<!doctype html><title>Sluice</title>';
let dir: string;
let log: RecordingLog;

beforeEach(() => {
  resetElectron();
  dir = mkdtempSync(join(tmpdir(), 'sluice-protocol-'));
  mkdirSync(join(dir, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(dir, 'renderer', 'index.html'), index);
  writeFileSync(join(dir, 'renderer', 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(dir, 'secret.txt'), 'not for the page');
  writeFileSync(join(dir, 'secret.json'), '"not for the page"');
  log = aLog();
  serveConsole(readRendererFiles(join(dir, 'renderer')), () => defaultPreferences, log);
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function ask(url: string, method = 'GET'): Promise<Response> {
  const [scheme, handler] = protocol.handle.mock.lastCall ?? [];
  expect(scheme).toBe('app');
  if (handler === undefined) throw new Error('nothing handles app:');
  // This is not a real Request, because its constructor would tidy the address before the handler sees it.
  return handler({ url, method } as Request);
}

test('the scheme is standard and secure, and may neither skip the CSP nor be used across origins', () => {
  registerConsoleScheme();
  expect(protocol.registerSchemesAsPrivileged.mock.calls).toEqual([
    [
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    ],
  ]);
});

test.each([
  ['app://console/index.html', 'text/html; charset=utf-8', index],
  ['app://console/', 'text/html; charset=utf-8', index],
  ['app://console/triage?status=failed#top', 'text/html; charset=utf-8', index],
  ['app://console/find?id=b-1', 'text/html; charset=utf-8', index],
  ['app://console/assets/app-1a2b.js', 'text/javascript; charset=utf-8', 'export {};'],
])('serves %s', async (url, contentType, text) => {
  const response = await ask(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(contentType);
  expect(response.headers.get('content-length')).toBe(String(text.length));
  expect(await response.text()).toBe(text);
});

test.each([
  'app://console/secret.json',
  'app://console/../secret.json',
  'app://console/assets/../../secret.json',
  'app://console/..%2fsecret.json',
  'app://console/..%2Fsecret.txt',
  'app://console/%2e%2e/secret.json',
  'app://console/%2e%2e%2fsecret.txt',
  'app://console/..%252fsecret.txt/x.json',
  'app://console/..%5csecret.txt',
  'app://console/..\\secret.txt',
  'app://console/assets\\..\\..\\secret.json',
  'app://console/index.html%00.js',
  'app://console/index.html%00',
  'app://console/secret%00.txt',
  'app://console//etc/passwd.json',
  'app://console/C:/Windows/win.json',
  'app://console/file:///etc/passwd.json',
  'app://console/assets/app-1a2b.js/../../../secret.json',
  'app://console/assets/app-1a2b.js.map.json',
  'app://console/ASSETS/app-1a2b.js',
  'app://console/__proto__.js',
  'app://console/constructor.js',
  'app://other/index.html',
  'app://console.evil.example/index.html',
  'app://console:80/index.html',
  'app://user@console/index.html',
  'app://user:pass@console/index.html',
  'app:///index.html',
  'app:index.html',
  'https://console/index.html',
  'file:///etc/passwd',
  'not an address',
  '',
])('answers 404 to %s', async (url) => {
  const response = await ask(url);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('not for the page');
});

test('HEAD has the headers of GET and no content', async () => {
  const response = await ask('app://console/index.html', 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(index.length));
  expect(await response.text()).toBe('');
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'get'])('refuses %s', async (method) => {
  const response = await ask('app://console/index.html', method);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

test.each([
  ['a page', 'app://console/', 'GET'],
  ['a script', 'app://console/assets/app-1a2b.js', 'GET'],
  ['a refusal', 'app://console/none.js', 'GET'],
  ['a wrong method', 'app://console/', 'POST'],
])('%s carries the whole policy', async (_what, url, method) => {
  const { headers } = await ask(url, method);
  expect(headers.get('content-security-policy')).toBe(csp);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file that was deleted since the start is an error in the log, not an exception', async () => {
  rmSync(join(dir, 'renderer'), { recursive: true });
  const response = await ask('app://console/index.html');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain(dir);
  expect(log.lines.map(({ level }) => level)).toEqual(['error']);
});
