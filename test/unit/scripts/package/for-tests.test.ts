import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { librariesOfElectron } from '#scripts/apt-packages.ts';
import {
  configureForTests,
  forTestsOutput,
  forTestsVersion,
  isForTests,
} from '#scripts/package/for-tests.ts';
import { debProblems, entryProblems, packagesReached } from '#scripts/package/linux-package.ts';
import type { Deb } from '#scripts/package/linux-package.ts';
import { findLinuxTools } from '#scripts/package/linux-tools.ts';
import { parsePackageFlags } from '#scripts/package/package-flags.ts';
import { readLiveBatch } from '#scripts/package/packed-desktop.ts';
import { aHome } from '#test/builders/a-home.ts';
import config from '../../../../electron-builder.config.ts';

const here = { platform: 'linux', arch: 'x64' };

describe('a package for tests', () => {
  test('is asked for by name', () => {
    expect(parsePackageFlags([], here)).toMatchObject({ flags: { forTests: false } });
    expect(parsePackageFlags(['--for-tests'], here)).toMatchObject({ flags: { forTests: true } });
  });

  test('has a version of its own, which says from which Electron it is', () => {
    expect(forTestsVersion('0.1.0', '33.2.1')).toBe('0.1.0-for.tests.electron.33.2.1');
    expect(forTestsVersion('0.1.0', 'of unknown version')).toBe(
      '0.1.0-for.tests.electron.of.unknown.version',
    );
    expect(isForTests(forTestsVersion('0.1.0', '33.2.1'))).toBe(true);
    expect(isForTests('0.1.0')).toBe(false);
  });

  test('is written where no upload looks, and its .deb refuses to be installed', () => {
    const made = configureForTests(config, '0.1.0', '33.2.1');
    expect(made.directories?.output).toBe(forTestsOutput);
    expect(forTestsOutput).not.toMatch(/^dist/);
    expect(made.electronVersion).toBe('33.2.1');
    expect(made.extraMetadata).toMatchObject({
      version: '0.1.0-for.tests.electron.33.2.1',
      desktopName: 'sluice.desktop',
    });
    expect(made.linux?.synopsis).toMatch(/^For tests/);
    const [option, file = ''] = made.deb?.fpm ?? [];
    expect(option).toBe('--before-install');
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/bin\/sh\n[^]*was not installed[^]*\nexit 1\n$/);
  });

  test('has in it what a package for people has', () => {
    const { files, asar, afterPack, afterExtract, protocols } = configureForTests(config, '0.1.0', '33.2.1');
    expect({ files, asar, afterPack, afterExtract, protocols }).toEqual({
      files: config.files,
      asar: config.asar,
      afterPack: config.afterPack,
      afterExtract: config.afterExtract,
      protocols: config.protocols,
    });
  });
});

describe('the tools for a package for tests', () => {
  function aPath(...programs: readonly string[]): string {
    const folder = aHome();
    for (const name of programs) writeFileSync(join(folder, name), '', { mode: 0o755 });
    return folder;
  }
  const find = (PATH: string, canDownload: boolean, more: NodeJS.ProcessEnv = {}) =>
    findLinuxTools({
      environment: { PATH, ...more },
      folder: join(aHome(), 'tools'),
      canDownload: () => Promise.resolve(canDownload),
    });

  test("are electron-builder's own where they can be downloaded", async () => {
    const found = await find(aPath('dpkg-deb', 'mksquashfs', 'desktop-file-validate'), true);
    expect(found).toMatchObject({ targets: ['deb', 'AppImage'], environment: {} });
  });

  test("are the system's fpm where there is one", async () => {
    const found = await find(aPath('fpm', 'dpkg-deb'), true);
    expect(found.environment).toEqual({ USE_SYSTEM_FPM: 'true' });
  });

  test('are stand-ins where nothing can be downloaded, which is said', async () => {
    const found = await find(aPath('dpkg-deb', 'mksquashfs', 'desktop-file-validate'), false);
    expect(found.targets).toEqual(['deb', 'AppImage']);
    expect(readFileSync(found.environment['CUSTOM_FPM_PATH'] ?? '', 'utf8')).toContain('build-deb.ts');
    const runtime = join(
      found.environment['APPIMAGE_TOOLS_PATH'] ?? '',
      'runtimes',
      `runtime-${process.arch}`,
    );
    expect(readFileSync(runtime, 'utf8')).toContain('has no runtime');
    expect(found.says.join()).toMatch(/built by dpkg-deb.*cannot start itself/);
  });

  test('may be missing, which is said of each kind of package', async () => {
    const found = await find(aPath(), false);
    expect(found).toMatchObject({ targets: [], environment: {} });
    expect(found.says).toEqual([
      expect.stringMatching(/^NO \.deb: .*dpkg-deb/),
      expect.stringMatching(/^NO AppImage: there is no mksquashfs and no desktop-file-validate/),
    ]);
  });
});

