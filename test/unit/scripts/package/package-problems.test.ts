import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { asarFiles, readAsarFile } from '#scripts/package/asar-files.ts';
import { describeMissingFuse, fuseProblems, setFuses } from '#scripts/package/fuses.ts';
import { missingLibraries } from '#scripts/package/missing-libraries.ts';
import { missingLicences } from '#scripts/package/missing-licences.ts';
import { unpackedFolder } from '#scripts/package/packed-app.ts';
import { preloadProblems } from '#scripts/package/preload-problems.ts';
import { strayFiles } from '#scripts/package/stray-files.ts';
import { aHome } from '#test/builders/a-home.ts';

/** Electron's fuses follow this mark in its binary: a version, their number, and one byte for each. */
const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const asShipped = '101100011';
const asWanted = '010011001';
let folder: string;

beforeEach(() => {
  folder = aHome();
});

function aBinary(wire: string): string {
  const file = join(folder, 'sluice');
  const content = [Buffer.alloc(64, 7), Buffer.from(mark), Buffer.from([1, wire.length]), Buffer.from(wire)];
  writeFileSync(file, Buffer.concat([...content, Buffer.alloc(64, 7)]));
  return file;
}

describe('the fuses', () => {
  test('of Electron as shipped differ from ours', async () => {
    expect(await fuseProblems(aBinary(asShipped))).toEqual([
      'RunAsNode should be off, but is on',
      'EnableCookieEncryption should be on, but is off',
      'EnableNodeOptionsEnvironmentVariable should be off, but is on',
      'EnableNodeCliInspectArguments should be off, but is on',
      'EnableEmbeddedAsarIntegrityValidation should be on, but is off',
      'OnlyLoadAppFromAsar should be on, but is off',
      'GrantFileProtocolExtraPrivileges should be off, but is on',
    ]);
  });

  test('are all set, and read back as set', async () => {
    const binary = aBinary(asShipped);
    await setFuses(binary);
    expect(await fuseProblems(binary)).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('report a wrong one: number %i', async (at) => {
    const wire = asWanted.split('');
    wire[at] = wire[at] === '1' ? '0' : '1';
    expect(await fuseProblems(aBinary(wire.join('')))).toHaveLength(1);
  });

  test('stop the packaging if one is unknown', async () => {
    await expect(setFuses(aBinary(`${asWanted}0`))).rejects.toThrow(/10 fuses/);
    expect(await fuseProblems(aBinary(`${asWanted}0`))).toEqual(['fuse 9 is new and has no decision yet']);
  });

  test('may be eight in a package for tests, and in no other', async () => {
    const binary = aBinary(asShipped.slice(0, 8));
    await expect(setFuses(binary)).rejects.toThrow(/WasmTrapHandlers/);
    await setFuses(binary, true);
    expect(await fuseProblems(binary, true)).toEqual([]);
    expect(await describeMissingFuse(binary)).toBe('its Electron is too old for the fuse WasmTrapHandlers');
    expect(await fuseProblems(binary)).toEqual(['WasmTrapHandlers should be on, but is not there']);
  });

  test('may not be seven, and a ninth must be set, in a package for tests', async () => {
    expect(await fuseProblems(aBinary(asWanted.slice(0, 7)), true)).toEqual([
      'GrantFileProtocolExtraPrivileges should be off, but is not there',
    ]);
    expect(await fuseProblems(aBinary(`${asWanted.slice(0, 8)}0`), true)).toHaveLength(1);
    expect(await describeMissingFuse(aBinary(asWanted))).toBeUndefined();
  });

  test('report one that Electron no longer has', async () => {
    expect(await fuseProblems(aBinary('r10011001'))).toEqual([
      'RunAsNode should be off, but is no longer there',
    ]);
    expect(await fuseProblems(aBinary('01001100'))).toEqual([
      'WasmTrapHandlers should be on, but is not there',
    ]);
  });
});

describe('the app archive', () => {
  test('lists its files', () => {
    const list = {
      files: {
        'package.json': { size: 2, offset: '0' },
        out: { files: { main: { files: { 'a.js': { size: 1, offset: '2' } } } } },
      },
    };
    // The packer fills the list up to whole words.
    const json = Buffer.from(JSON.stringify(list).padEnd(120));
    const lengths = Buffer.alloc(16);
    lengths.writeUInt32LE(4, 0);
    lengths.writeUInt32LE(json.length + 8, 4);
    lengths.writeUInt32LE(json.length + 4, 8);
    lengths.writeUInt32LE(json.length, 12);
    mkdirSync(join(folder, 'resources'));
    const archive = join(folder, 'resources', 'app.asar');
    writeFileSync(archive, Buffer.concat([lengths, json, Buffer.from('{}1')]));
    expect(asarFiles(archive)).toEqual(['package.json', 'out/main/a.js']);
    expect(readAsarFile(archive, 'package.json')).toBe('{}');
    expect(() => readAsarFile(archive, 'out')).toThrow(/has no file out/);
  });

  test('may hold the build, its libraries and licences', () => {
    const files = [
      'package.json',
      'LICENSE',
      'THIRD-PARTY-LICENSES.txt',
      'out/main/electron.js',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'out-functions/package.json',
      'out-functions/serve-api/index.js',
      'node_modules/zod/index.js',
      'node_modules/zod/LICENSE',
    ];
    expect(strayFiles(files)).toEqual([]);
  });

  test.each([
    'src-main/electron/main.ts',
    'test/unit/a.test.ts',
    'scripts/package.ts',
    'out-test/main/electron.js',
    'out-functions/.built',
    'out-functions/serve-api/index.js.map',
    'out/main/electron.js.map',
    '.env',
    'node_modules/zod/.env.local',
    'node_modules/zod/.npmrc',
    'connections.json',
    'out/main/connections.json',
    'node_modules/jose/test/private.pem',
    'node_modules/electron/index.js',
    'node_modules/@dynoxide/linux-x64/dynoxide',
    'node_modules/@playwright/test/index.js',
  ])('may not hold %s', (file) => {
    expect(strayFiles([file])).toEqual([file]);
  });

  test('must hold what the main process imports', () => {
    const source = [
      'import { z } from "zod";',
      'import "./chunks/a.js";',
      'import { join } from "node:path";',
      'import { app } from "electron";',
      'export { x } from "@aws-sdk/client-s3/deep";',
      'const { y } = await import("jose");',
      'const text = "from nowhere";',
      'let _aws_sdk_client_kms = require("@aws-sdk/client-kms");',
      'let node_crypto = require("node:crypto");',
    ].join('\n');
    expect(missingLibraries(['node_modules/zod/package.json'], [source])).toEqual([
      '@aws-sdk/client-kms',
      '@aws-sdk/client-s3',
      'jose',
    ]);
  });

  test('must hold the licence of each library that came with one', () => {
    const installed: Readonly<Record<string, readonly string[]>> = {
      'node_modules/jose': ['LICENSE.md', 'README.md', 'package.json'],
      'node_modules/zod': ['LICENSE', 'package.json'],
      'node_modules/none': ['package.json'],
    };
    const namesIn = (name: string) => installed[name] ?? [];
    const files = ['jose', 'zod', 'none', 'zod/v4'].map((name) => `node_modules/${name}/package.json`);
    expect(missingLicences([...files, 'node_modules/zod/LICENSE'], namesIn)).toEqual(['node_modules/jose']);
    const all = [...files, 'node_modules/zod/LICENSE', 'node_modules/jose/LICENSE.md'];
    expect(missingLicences(all, namesIn)).toEqual([]);
  });
});

describe('the unpacked app', () => {
  test.each([
    ['linux', 'linux-arm64-unpacked'],
    ['win32', 'win-unpacked'],
    ['darwin', 'mac-arm64'],
  ])('is found in %s on %s, beside those of others', (platform, name) => {
    for (const one of ['linux-arm64-unpacked', 'win-unpacked', 'mac-arm64', 'macros']) {
      mkdirSync(join(folder, one));
    }
    expect(unpackedFolder(folder, platform)).toBe(name);
  });

  test('may be missing', () => {
    expect(unpackedFolder(folder, 'linux')).toBeUndefined();
  });
});

describe('the preload', () => {
  const one = ['out/preload/preload.cjs', 'out/main/electron.js'];

  test('is one script that imports only Electron', () => {
    expect(preloadProblems(one, 'let electron = require("electron");')).toEqual([]);
  });

  test.each([
    [[...one, 'out/preload/chunk.cjs'], '', /2 files/],
    [one, 'require("zod"); require("zod");', /requires zod/],
    [one, 'require("./chunk.cjs");', /requires \.\/chunk\.cjs/],
    [one, 'import { ipcRenderer } from "electron";', /is a module/],
  ])('is refused: %j with %j', (files, source, problem) => {
    expect(preloadProblems(files, source)).toEqual([expect.stringMatching(problem)]);
  });
});
