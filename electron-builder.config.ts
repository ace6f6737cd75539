import { readFileSync } from 'node:fs';
import type { Configuration } from 'electron-builder';
import { afterExtract, afterPack } from './scripts/package/hooks.ts';
import { appId } from './src-main/electron/app-id.ts';

/** The same one that development and tests run: Electron's package names its version and its checksums. */
const electron = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as {
  version: string;
};
const checksums = JSON.parse(readFileSync('node_modules/electron/checksums.json', 'utf8')) as Record<
  string,
  string
>;

/** What docs/packaging.md explains; `npm run package` passes it to electron-builder. */
const config: Configuration = {
  appId,
  productName: 'Sluice',
  copyright: 'The Sluice contributors. Apache-2.0.',
  directories: { output: 'dist', buildResources: 'resources' },

  electronVersion: electron.version,
  // A mirror may deliver the file, but not say what is in it.
  electronDownload: { checksums },
  // Nothing here is compiled for one machine.
  npmRebuild: false,

  asar: true,
  files: [
    'out/{main,preload,renderer}/**',
    // The browser host and `npm run local` need Node, which no packaged Electron is (the runAsNode fuse).
    '!out/main/{start,local}.js',
    // The sandbox runs the functions that a deployment has.
    'out-functions/{package.json,*/index.js}',
    'package.json',
    'LICENSE',
    { from: '.cache/package', to: '.', filter: ['THIRD-PARTY-LICENSES.txt'] },
    // A server that only the conformance table asks.
    '!**/node_modules/@dynoxide/**',
    '!**/node_modules/**/*.{map,ts,mts,cts,flow}',
    // Some libraries have their licence as Markdown, too.
    '!**/node_modules/**/!(LICEN[CS]E*|licen[cs]e*|NOTICE*).{md,markdown}',
    '!**/node_modules/**/{dist-types,test,tests,__tests__,docs,examples}/**',
  ],
  // GNOME and KDE find the window's launcher by this name.
  extraMetadata: { desktopName: 'sluice.desktop', author: 'The Sluice contributors', homepage: homepage() },
  afterExtract,
  afterPack,

  protocols: [{ name: 'A place in the Sluice console', schemes: ['sluice'], role: 'Viewer' }],

  linux: {
    target: ['AppImage', 'deb'],
    category: 'Development',
    synopsis: 'Operations console for document pipelines on AWS',
    icon: 'icons',
    executableName: 'sluice',
    syncDesktopName: true,
    // What comes after it was written by whoever made the link, and can be no option (launch.ts).
    executableArgs: ['--'],
    maintainer: process.env['SLUICE_MAINTAINER'] || 'The Sluice contributors <contributors@sluice.invalid>',
  },
  deb: {
    packageCategory: 'admin',
    priority: 'optional',
    // The packager's own list lacks libasound2 and libgbm1, without which Electron does not start.
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
      'libasound2',
      'libgbm1',
    ],
  },
  // The older tool starts every AppImage with --no-sandbox.
  toolsets: { appimage: '1.0.3' },

  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.developer-tools',
    icon: 'icon.icns',
    hardenedRuntime: true,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },

  win: { target: ['nsis'], icon: 'icon.ico', requestedExecutionLevel: 'asInvoker' },
  nsis: {
    oneClick: true,
    // In the user's own folder: nobody is asked for an administrator's password.
    perMachine: false,
    allowElevation: false,
    packElevateHelper: false,
    // The home folder has journals and the audit trail.
    deleteAppDataOnUninstall: false,
    include: 'resources/installer.nsh',
  },

  // No update channel: nothing is written that an updater would read, and there is none in the app.
  publish: null,
};

export default config;

/** A .deb must name one. `.invalid` belongs to nobody. */
function homepage(): string {
  const { SLUICE_HOMEPAGE, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (SLUICE_HOMEPAGE) return SLUICE_HOMEPAGE;
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
    : 'https://sluice.invalid/';
}
