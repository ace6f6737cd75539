import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findDesktop } from '#main/start/find-desktop.ts';
import { aHome } from '#test/builders/a-home.ts';

const name = 'electron';
const sound = {
  platform: 'linux',
  environment: { DISPLAY: ':0' },
  nodeVersion: '22.12.0',
  sandbox: () => undefined,
} as const;

/** An electron package, with or without its runtime. */
function aPackage(installed: boolean): string {
  const dir = aHome();
  if (installed) unpack(dir);
  return dir;
}

function unpack(dir: string): void {
  mkdirSync(join(dir, 'dist'), { recursive: true });
  writeFileSync(join(dir, 'dist', name), '');
  writeFileSync(join(dir, 'path.txt'), name);
}

it('finds the runtime beside the package', async () => {
  const dir = aPackage(true);
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, dir, install })).toEqual({
    found: true,
    executable: join(dir, 'dist', name),
  });
  expect(install).not.toHaveBeenCalled();
});

it('does not take a runtime that is half unpacked', async () => {
  const dir = aPackage(false);
  mkdirSync(join(dir, 'dist'));
  writeFileSync(join(dir, 'dist', name), '');
  expect(await findDesktop({ ...sound, dir, install: async () => 'no' })).toMatchObject({ found: false });
});

it('takes the runtime ELECTRON_OVERRIDE_DIST_PATH names, whatever is in the package', async () => {
  const elsewhere = aHome();
  writeFileSync(join(elsewhere, name), '');
  const environment = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
  expect(await findDesktop({ ...sound, environment, dir: aPackage(false) })).toEqual({
    found: true,
    executable: join(elsewhere, name),
  });
});

it('says where ELECTRON_OVERRIDE_DIST_PATH leads to nothing, and downloads nothing', async () => {
  const elsewhere = aHome();
  const environment = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, environment, dir: aPackage(true), install })).toEqual({
    found: false,
    reason: `ELECTRON_OVERRIDE_DIST_PATH is ${elsewhere}, but electron is not there.`,
  });
  expect(install).not.toHaveBeenCalled();
});

it('a system that forbids the sandbox has no window, and downloads nothing', async () => {
  const sandbox = vi.fn<() => string>(() => 'this system forbids it.');
  const install = vi.fn<() => Promise<undefined>>();
  expect(await findDesktop({ ...sound, dir: aPackage(false), sandbox, install })).toEqual({
    found: false,
    reason: 'this system forbids it.',
  });
  expect(install).not.toHaveBeenCalled();

  const dir = aPackage(true);
  expect(await findDesktop({ ...sound, dir, sandbox })).toMatchObject({ found: false });
  expect(sandbox).toHaveBeenLastCalledWith(join(dir, 'dist', name));
});

it('a session without a display has no window', async () => {
  expect(await findDesktop({ ...sound, environment: {}, dir: aPackage(true) })).toMatchObject({
    found: false,
    reason: expect.stringContaining('no display') as string,
  });
});

it('without the package the way out is npm ci', async () => {
  expect(await findDesktop({ ...sound, dir: undefined })).toMatchObject({
    found: false,
    reason: expect.stringContaining('npm ci') as string,
  });
});

it.each(['20.19.0', '22.11.0'])(
  'Node %s is too old for the installer, and is told so',
  async (nodeVersion) => {
    const install = vi.fn<() => Promise<undefined>>();
    expect(await findDesktop({ ...sound, nodeVersion, dir: aPackage(false), install })).toEqual({
      found: false,
      reason: `Electron's runtime is not installed, and its installer needs Node 22.12; this is ${nodeVersion}.`,
    });
    expect(install).not.toHaveBeenCalled();
  },
);

it.each(['22.12.0', '24.0.0', '26.3.1'])('Node %s installs the runtime', async (nodeVersion) => {
  const dir = aPackage(false);
  const install = async (): Promise<undefined> => unpack(dir) as undefined;
  expect(await findDesktop({ ...sound, nodeVersion, dir, install })).toMatchObject({ found: true });
});

it('says why the download failed, and that it is not the last try', async () => {
  const install = async (): Promise<string> => 'timed out after 180 seconds';
  expect(await findDesktop({ ...sound, dir: aPackage(false), install })).toEqual({
    found: false,
    reason:
      "Electron's runtime could not be downloaded (timed out after 180 seconds). The next start tries again.",
  });
});
