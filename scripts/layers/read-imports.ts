import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  readonly from: string;
  /** A path from the top, `npm:name`, `node:name`, or undefined where it resolves to nothing. */
  readonly to: string | undefined;
  readonly written: string;
  readonly typeOnly: boolean;
}

/** Read with the bundler's own parser: TypeScript 7 has no JavaScript API to ask (decision 008). */
export function readImports(folders: readonly string[]): { files: string[]; imports: Import[] } {
  const files = folders.flatMap(sourcesBelow);
  return { files, imports: files.flatMap(importsOf) };
}

function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .toSorted();
}

function importsOf(from: string): Import[] {
  const code = readFileSync(from, 'utf8');
  const { module, errors } = parseSync(from, code);
  if (errors.length > 0) throw new Error(`${from} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const found = new Map<string, boolean>();
  const add = (written: string, typeOnly: boolean): void => {
    found.set(written, typeOnly && (found.get(written) ?? true));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest !== null) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"]([^'"]+)['"]$/.exec(code.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (literal !== undefined) add(literal, false);
  }
  return [...found].map(([written, typeOnly]) => ({ from, to: resolve(from, written), written, typeOnly }));
}

const rooms: Readonly<Record<string, string>> = {
  '#shared': 'shared',
  '#main': 'src-main',
  '#renderer': 'src-renderer',
  '#local': 'src-local',
  '#test': 'test',
  '#scripts': 'scripts',
};

function resolve(from: string, written: string): string | undefined {
  if (written.startsWith('node:')) return written;
  if (written.startsWith('.')) return present(posix.normalize(posix.join(dirname(from), written)));
  const [first = '', second = ''] = written.split('/', 2);
  const room = rooms[first];
  if (room !== undefined) return present(`${room}${written.slice(first.length)}`);
  return `npm:${first.startsWith('@') ? `${first}/${second}` : first}`;
}

function present(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
