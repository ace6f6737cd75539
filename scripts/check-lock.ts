import { readFileSync } from 'node:fs';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly optionalDependencies?: Record<string, string> }>
  >;
}

/**
 * `npm ci` refuses a lock file without a platform's binary, and npm silently leaves it out while the registry does not
 * have it yet. The tool then has to stay a version behind.
 */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const present = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
const problems = Object.entries(packages).flatMap(([path, { resolved, optionalDependencies = {} }]) => [
  ...Object.keys(optionalDependencies)
    .filter((name) => !present.has(name))
    .map((name) => `${path} wants ${name}, which is not in the lock file`),
  ...(resolved === undefined ? [] : [`${path} names a download address, which ties it to one registry`]),
]);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length > 0 ? 1 : 0;