const manifest = { version: '0.1.0', license: 'Apache-2.0' };
const entry = [
  '[Desktop Entry]',
  'Exec=/opt/Sluice/sluice -- %U',
  'Type=Application',
  'Terminal=false',
  'Icon=sluice',
  'StartupWMClass=sluice',
  'MimeType=x-scheme-handler/sluice;',
  '',
].join('\n');

function aDeb(changes: Partial<Deb> = {}): Deb {
  const paths = [
    '/opt/Sluice/sluice',
    '/opt/Sluice/chrome-sandbox',
    '/opt/Sluice/LICENSE.electron.txt',
    '/opt/Sluice/LICENSES.chromium.html',
    '/opt/Sluice/resources/app.asar',
    '/opt/Sluice/resources/apparmor-profile',
    '/usr/share/applications/sluice.desktop',
    '/usr/share/icons/hicolor/16x16/apps/sluice.png',
    '/usr/share/icons/hicolor/512x512/apps/sluice.png',
  ];
  const folders = ['/', '/opt/', '/opt/Sluice/', '/usr/', '/usr/share/', '/usr/share/icons/'];
  return {
    control: {
      Package: 'sluice',
      Version: '0.1.0',
      Architecture: 'amd64',
      Maintainer: 'The Sluice contributors <contributors@sluice.invalid>',
      Homepage: 'https://sluice.invalid/',
      License: 'Apache-2.0',
      Section: 'admin',
      Priority: 'optional',
      Depends: librariesOfElectron.join(', '),
      Description: 'Operations console',
    },
    files: [
      ...folders.map((path) => ({ mode: 'drwxr-xr-x', owner: 'root/root', path })),
      ...paths.map((path) => ({ mode: '-rwxr-xr-x', owner: 'root/root', path })),
    ],
    scripts: {
      postinst: "#!/bin/bash\nln -sf '/opt/Sluice/sluice' '/usr/bin/sluice'\n",
      postrm: "#!/bin/bash\nupdate-alternatives --remove sluice '/opt/Sluice/sluice'\n",
    },
    desktopEntry: entry,
    appArmorProfile: 'profile "sluice" "/opt/Sluice/sluice" flags=(unconfined) {\n  userns,\n}\n',
    ...changes,
  };
}

const withFile = (path: string, mode = '-rw-r--r--', owner = 'root/root'): Partial<Deb> => ({
  files: [...aDeb().files, { mode, owner, path }],
});

