import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export interface LinuxTools {
  readonly targets: readonly ('deb' | 'AppImage')[];
  /** Tells electron-builder where its tools are. */
  readonly environment: Readonly<Record<string, string>>;
  /** One sentence for each kind of package: which tools make it, or why it is not made. */
  readonly says: readonly string[];
}

interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly folder?: string;
  /** Resolves with true if electron-builder could download its own tools. */
  readonly canDownload?: () => Promise<boolean>;
}

/**
 * Finds what a package for tests can be made with. electron-builder's own tools come first, because they make what is
 * shipped. Where they cannot be downloaded, the system's tools stand in for them; a package for people is never made
 * that way.
 */
export async function findLinuxTools(around: Surroundings = {}): Promise<LinuxTools> {
  const { environment = process.env, folder = '.cache/package/tools' } = around;
  const has = (name: string): string | undefined => findProgram(name, environment['PATH'] ?? '');
  const canDownload = await (around.canDownload ?? canDownloadTools)();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const parts = [debTools(), appImageTools()];
  return {
    targets: parts.flatMap(({ target }) => target ?? []),
    environment: Object.assign({}, ...parts.map((part) => part.environment ?? {})) as Record<string, string>,
    says: parts.map(({ says }) => says),
  };

  function debTools(): Part {
    const target = 'deb';
    if (environment['CUSTOM_FPM_PATH'] || environment['USE_SYSTEM_FPM'] === 'true') {
      return { target, says: 'The .deb is built by the fpm that the environment names.' };
    }
    if (has('fpm') !== undefined) {
      const says = "The .deb is built by the system's fpm.";
      return { target, environment: { USE_SYSTEM_FPM: 'true' }, says };
    }
    if (canDownload) return { target, says: "The .deb is built by electron-builder's own fpm." };
    if (has('dpkg-deb') === undefined) {
      return {
        says: 'NO .deb: there is neither fpm nor dpkg-deb, and electron-builder cannot download its fpm.',
      };
    }
    const program = join(folder, 'fpm');
    const words = [
      process.execPath,
      resolve('node_modules/tsx/dist/cli.mjs'),
      resolve('scripts/build-deb.ts'),
    ];
    writeScript(program, `exec ${words.map(quote).join(' ')} "$@"`);
    return {
      target,
      environment: { CUSTOM_FPM_PATH: resolve(program) },
      says: 'The .deb is built by dpkg-deb, because fpm cannot be had here; electron-builder still decides what is in it.',
    };
  }

  function appImageTools(): Part {
    const target = 'AppImage';
    if (environment['APPIMAGE_TOOLS_PATH']) {
      return { target, says: 'The AppImage is built by the tools that the environment names.' };
    }
    if (canDownload) return { target, says: "The AppImage is built by electron-builder's own tools." };
    const packer = has('mksquashfs');
    const validator = has('desktop-file-validate');
    if (packer === undefined || validator === undefined) {
      const missing = [packer ?? 'mksquashfs', validator ?? 'desktop-file-validate'].filter(
        (name) => !name.startsWith('/'),
      );
      return {
        says: `NO AppImage: there is no ${missing.join(' and no ')}, and electron-builder cannot download its tools.`,
      };
    }
    const tools = join(folder, 'appimage');
    mkdirSync(join(tools, 'runtimes'), { recursive: true });
    mkdirSync(join(tools, 'lib', process.arch), { recursive: true });
    // The fastest compression: the file is unpacked once and thrown away.
    writeScript(join(tools, 'mksquashfs'), `exec ${quote(packer)} "$@" -Xcompression-level 1`);
    symlinkSync(validator, join(tools, 'desktop-file-validate'));
    const says = 'This AppImage was made for tests and has no runtime: unpack it with unsquashfs -offset.';
    writeScript(join(tools, 'runtimes', `runtime-${process.arch}`), `echo ${quote(says)} >&2\nexit 1`);
    return {
      target,
      environment: { APPIMAGE_TOOLS_PATH: resolve(tools) },
      says: 'The AppImage is packed by mksquashfs and cannot start itself, because its runtime cannot be had here.',
    };
  }
}

interface Part {
  readonly target?: 'deb' | 'AppImage';
  readonly environment?: Readonly<Record<string, string>>;
  readonly says: string;
}

function writeScript(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Any answer counts, because a mirror need not have a page for its own address. */
async function canDownloadTools(): Promise<boolean> {
  const { ELECTRON_BUILDER_BINARIES_MIRROR, ELECTRON_BUILDER_CACHE } = process.env;
  if (ELECTRON_BUILDER_CACHE) return true;
  const address =
    ELECTRON_BUILDER_BINARIES_MIRROR || 'https://github.com/electron-userland/electron-builder-binaries';
  try {
    const { status } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
    return status < 500;
  } catch {
    return false;
  }
}

/** Runs a program to its end and returns what it printed; throws with its complaint if it failed. */
export function runTool(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  if (error !== undefined) throw new Error(`${program} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}
