import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerOtherStarts } from '#main/home/running-console.ts';
import type { findDesktop, openDesktop } from '#main/start/find-desktop.ts';
import type { startBrowserHost } from '#main/start/start-browser-host.ts';
import { aHome } from '#test/builders/a-home.ts';

const faked = vi.hoisted(() => ({
  findDesktop: vi.fn<typeof findDesktop>(),
  openDesktop: vi.fn<typeof openDesktop>(),
  startBrowserHost: vi.fn<typeof startBrowserHost>(),
}));
vi.mock('#main/start/find-desktop.ts', () => ({
  findDesktop: faked.findDesktop,
  openDesktop: faked.openDesktop,
}));

vi.mock('#main/start/start-browser-host.ts', () => ({ startBrowserHost: faked.startBrowserHost }));

const entry = fileURLToPath(new URL('../../../../src-main/start/start.ts', import.meta.url));
const { argv } = process;
let said: string;
let starts = 0;

beforeEach(() => {
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true));
  vi.stubGlobal('__VERSION__', '0.0.0-test');
  faked.findDesktop.mockReset().mockResolvedValue({ found: true, executable: '/opt/electron' });
  faked.openDesktop.mockReset().mockResolvedValue({ opened: true, code: 0 });
  faked.startBrowserHost.mockReset().mockResolvedValue({ ok: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  process.argv = argv;
  process.exitCode = undefined;
});

/** Runs start.ts with these flags, and returns the exit code that it sets. */
async function start(...flags: string[]): Promise<typeof process.exitCode> {
  starts += 1;
  process.argv = ['node', 'start.js', '--home', aHome(), ...flags];
  await import(/* @vite-ignore */ `${entry}?start=${starts}`);
  return process.exitCode;
}

test('the window opens if it can, and its exit code is the console’s', async () => {
  faked.openDesktop.mockResolvedValue({ opened: true, code: 3 });
  expect(await start('--connection', 'staging')).toBe(3);
  expect(faked.openDesktop.mock.calls[0]?.[0]).toMatchObject({ executable: '/opt/electron' });
  expect(faked.openDesktop.mock.calls[0]?.[0].argv).toContain('staging');
  expect(faked.startBrowserHost).not.toHaveBeenCalled();
  expect(said).toBe('');
});

test('a window that ends as soon as it has started gives way to the browser host, in one line', async () => {
  faked.openDesktop.mockResolvedValue({ opened: false, reason: 'Electron ended (exit code 127).' });
  expect(await start()).toBeUndefined();
  expect(faked.startBrowserHost).toHaveBeenCalledOnce();
  expect(said).toBe(
    'Opening the browser host, because the desktop window cannot: Electron ended (exit code 127).\n',
  );
});

test('with --electron it is reported instead, and nothing else is opened', async () => {
  faked.openDesktop.mockResolvedValue({ opened: false, reason: 'Electron ended (exit code 127).' });
  expect(await start('--electron')).toBe(1);
  expect(faked.startBrowserHost).not.toHaveBeenCalled();
  expect(said).toBe('The desktop window cannot open: Electron ended (exit code 127).\n');
});

test('a valid command line prints nothing', async () => {
  const catalogue = fileURLToPath(import.meta.url);
  await start('--web', '--seed', '7', '--catalogue', catalogue);
  expect(said).toBe('');
  expect(faked.startBrowserHost.mock.calls[0]?.[0].flags).toMatchObject({ seed: 7, catalogue });
});

test('a start that meets a console names every flag that has no effect there', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const home = aHome();
  onTestFinished(await answerOtherStarts(home, () => ({ address: 'http://127.0.0.1:4100/#token=S3CRET' })));
  const flags = ['--connection', 'prod', '--seed', '7', '--tenants', '40', '--port', '4711'];
  expect(await start('--no-open', '--home', home, ...flags)).toBe(0);
  expect(said).toBe(
    `Sluice already runs on ${home}. This address leads to it. --connection, --seed, --tenants, --port had no effect.\n`,
  );
});

test('a missing catalogue stops the start', async () => {
  expect(await start('--web', '--catalogue', join(aHome(), 'none.json'))).toBe(2);
  expect(said).toMatch(/^--catalogue expects a file; there is none at ".*none\.json"\.\n$/);
  expect(faked.startBrowserHost).not.toHaveBeenCalled();
});

test('a start that a running console answers names each flag that had no effect', async () => {
  const home = aHome();
  onTestFinished(await answerOtherStarts(home, () => 'its window came to the front'));
  expect(await start('--home', home, '--connection', 'staging', '--seed', '7', '--tenants', '100')).toBe(0);
  expect(said).toBe(
    `Sluice already runs on ${home}; its window came to the front. --connection, --seed, --tenants had no effect.\n`,
  );
  expect(faked.openDesktop).not.toHaveBeenCalled();
});
