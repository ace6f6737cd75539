import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { isForTests } from './for-tests.ts';
import { setFuses } from './fuses.ts';
import { packedApp } from './packed-app.ts';

/**
 * Removes Electron's own start page, which a distribution from a folder still has, so that there is only one app to
 * load.
 */
export function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): void {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  rmSync(join(appOutDir, resources, 'default_app.asar'), { recursive: true, force: true });
}

/** Runs before anything is signed, because nothing can be changed after that. */
export async function afterPack({
  appOutDir,
  electronPlatformName,
  packager,
}: AfterPackContext): Promise<void> {
  await setFuses(packedApp(appOutDir, electronPlatformName).executable, isForTests(packager.appInfo.version));
}
