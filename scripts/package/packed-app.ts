import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface PackedApp {
  readonly executable: string;
  readonly resources: string;
}

/**
 * Finds `linux-unpacked`, `linux-arm64-unpacked`, `win-unpacked`, `mac` or `mac-arm64`; undefined if there is none.
 */
export function unpackedFolder(output: string, platform: string): string | undefined {
  return readdirSync(output).find((name) => {
    if (platform === 'darwin') return /^mac(?:-|$)/.test(name);
    return name.startsWith(platform === 'win32' ? 'win' : 'linux') && name.endsWith('-unpacked');
  });
}

/** Locates the parts of the folder that an installer is made of. */
export function packedApp(folder: string, platform: string): PackedApp {
  if (platform === 'darwin') {
    const app = join(folder, 'Sluice.app');
    return { executable: app, resources: join(app, 'Contents', 'Resources') };
  }
  const executable = join(folder, platform === 'win32' ? 'Sluice.exe' : 'sluice');
  return { executable, resources: join(folder, 'resources') };
}
