import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The page is built from these. Main's libraries are packaged whole, with the licences in their own folders. */
export const bundled: readonly string[] = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'lucide-react',
  'pdfjs-dist',
  'react',
  'react-dom',
  'recharts',
  'zod',
];

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly folder: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes the licences of bundled libraries, because a bundle loses them and nearly all require to be carried along.
 */
export function writeThirdPartyLicenses(file: string): void {
  const packages = withDependencies(bundled, '.', new Map());
  const texts = [...packages.values()]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((one) => `${one.name} ${one.version} (${one.license ?? 'see below'})\n\n${licenceText(one.folder)}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

function withDependencies(
  names: readonly string[],
  from: string,
  found: Map<string, Package>,
): Map<string, Package> {
  for (const name of names) {
    const folder = findPackageFolder(name, from);
    if (folder === undefined || found.has(folder)) continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<
      Package,
      'folder'
    >;
    found.set(folder, { ...manifest, folder });
    withDependencies(Object.keys(manifest.dependencies ?? {}), folder, found);
  }
  return found;
}

/** Searches as Node does: beside the importing module, then further and further out. */
function findPackageFolder(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === '.' || at === dirname(at)) return undefined;
  }
}

function licenceText(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice)/i.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
