import { parseArgs } from 'node:util';
import type { Wanted } from './electron-distribution.ts';

export interface PackageFlags {
  readonly platform: Wanted['platform'];
  readonly arch: Wanted['arch'];
  /** Builds the folder that installers are made of, without an installer. */
  readonly dir: boolean;
  /** Allows another Electron than the pinned one, and makes packages that cannot be taken for a release (for-tests.ts). */
  readonly forTests: boolean;
  readonly help: boolean;
}

export type ParsedPackageFlags =
  | { readonly ok: true; readonly flags: PackageFlags }
  | { readonly ok: false; readonly problem: string };

export const packageUsage = `npm run package -- [options]

  --dir              build the unpacked app only, no installer
  --platform NAME    linux, darwin or win32 (default: this machine's)
  --arch NAME        x64 or arm64 (default: this machine's)
  --for-tests        from any Electron, with a name and a version of its own, in a folder of its own; not to be installed
  --help             print this text`;

const platforms = ['linux', 'darwin', 'win32'] as const;
const arches = ['x64', 'arm64'] as const;

export function parsePackageFlags(
  argv: readonly string[],
  here: { readonly platform: string; readonly arch: string } = process,
): ParsedPackageFlags {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        dir: { type: 'boolean' },
        'for-tests': { type: 'boolean' },
        platform: { type: 'string', default: here.platform },
        arch: { type: 'string', default: here.arch },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const platform = platforms.find((name) => name === values.platform);
    if (platform === undefined) return bad('--platform', platforms, values.platform);
    const arch = arches.find((name) => name === values.arch);
    if (arch === undefined) return bad('--arch', arches, values.arch);
    const { dir = false, help = false, 'for-tests': forTests = false } = values;
    return { ok: true, flags: { platform, arch, dir, forTests, help } };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function bad(flag: string, expected: readonly string[], given: string): ParsedPackageFlags {
  return { ok: false, problem: `${flag} expects one of ${expected.join(', ')}, got "${given}".` };
}