describe('a .deb', () => {
  test('is as it should be', () => {
    expect(debProblems(aDeb(), manifest)).toEqual([]);
  });

  test.each<[string, Partial<Deb>, RegExp]>([
    ['an icon is missing', { files: aDeb().files.slice(0, -1) }, /lacks .*512x512/],
    ['a file is outside its places', withFile('/etc/cron.daily/sluice'), /does not belong/],
    ['a link is in it already', withFile('/usr/bin/sluice'), /does not belong/],
    ['a source is in it', withFile('/opt/Sluice/main.ts'), /is a source/],
    ['a file is open to writers', withFile('/opt/Sluice/a', '-rw-rw-r--'), /others may write/],
    ['a file is setuid', withFile('/opt/Sluice/a', '-rwsr-xr-x'), /is setuid/],
    [
      'a file belongs to a user',
      withFile('/opt/Sluice/a', '-rw-r--r--', 'user/user'),
      /belongs to user\/user/,
    ],
    ['a folder is closed', withFile('/opt/Sluice/a/', 'drwx------'), /only root may enter/],
    ['another licence', { control: { ...aDeb().control, License: 'MIT' } }, /License: MIT/],
    [
      'a library is not named',
      { control: { ...aDeb().control, Depends: 'libgtk-3-0' } },
      /Depends: libgtk-3-0/,
    ],
    ['another version', { control: { ...aDeb().control, Version: '0.1.01' } }, /Version: 0.1.01/],
    ['a link could be an option', { desktopEntry: entry.replace(' -- ', ' ') }, /lacks "Exec=/],
    [
      'the profile is for another program',
      { appArmorProfile: 'profile "sluice" "/opt/Other/sluice" {\n  userns,\n}\n' },
      /AppArmor/,
    ],
    ['there are no scripts', { scripts: {} }, /no postinst/],
    [
      'a script is cut off',
      { scripts: { ...aDeb().scripts, postrm: 'if /opt/Sluice/sluice' } },
      /postrm is no script/,
    ],
    [
      'a script is not filled in',
      { scripts: { ...aDeb().scripts, postrm: "rm '/opt/Sluice/sluice' '${executable}'" } },
      /not filled in/,
    ],
    [
      'it refuses although it is for people',
      { scripts: { ...aDeb().scripts, preinst: 'exit 1' } },
      /for tests only/,
    ],
    [
      'it is for tests and does not refuse',
      { control: { ...aDeb().control, Version: '0.1.0~for.tests.electron.33.2.1' } },
      /can be installed/,
    ],
  ])('is refused: %s', (_title, changes, problem) => {
    expect(debProblems(aDeb(changes), manifest).join('\n')).toMatch(problem);
  });

  test('for tests refuses its installation', () => {
    const control = { ...aDeb().control, Version: '0.1.0~for.tests.electron.33.2.1' };
    const scripts = { ...aDeb().scripts, preinst: 'exit 1' };
    expect(debProblems(aDeb({ control, scripts }), manifest)).toEqual([]);
  });

  test('leads links to the app behind --, so that no link is an option', () => {
    expect(entryProblems(entry, '/opt/Sluice/sluice -- %U')).toEqual([]);
    expect(entryProblems(entry, 'AppRun -- %U')).toEqual(['the desktop entry lacks "Exec=AppRun -- %U"']);
  });

  test('brings along what its dependencies depend on', () => {
    const installed = [
      { name: 'libgtk-3-0t64', provides: 'libgtk-3-0 (= 3.24)', depends: 'libcups2 (>= 2), libc6:any' },
      { name: 'libcups2', provides: '', depends: 'libgnutls30 | libssl3' },
      { name: 'libssl3', provides: '', depends: 'libcups2' },
      { name: 'libgbm1', provides: '', depends: '' },
    ];
    expect([...packagesReached('libgtk-3-0, libnss3', installed)].toSorted()).toEqual([
      'libcups2',
      'libgtk-3-0t64',
      'libssl3',
    ]);
  });
});

describe("a customer's batch in the sandbox", () => {
  const key = 'TENANT#northwind#PROJECT#warehouseBATCH#batch-01A';
  const document = (id: string) => `TENANT#northwind#BATCH#batch-01ADOCUMENT#doc-${id}`;
  const change = (where: string, status: string) => [
    'dynamodb/items/autowired-sandbox',
    where,
    { status: { S: status } },
  ];

  test('is read with its documents as the journal last has them', () => {
    const home = aHome();
    expect(readLiveBatch(home)).toBeUndefined();
    mkdirSync(join(home, 'local'));
    const lines = [
      [['world/clock', 'ahead', 0]],
      [change(key, 'QUEUED'), change(document('1'), 'QUEUED')],
      [change(document('1'), 'SUCCEEDED'), change(document('2'), 'REVIEW_REQUIRED')],
      [change(key, 'REVIEW_REQUIRED')],
    ];
    const text = lines.map((line) => `40d17973 ${JSON.stringify(line)}`).join('\n');
    writeFileSync(join(home, 'local', 'state-1.journal'), `${text}\n0aa1 [["dynamodb/items/autowired-san`);
    expect(readLiveBatch(home)).toEqual({
      id: 'batch-01A',
      status: 'REVIEW_REQUIRED',
      documents: ['SUCCEEDED', 'REVIEW_REQUIRED'],
    });
  });
});
