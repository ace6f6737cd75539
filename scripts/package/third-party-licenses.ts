import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes the licences of bundled packages, because a bundle loses them and nearly all require to be carried along.
 * Packages in the archive have theirs in their own folders.
 */
export function writeThirdPartyLicenses(file: string, packages: readonly string[]): void {
  const texts = packages
    .map((folder) => ({
      folder,
      ...(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly version: string;
        readonly license?: string;
      }),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(
      ({ folder, name, version, license }) =>
        `${name} ${version} (${license ?? 'see below'})\n\n${readLicence(folder)}`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

function readLicence(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice)/i.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
