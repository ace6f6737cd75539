import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  readonly from: string;
  /** This is a path from the top, `npm:name`, `node:name`, or undefined if it resolves to nothing. */
  readonly to: string | undefined;
  readonly written: string;
  readonly typeOnly: boolean;
  /**
   * Lists the names of imported values, without types; `*` stands for a namespace import and for an import without
   * names.
   */
  readonly names: readonly string[];
}

/** These paths hold the sources of `infra`, which has packages of its own between them. */
export function listInfraPaths(): string[] {
  return readdirSync('infra')
    .filter((name) => name.endsWith('.ts') || name === 'stacks' || name === 'test')
    .map((name) => `infra/${name}`);
}

interface Found {
  readonly typeOnly: boolean;
  readonly names: readonly string[];
}

const everything = '*';

/** Reads imports with the bundler's own parser, because TypeScript 7 has no JavaScript API (decision 008). */
export function readImports(paths: readonly string[]): { files: string[]; imports: Import[] } {
  const files = paths.flatMap(sourcesBelow);
  return { files, imports: files.flatMap(readFileImports) };
}

function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .toSorted();
}

function readFileImports(from: string): Import[] {
  const code = readFileSync(from, 'utf8');
  const { module, errors } = parseSync(from, code);
  if (errors.length > 0) throw new Error(`${from} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const found = new Map<string, Found>();
  const add = (written: string, typeOnly: boolean, names: readonly string[]): void => {
    const before = found.get(written) ?? { typeOnly: true, names: [] };
    found.set(written, {
      typeOnly: typeOnly && before.typeOnly,
      names: [...new Set([...before.names, ...names])],
    });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    const values = entries.filter(({ isType }) => !isType);
    const names = values.map(({ importName }) => importName.name ?? everything);
    add(
      moduleRequest.value,
      entries.length > 0 && values.length === 0,
      entries.length === 0 ? [everything] : names,
    );
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, importName } of entries) {
      if (moduleRequest === null) continue;
      add(moduleRequest.value, isType, isType ? [] : [importName.name ?? everything]);
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"]([^'"]+)['"]$/.exec(code.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (literal !== undefined) add(literal, false, [everything]);
  }
  return [...found].map(([written, { typeOnly, names }]) => ({
    from,
    to: resolve(from, written),
    written,
    typeOnly,
    names,
  }));
}

const rooms: Readonly<Record<string, string>> = {
  '#shared': 'shared',
  '#main': 'src-main',
  '#renderer': 'src-renderer',
  '#local': 'src-local',
  '#pipelines': 'src-pipelines',
  '#test': 'test',
  '#scripts': 'scripts',
};

function resolve(from: string, written: string): string | undefined {
  if (written.startsWith('node:')) return written;
  // The text behind a question mark tells the build what to make of the file.
  const [path = ''] = written.split('?', 1);
  if (written.startsWith('.')) return present(posix.normalize(posix.join(dirname(from), path)));
  const [first = '', second = ''] = written.split('/', 2);
  const room = rooms[first];
  if (room !== undefined) return present(`${room}${written.slice(first.length)}`);
  return `npm:${first.startsWith('@') ? `${first}/${second}` : first}`;
}

function present(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
