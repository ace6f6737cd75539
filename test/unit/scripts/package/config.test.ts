import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { appId } from '#main/electron/app-id.ts';
import { writeThirdPartyLicenses } from '#scripts/package/third-party-licenses.ts';
import { aHome } from '#test/builders/a-home.ts';
import config from '../../../../electron-builder.config.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

test('Electron is the pinned version, and must have the checksum that its package names', () => {
  expect(config.electronVersion).toBe(manifest.devDependencies['electron']);
  const { checksums } = config.electronDownload as { checksums: Record<string, string> };
  for (const target of [
    'linux-x64',
    'linux-arm64',
    'darwin-x64',
    'darwin-arm64',
    'win32-x64',
    'win32-arm64',
  ]) {
    expect(checksums[`electron-v${config.electronVersion ?? ''}-${target}.zip`]).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('Windows knows the installed app by the name that the app sets', () => {
  expect(config.appId).toBe(appId);
});

test('there are five kinds of package', () => {
  expect([config.linux?.target, config.mac?.target, config.win?.target]).toEqual([
    ['AppImage', 'deb'],
    ['dmg', 'zip'],
    ['nsis'],
  ]);
});

test.each([
  ['node_modules/jose/LICENSE.md', true],
  ['node_modules/a/node_modules/b/licence.md', true],
  ['node_modules/jose/dist/index.js', true],
  ['node_modules/jose/README.md', false],
  ['node_modules/jose/dist/index.d.ts', false],
  ['node_modules/pino/test/a.js', false],
])('packs the right libraries %s: %s', (file, isPacked) => {
  const patterns = (config.files as readonly (string | object)[]).filter((one) => typeof one === 'string');
  const left = patterns.filter((one) => one.startsWith('!') && matchesGlob(file, one.slice(1)));
  expect(left.length === 0).toBe(isPacked);
});

test('the app opens links and nothing else', () => {
  expect(config.protocols).toMatchObject([{ schemes: ['sluice'] }]);
  expect(JSON.stringify(config)).not.toContain('fileAssociations');
});

test('nothing is published, and no updater is configured', () => {
  expect(config.publish).toBeNull();
  for (const part of [config.linux, config.mac, config.win, config.nsis])
    expect(part).not.toHaveProperty('publish');
});

test('there is one archive, whose integrity is checked', () => {
  expect(config.asar).toBe(true);
  expect(config).not.toHaveProperty('disableAsarIntegrity');
  expect(config).not.toHaveProperty('asarUnpack');
  // The packager's own fuses option does not know all of Electron's fuses, so the hook sets them.
  expect(config).not.toHaveProperty('electronFuses');
  expect(config.afterPack).toBeTypeOf('function');
});

test('the contents of a link stay confined, and no AppImage starts without its sandbox', () => {
  expect(config.linux?.executableArgs).toEqual(['--']);
  expect(config.toolsets?.appimage).toBe('1.0.3');
});

test('Windows asks for no administrator', () => {
  expect(config.nsis).toMatchObject({ perMachine: false, allowElevation: false, packElevateHelper: false });
  expect(config.win).toMatchObject({ requestedExecutionLevel: 'asInvoker' });
});

test("macOS's hardened runtime has one exception", () => {
  expect(config.mac?.hardenedRuntime).toBe(true);
  const plist = readFileSync(config.mac?.entitlements ?? '', 'utf8');
  expect([...plist.matchAll(/<key>(.+)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});

test('each licence comes with its text', () => {
  const file = join(aHome(), 'licences', 'all.txt');
  const packages = ['react', 'scheduler', '@tanstack/query-core', '@fontsource-variable/inter', 'zod'];
  writeThirdPartyLicenses(
    file,
    packages.map((name) => `node_modules/${name}`),
  );
  const parts = readFileSync(file, 'utf8').split(`\n\n${'-'.repeat(80)}\n\n`);
  const heads = parts.map((part) => part.split(' ')[0] ?? '');
  expect(heads).toEqual(packages.toSorted());
  expect(parts.find((part) => part.startsWith('react '))).toMatch(/MIT[^]*Permission is hereby granted/);
  expect(parts.find((part) => part.startsWith('@fontsource-variable/inter '))).toMatch(
    /SIL OPEN FONT LICENSE/i,
  );
  expect(parts.filter((part) => part.length < 200).map((part) => part.split('\n')[0])).toEqual([]);
});
