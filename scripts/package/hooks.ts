import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { setFuses } from './fuses.ts';
import { packedApp } from './packed-app.ts';

/** Electron's own start page, which a distribution from a folder still has: there is to be one app to load. */
export function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): void {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true });
}

/** Before anything is signed: from then on nothing can be changed. */
export async function afterPack({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  await setFuses(packedApp(appOutDir, electronPlatformName).executable);
}
