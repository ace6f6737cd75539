import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { functionsDir } from '../build-if-stale.ts';
import { asarFiles, listAsarPackages, readAsarFile } from './asar-files.ts';
import { compareWithArchive, describeShipped, findOtherLicences } from './bill-of-materials.ts';
import { isForTests } from './for-tests.ts';
import { fuseProblems, describeMissingFuse } from './fuses.ts';
import { missingLibraries } from './missing-libraries.ts';
import { missingLicences } from './missing-licences.ts';
import { packedApp, unpackedFolder } from './packed-app.ts';
import { preloadProblems } from './preload-problems.ts';
import { strayFiles } from './stray-files.ts';

/** Inspects the package as any recipient could; empty when all is as docs/packaging.md says. */
export async function packageProblems(output: string, platform: string): Promise<readonly string[]> {
  const folder = unpackedFolder(output, platform);
  if (folder === undefined) return [`there is no unpacked app in ${output}`];
  return appProblems(join(output, folder), platform);
}

/** Inspects the folder that holds the executable, also where an installer has put it. */
export async function appProblems(folder: string, platform: string): Promise<readonly string[]> {
  const { executable, resources } = packedApp(folder, platform);
  const archive = join(resources, 'app.asar');
  if (!existsSync(archive)) return [`there is no ${archive}`];

  const bill = describeShipped();
  const files = asarFiles(archive);
  const besides = ['default_app.asar', 'app', 'app-update.yml'].filter((name) =>
    existsSync(join(resources, name)),
  );
  return [
    ...(await fuseProblems(executable, isForTests(versionIn(archive)))),
    ...strayFiles(files).map((file) => `app.asar has ${file}`),
    ...missingLibraries(files, builtSources()).map((name) => `app.asar lacks the library ${name}`),
    ...missingLicences(files, namesIn).map((library) => `app.asar lacks the licence of ${library}`),
    ...findOtherLicences(bill),
    ...compareWithArchive(bill, {
      whole: listAsarPackages(archive),
      licences: readAsarFile(archive, 'THIRD-PARTY-LICENSES.txt'),
    }),
    ...preloadProblems(files, readFileSync('out/preload/preload.cjs', 'utf8')),
    ...besides.map((name) => `beside app.asar there is ${name}`),
  ];
}

/** Returns a warning to print with a package for tests; undefined for one that may be installed. */
export async function forTestsNote(output: string, platform: string): Promise<string | undefined> {
  const folder = unpackedFolder(output, platform);
  if (folder === undefined) return undefined;
  const { executable, resources } = packedApp(join(output, folder), platform);
  const archive = join(resources, 'app.asar');
  if (!existsSync(archive) || !isForTests(versionIn(archive))) return undefined;
  const lacks = await describeMissingFuse(executable);
  return `This package is for tests, not for people: version ${versionIn(archive)}${lacks === undefined ? '' : `; ${lacks}`}.`;
}

function versionIn(archive: string): string {
  return (JSON.parse(readAsarFile(archive, 'package.json')) as { version: string }).version;
}

function builtSources(): readonly string[] {
  return ['out/main', functionsDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
