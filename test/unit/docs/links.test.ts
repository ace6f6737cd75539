import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  ...readdirSync('.'),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

interface Link {
  readonly page: string;
  readonly target: string;
}

const links = pages.flatMap((page): Link[] => listTargets(prose(page)).map((target) => ({ page, target })));

test('covers all pages of the project', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/support.md', 'docs/connect.md']));
  expect(links.length).toBeGreaterThan(100);
});

test('every link leads to an existing file or folder', () => {
  expect(links.filter((link) => !isPicture(link) && !existsSync(resolveFile(link)))).toEqual([]);
});

test('every picture exists, in both themes', () => {
  expect(links.filter((link) => isPicture(link) && !existsSync(resolveFile(link)))).toEqual([]);
});

test('every link to a section leads to a heading of its page', () => {
  const lost = links.filter((link) => {
    const [, place] = link.target.split('#');
    return (
      place !== undefined && existsSync(resolveFile(link)) && !listHeadings(resolveFile(link)).includes(place)
    );
  });
  expect(lost).toEqual([]);
});

test('every file named in the text exists', () => {
  const lost = pages.flatMap((page) =>
    codeIn(page)
      .filter((name) => !isThere(name))
      .map((name) => `${page}: ${name}`),
  );
  expect(lost).toEqual([]);
});

const folders = [
  'src-main',
  'src-renderer',
  'src-local',
  'src-pipelines',
  'shared',
  'scripts',
  'test',
  'resources',
  'docs',
  // Between these, infra has packages of its own.
  'infra/stacks',
  'infra/stages',
  'infra/templates',
  'infra/test',
];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const inInfra = readdirSync('infra').map((name) => join('infra', name));
const everyPath = new Set([...folders, ...files, ...inInfra, ...readdirSync('.')]);
const everyName = new Set([...everyPath].map((path) => basename(path)));

/** Returns code spans that are a path or the name of a source: `src-main/jobs/{a,b}.ts`, `engine.ts`. */
function codeIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name ?? '');
  return code.filter((name) => isPath.test(name) || isSource.test(name)).flatMap(listEach);
}

const isPath = new RegExp(`^(?:${folders.join('|')})/[\\w./{},-]+$`);
const isSource = /^[\w.-]+(?:\/[\w.-]+)*\.tsx?$/;

function listEach(name: string): string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return inside === undefined ? [name] : inside.split(',').map((one) => `${before}${one}${after}`);
}

/** Finds a name by its whole path, as a test by its source's path, or as a source by the end of its path. */
function isThere(name: string): boolean {
  const path = name.replace(/\/$/, '');
  if (everyPath.has(path) || everyPath.has(`test/unit/${path}`)) return true;
  return isSource.test(path) && !isPath.test(path) && (everyName.has(path) || endsSome(path));
}

function endsSome(path: string): boolean {
  return files.some((file) => file.endsWith(`/${path}`));
}

/** Removes code, because brackets in code are not links. */
function prose(page: string): string {
  return readFileSync(page, 'utf8')
    .replaceAll(/^ *```[^]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code');
}

function listTargets(text: string): string[] {
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
  return written.map(([, target]) => target ?? '').filter((target) => !/^[a-z]+:/.test(target));
}

function resolveFile({ page, target }: Link): string {
  const [path = ''] = target.split('#');
  return path === '' ? page : join(dirname(page), path);
}

function isPicture({ target }: Link): boolean {
  return target.endsWith('.png');
}

/** Names the headings as GitHub does. */
function listHeadings(page: string): string[] {
  if (!statSync(page).isFile()) return [];
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const seen = new Map<string, number>();
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const name = heading
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)/g, '')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
}
