import { readFileSync } from 'node:fs';
import { shippedLicences } from './package/bill-of-materials.ts';

interface Package {
  readonly version?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Tools run here and are passed on to no one, so they may also have these. */
const toolLicences = new Set([
  ...shippedLicences,
  'MPL-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'CC-BY-4.0',
  'Unlicense',
  'WTFPL',
  'WTFPL OR ISC',
  '(WTFPL OR MIT)',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
]);

/** Their manifests name no licence in the present form; the licence was read in the package. */
const readByHand: Readonly<Record<string, string>> = { 'querystring@0.2.0': 'MIT' };

const problems = ['package-lock.json', 'infra/package-lock.json'].flatMap((file) =>
  listProblems(file, (readJson(file) as { packages: Readonly<Record<string, Package>> }).packages),
);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length > 0 ? 1 : 0;

function listProblems(file: string, packages: Readonly<Record<string, Package>>): readonly string[] {
  const manifest = readJson(file.replace('package-lock.json', 'package.json')) as {
    allowScripts?: Readonly<Record<string, boolean>>;
  };
  const decided = manifest.allowScripts ?? {};
  const present = new Set(Object.keys(packages).map(findName));
  const withScripts = new Set<string>();
  // The templates' packages make a deployment and are in no package of the console.
  const isShippedFrom = file === 'package-lock.json';
  const found = Object.entries(packages).flatMap(([path, locked]) => {
    if (path === '') return [];
    if (locked.hasInstallScript === true) withScripts.add(findName(path));
    return [
      ...findIncomplete(path, locked, present),
      ...findLicenceProblem(path, locked, isShippedFrom),
      ...(locked.hasInstallScript === true && !(findName(path) in decided)
        ? [`${path} has an install script, and allowScripts in package.json has no decision about it`]
        : []),
    ];
  });
  const stale = Object.keys(decided).filter((name) => !withScripts.has(name));
  return [...found, ...stale.map((name) => `allowScripts names ${name}, which has no install script`)].map(
    (problem) => `${file}: ${problem}`,
  );
}

/**
 * `npm ci` refuses a lock file without a platform's binary, and npm silently leaves it out while the registry does not
 * have it yet. The tool then has to stay a version behind.
 */
function findIncomplete(
  path: string,
  { resolved, optionalDependencies = {} }: Package,
  present: ReadonlySet<string>,
): readonly string[] {
  return [
    ...Object.keys(optionalDependencies)
      .filter((name) => !present.has(name))
      .map((name) => `${path} wants ${name}, which is not in the lock file`),
    ...(resolved === undefined ? [] : [`${path} names a download address, which ties it to one registry`]),
  ];
}

function findLicenceProblem(
  path: string,
  { version = '', license, dev, devOptional }: Package,
  isShippedFrom: boolean,
): readonly string[] {
  const isTool = !isShippedFrom || dev === true || devOptional === true;
  const known = license ?? readByHand[`${findName(path)}@${version}`];
  if (known !== undefined && (isTool ? toolLicences : shippedLicences).has(known)) return [];
  return [
    `${path} has ${known === undefined ? 'no licence' : `the licence ${known}`}, which is not in the list for ${isTool ? 'tools' : 'what is shipped'}`,
  ];
}

function findName(path: string): string {
  return path.split('node_modules/').at(-1) ?? path;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
