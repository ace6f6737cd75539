import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes which packages the bundler put into the files of one part: their folders, as "node_modules/zod". The list lies
 * beside what is shipped, not in it.
 */
export function listBundledPackages(folder: string, part: string): Plugin {
  return {
    name: 'list-bundled-packages',
    generateBundle(_, bundle) {
      // Styles are no modules of a chunk, but the packages whose styles are loaded are shipped as well.
      const styles = [...this.getModuleIds()].filter((id) => /\.css(?:\?|$)/.test(id));
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 ? [id] : [],
            )
          : file.originalFileNames,
      );
      const packages = new Set([...styles, ...modules].flatMap((id) => findPackageOfFile(id) ?? []));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${part}.json`), `${JSON.stringify([...packages].toSorted(), null, 2)}\n`);
    },
  };
}

/** Returns the folder of the package that a module is from, or undefined for our own. */
export function findPackageOfFile(module: string): string | undefined {
  const path = relative(process.cwd(), module.replaceAll('\0', '').replaceAll('\\', '/')).replaceAll(
    '\\',
    '/',
  );
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(path)?.[0];
}

/** Reads the lists that a build left: the packages that any part has in its files. */
export function readBundledPackages(folders: readonly string[]): readonly string[] {
  const lists = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly string[]),
  );
  return [...new Set(lists.flat())].toSorted();
}
