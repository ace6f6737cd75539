import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface PackedApp {
  readonly executable: string;
  readonly resources: string;
}

/** `linux-unpacked`, `linux-arm64-unpacked`, `win-unpacked`, `mac`, `mac-arm64`: one of them, or undefined. */
export function unpackedFolder(output: string, platform: string): string | undefined {
  return readdirSync(output).find((name) => {
    if (platform === 'darwin') return /^mac(?:-|$)/.test(name);
    return name.startsWith(platform === 'win32' ? 'win' : 'linux') && name.endsWith('-unpacked');
  });
}

/** Where things are in the folder that an installer is made of. */
export function packedApp(folder: string, platform: string): PackedApp {
  if (platform === 'darwin') {
    const app = join(folder, 'Sluice.app');
    return { executable: app, resources: join(app, 'Contents', 'Resources') };
  }
  const executable = join(folder, platform === 'win32' ? 'Sluice.exe' : 'sluice');
  return { executable, resources: join(folder, 'resources') };
}
