import { readFileSync, statSync } from 'node:fs';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { readSystem, type SystemProblem } from '#shared/catalogue/loading/system-schema.ts';
import { parseJson, repeatedName } from '../../home/parse-json.ts';

export interface CatalogueFile {
  readonly path: string;
  readonly systems: readonly SystemDeclaration[];
  readonly problems: readonly SystemProblem[];
}

const mostBytes = 2 * 1_024 * 1_024;
const mostSystems = 50;

/** Never throws: a mistake only costs the system it is in, and the console opens without it. */
export function readCatalogueFile(path: string): CatalogueFile {
  const text = readText(path);
  if (typeof text !== 'string') return { path, systems: [], problems: [text] };
  return { path, ...parseCatalogue(text) };
}

/** Accepts one system, or `{ "systems": [ … ] }`. */
export function parseCatalogue(text: string): Omit<CatalogueFile, 'path'> {
  const json = parseJson(text);
  if ('problem' in json) {
    const { path, found, problem } = json;
    return { systems: [], problems: [{ path, value: found, problem }] };
  }
  const twice = repeatedName(text);
  if (twice !== undefined) {
    const problem = 'is there twice in one object, and one would be lost; expected each name once';
    return { systems: [], problems: [{ path: twice.path, value: twice.found, problem }] };
  }
  const { entries, problems } = readEntries(json.value);
  const systems: SystemDeclaration[] = [];
  const taken = new Map<string, string>(
    Object.values(catalogue).map(({ id }) => [id, 'a system that Sluice brings']),
  );
  for (const { at, entry } of entries) {
    const read = readSystem(entry, at);
    if (!read.ok) {
      problems.push(...read.problems);
      continue;
    }
    const { id } = read.system;
    const owner = taken.get(id);
    taken.set(id, owner ?? (at === '' ? 'this system' : at));
    if (owner === undefined) systems.push(read.system);
    else problems.push(takenId(at, id, owner));
  }
  return { systems, problems };
}

/** Accepts one system alone, as a draft is saved: a list could not be corrected as one. */
export function parseDraft(text: string): {
  readonly system: SystemDeclaration | null;
  readonly problems: readonly SystemProblem[];
} {
  const { systems, problems } = parseCatalogue(text);
  const [system = null, ...others] = systems;
  if (problems.length > 0) return { system: null, problems };
  if (others.length === 0 && !/^[\s\uFEFF]*\{\s*"systems"/.test(text)) return { system, problems };
  const problem = 'is a list; expected one system alone, and each other one in a file of its own';
  return { system: null, problems: [{ path: 'systems', value: `a list of ${systems.length}`, problem }] };
}

interface Entries {
  readonly entries: readonly { readonly at: string; readonly entry: unknown }[];
  readonly problems: SystemProblem[];
}

function readEntries(value: unknown): Entries {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'systems')) {
    return { entries: [{ at: '', entry: value }], problems: [] };
  }
  const { systems, ...others } = value as { readonly systems: unknown };
  const problems = Object.keys(others).map((path) => ({
    path,
    value: 'something',
    problem: 'stands beside "systems"; expected nothing else there',
  }));
  if (!Array.isArray(systems) || systems.length > mostSystems) {
    problems.push({
      path: 'systems',
      value: Array.isArray(systems) ? `a list of ${systems.length}` : 'something else',
      problem: `expected a list of at most ${mostSystems} systems`,
    });
    return { entries: [], problems };
  }
  return {
    entries: systems.map((entry: unknown, index) => ({ at: `systems[${index}]`, entry })),
    problems,
  };
}

function takenId(at: string, id: string, owner: string): SystemProblem {
  return {
    path: at === '' ? 'id' : `${at}.id`,
    value: JSON.stringify(id),
    problem: `is the id of ${owner}; expected one of its own`,
  };
}

function readText(path: string): string | SystemProblem {
  try {
    const found = statSync(path);
    if (!found.isFile()) {
      return { path: '(file)', value: 'no file', problem: 'cannot be read; expected a file' };
    }
    if (found.size > mostBytes) {
      const value = `${(found.size / 1_024 / 1_024).toFixed(1)} MB`;
      return { path: '(file)', value, problem: 'is too big; expected at most 2 MB' };
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    const value = (error as NodeJS.ErrnoException).code ?? String(error);
    return { path: '(file)', value, problem: 'cannot be read; expected a file that you may read' };
  }
}
