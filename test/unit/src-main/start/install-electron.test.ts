import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { installElectron } from '#main/start/install-electron.ts';
import { aHome } from '#test/builders/a-home.ts';

let said: string;
beforeEach(() => {
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true));
});

function anInstaller(code: string): string {
  const dir = aHome();
  writeFileSync(join(dir, 'install.js'), code);
  return dir;
}

it('says what it does each time, and not that it is the only time', async () => {
  expect(await installElectron(anInstaller(''))).toBeUndefined();
  expect(said).toBe("Electron's runtime is not here yet; fetching it.\n");
});

const print = (text: string): string => `console.error(${JSON.stringify(text)}); process.exit(1)`;

it.each([
  [print('Error: EACCES: permission denied\n    at open'), 'Error: EACCES: permission denied'],
  [
    print('TypeError: fetch failed\n    at node:internal/deps/undici'),
    'no network, or something on the way blocks the download',
  ],
  [
    print('TypeError: fetch failed\n  [cause]: Error: getaddrinfo ENOTFOUND github.com\n      at lookup'),
    'getaddrinfo ENOTFOUND github.com',
  ],
  [
    'console.error(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })); process.exit(1)',
    'connect ECONNREFUSED',
  ],
  ['process.exit(3)', 'its installer ended with exit code 3'],
])('%s: says why it failed', async (code, reason) => {
  expect(await installElectron(anInstaller(code))).toBe(reason);
});

it('says that it took too long', async () => {
  expect(await installElectron(anInstaller('setTimeout(() => {}, 60_000)'), 1_000)).toBe(
    'timed out after 1 seconds',
  );
});

it('says that the installer could not be started', async () => {
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(join(aHome(), 'no-node'));
  expect(await installElectron(anInstaller(''))).toMatch(/^its installer did not start: .*ENOENT/);
});
