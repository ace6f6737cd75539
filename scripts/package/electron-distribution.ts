import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Wanted {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** Accepts a folder with another version. */
  readonly forTests?: boolean;
}

export type Distribution =
  /** `folder` is an unpacked distribution to use instead of a download. */
  | {
      readonly there: true;
      readonly folder: string | undefined;
      readonly from: string;
      readonly version: string;
    }
  | { readonly there: false; readonly needs: string };

interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  /** Resolves with the status that an address answered, or rejects. */
  readonly ask?: (url: string) => Promise<number>;
}

const executables = { linux: 'electron', darwin: 'Electron.app', win32: 'electron.exe' };

/** Checks before anything is built, because packaging would otherwise stop half-way after minutes. */
export async function findDistribution(wanted: Wanted, around: Surroundings = {}): Promise<Distribution> {
  const { environment = process.env, ask = askForOneByte } = around;
  const { version } = wanted;
  const named = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (named) return findInFolder(named, wanted, around);
  const cached = cachedFile(wanted, around);
  if (existsSync(cached)) return { there: true, folder: undefined, from: cached, version };

  const url = `${folderUrl(wanted, environment)}/${fileName(wanted)}`;
  const shown = withoutSignIn(url);
  // The packager knows the way through a proxy; a plain request does not.
  if (environment['ELECTRON_GET_USE_PROXY']) return { there: true, folder: undefined, from: shown, version };
  try {
    const status = await ask(url);
    if (status < 400) return { there: true, folder: undefined, from: shown, version };
    return lacking(wanted, around, `${shown} answered ${status}`);
  } catch (error) {
    return lacking(wanted, around, `${shown} cannot be reached (${describeError(error)})`);
  }
}

/** Electron writes its version into each distribution; another one may be packed for tests, and never by accident. */
function findInFolder(folder: string, wanted: Wanted, around: Surroundings): Distribution {
  const says = `ELECTRON_OVERRIDE_DIST_PATH is ${folder}`;
  const executable = executables[wanted.platform];
  if (!existsSync(join(folder, executable))) {
    return lacking(wanted, around, `${says}, where there is no ${executable}`);
  }
  const file = join(folder, 'version');
  const version = existsSync(file)
    ? readFileSync(file, 'utf8').trim().replace(/^v/, '')
    : 'of unknown version';
  if (version !== wanted.version && wanted.forTests !== true) {
    return lacking(
      wanted,
      around,
      `${says}, which is Electron ${version}; --for-tests packs it, for tests only`,
    );
  }
  return { there: true, folder, from: folder, version };
}

function lacking(wanted: Wanted, around: Surroundings, why: string): Distribution {
  const needs = [
    `Nothing was packaged: Electron ${wanted.version} for ${wanted.platform}-${wanted.arch} is not to be had here.`,
    `  ${why}.`,
    `Packaging needs ${fileName(wanted)}, by one of these:`,
    `  - the network, or ELECTRON_MIRROR=https://…/ (the address before v${wanted.version}/)`,
    `  - the file itself as ${cachedFile(wanted, around)}`,
    '  - ELECTRON_OVERRIDE_DIST_PATH=DIR, with the file unpacked in DIR',
  ];
  return { there: false, needs: needs.join('\n') };
}

function fileName({ version, platform, arch }: Wanted): string {
  return `electron-v${version}-${platform}-${arch}.zip`;
}

function folderUrl({ version }: Wanted, environment: NodeJS.ProcessEnv): string {
  const mirror =
    environment['npm_config_electron_mirror'] ||
    environment['NPM_CONFIG_ELECTRON_MIRROR'] ||
    environment['ELECTRON_MIRROR'] ||
    'https://github.com/electron/electron/releases/download/';
  const folder = environment['ELECTRON_CUSTOM_DIR']?.replace('{{ version }}', version) || `v${version}`;
  return `${mirror}${folder}`;
}

/** Looks where Electron's own downloader looks first: it has a folder for each address that files may come from. */
function cachedFile(wanted: Wanted, around: Surroundings): string {
  const { environment = process.env } = around;
  const key = createHash('sha256').update(folderUrl(wanted, environment)).digest('hex');
  return join(cacheFolder(around), key, fileName(wanted));
}

function cacheFolder({
  environment = process.env,
  platform = process.platform,
  home = homedir(),
}: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'electron');
  if (platform === 'win32') {
    return join(environment['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'electron', 'Cache');
  }
  return join(environment['XDG_CACHE_HOME'] || join(home, '.cache'), 'electron');
}

/** Removes credentials, because the output ends up in build logs. */
function withoutSignIn(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
}

async function askForOneByte(url: string): Promise<number> {
  // A request accepts no address with credentials, and its error would quote them.
  const { username, password } = new URL(url);
  const signIn = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
  const answer = await fetch(withoutSignIn(url), {
    headers: { range: 'bytes=0-0', ...(username === '' ? {} : { authorization: `Basic ${signIn}` }) },
    signal: AbortSignal.timeout(20_000),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Uses the cause, because the message of a failed request says nothing. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
