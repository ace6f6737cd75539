import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Configuration } from 'electron-builder';

/** No upload of packages looks here. */
export const forTestsOutput = '.cache/package-for-tests';
const mark = '-for.tests.electron.';

/** A version before the release that it is like, so that a package manager replaces it by any real one. */
export function forTestsVersion(version: string, electron: string): string {
  return `${version}${mark}${electron.replaceAll(/[^0-9A-Za-z.]+/g, '.')}`;
}

export function isForTests(version: string): boolean {
  return version.includes(mark);
}

/**
 * Changes the configuration so that the packages can be tried, but not passed on by accident: their name, version and
 * description say what they are, and the .deb refuses its installation.
 */
export function configureForTests(config: Configuration, version: string, electron: string): Configuration {
  const refusal = resolve('.cache/package/refuse-installation.sh');
  mkdirSync(dirname(refusal), { recursive: true });
  writeFileSync(refusal, refuseInstallation(electron), { mode: 0o755 });
  return {
    ...config,
    electronVersion: electron,
    directories: { ...config.directories, output: forTestsOutput },
    extraMetadata: {
      ...(config.extraMetadata as Record<string, unknown>),
      version: forTestsVersion(version, electron),
    },
    linux: { ...config.linux, synopsis: `For tests, from Electron ${electron}; not to be installed` },
    // The quickest compression: the package is unpacked once and thrown away.
    deb: { ...config.deb, compression: 'gz', fpm: ['--before-install', refusal] },
  };
}

function refuseInstallation(electron: string): string {
  return `#!/bin/sh
echo 'Sluice was not installed: this package was made for tests, from Electron ${electron}.' >&2
echo 'Install one that "npm run package" made without --for-tests.' >&2
exit 1
`;
}
