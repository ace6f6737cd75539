import {
  findDeclared,
  type EntityDeclaration,
  type PatternDeclaration,
  type SortCondition,
  type SystemDeclaration,
} from '../declaration.ts';
import { findLead } from '../keys/key-overlap.ts';
import { keyPlaces, reachedBy } from '../keys/key-places.ts';
import { templateProblem } from '../keys/key-template.ts';
import type { Guess } from './draft-system.ts';
import { withParameters, withPatterns } from './draft-system.ts';

/** A common correction of a draft. Everything else is edited as text. */
export type Correction =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'table'; readonly table: string; readonly name: string }
  | { readonly kind: 'rename entity'; readonly entity: string; readonly name: string }
  | { readonly kind: 'remove entity'; readonly entity: string }
  | { readonly kind: 'key'; readonly entity: string; readonly key: string; readonly template: string }
  | {
      readonly kind: 'pattern';
      readonly pattern: string;
      readonly title?: string;
      readonly asks?: string;
    }
  | { readonly kind: 'remove pattern'; readonly pattern: string }
  | { readonly kind: 'add missing patterns' };

/** Returns the corrected declaration without checking it; `readSystem` finds its mistakes. */
export function correctDraft(system: SystemDeclaration, correction: Correction): SystemDeclaration {
  switch (correction.kind) {
    case 'name':
      return { ...system, name: correction.name };
    case 'table':
      return correctTable(system, correction.table, correction.name);
    case 'rename entity':
      return renameEntity(system, correction.entity, correction.name);
    case 'remove entity':
      return removeEntity(system, correction.entity);
    case 'key':
      return correctKey(system, correction);
    case 'pattern':
      return correctPattern(system, correction);
    case 'remove pattern': {
      const { [correction.pattern]: _, ...patterns } = system.patterns;
      return withParameters({ ...system, patterns });
    }
    default: {
      const { patterns, parameters, ...declared } = system;
      const { system: added } = withPatterns(declared, patterns);
      const known =
        parameters === undefined ? added : { ...added, parameters: { ...added.parameters, ...parameters } };
      return withParameters(known);
    }
  }
}

function correctTable(system: SystemDeclaration, table: string, name: string): SystemDeclaration {
  const declared = findDeclared(system.tables, table);
  return declared === undefined
    ? system
    : { ...system, tables: { ...system.tables, [table]: { ...declared, name } } };
}

function renameEntity(system: SystemDeclaration, from: string, to: string): SystemDeclaration {
  if (!Object.hasOwn(system.entities, from) || Object.hasOwn(system.entities, to) || to === '') return system;
  const renamed = (name: string): string => (name === from ? to : name);
  const { writes } = system;
  return {
    ...system,
    entities: mapNames(system.entities, renamed),
    patterns: mapPatterns(system.patterns, (pattern) => ({
      ...pattern,
      returns: pattern.returns.map(renamed),
    })),
    ...(writes !== undefined && {
      writes: Object.fromEntries(
        Object.entries(writes).map(([name, write]) => [
          name,
          write.items === undefined ? write : { ...write, items: mapNames(write.items, renamed) },
        ]),
      ),
    }),
  };
}

function mapNames<T>(all: Readonly<Record<string, T>>, rename: (name: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [rename(name), value]));
}

type Patterns = SystemDeclaration['patterns'];

function mapPatterns(
  patterns: Patterns,
  change: (pattern: PatternDeclaration) => PatternDeclaration,
): Patterns {
  return Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, change(pattern)]));
}

/** A pattern that can return nothing any more goes with its last entity. */
function removeEntity(system: SystemDeclaration, entity: string): SystemDeclaration {
  const { [entity]: _, ...entities } = system.entities;
  const kept = Object.entries(system.patterns).flatMap(([name, pattern]) => {
    const returns = pattern.returns.filter((one) => one !== entity);
    return returns.length === 0 ? [] : [[name, { ...pattern, returns }] as const];
  });
  return withParameters({ ...system, entities, patterns: Object.fromEntries(kept) });
}

interface KeyCorrection {
  readonly entity: string;
  readonly key: string;
  readonly template: string;
}

/** The patterns that asked by the old template ask by the new one, so that a correction is made once. */
function correctKey(system: SystemDeclaration, { entity, key, template }: KeyCorrection): SystemDeclaration {
  const declared = findDeclared(system.entities, entity);
  const before = findDeclared(declared?.keys, key);
  if (declared === undefined || before === undefined) return system;
  const changed: EntityDeclaration = { ...declared, keys: { ...declared.keys, [key]: template } };
  const entities = { ...system.entities, [entity]: changed };
  if (templateProblem(template) !== undefined || templateProblem(before) !== undefined) {
    return { ...system, entities };
  }
  const places = keyPlaces(system);
  const next: SystemDeclaration = { ...system, entities };
  const nextPlaces = keyPlaces(next);
  const patterns = mapPatterns(system.patterns, (pattern) => {
    const schema = places.find(({ on }) => on === pattern.on)?.schema;
    const place = nextPlaces.find(({ on }) => on === pattern.on);
    if (schema === undefined || place === undefined || !pattern.returns.includes(entity)) return pattern;
    const { sort } = pattern;
    const asked: PatternDeclaration = {
      ...pattern,
      ...(schema.partition.name === key && pattern.partition === before && { partition: template }),
      ...(schema.sort?.name === key && sort !== undefined && { sort: correctSort(sort, before, template) }),
    };
    const reached = new Set(reachedBy(asked, place).map((written) => written.entity));
    return {
      ...asked,
      returns: asked.returns.every((one) => reached.has(one)) ? asked.returns : reachedNames(asked, reached),
    };
  });
  return withParameters({ ...next, patterns });
}

function reachedNames({ returns }: PatternDeclaration, reached: ReadonlySet<string>): readonly string[] {
  return reached.size === 0 ? returns : [...reached];
}

function correctSort(sort: SortCondition, before: string, template: string): SortCondition {
  if ('equals' in sort) return sort.equals === before ? { equals: template } : sort;
  const isPrefix = 'beginsWith' in sort && sort.beginsWith !== '' && sort.beginsWith === findLead(before);
  return isPrefix && findLead(template) !== '' ? { beginsWith: findLead(template) } : sort;
}

function correctPattern(
  system: SystemDeclaration,
  { pattern, title, asks }: { readonly pattern: string; readonly title?: string; readonly asks?: string },
): SystemDeclaration {
  const declared = findDeclared(system.patterns, pattern);
  if (declared === undefined) return system;
  const changed = { ...declared, ...(title !== undefined && { title }), ...(asks !== undefined && { asks }) };
  return { ...system, patterns: { ...system.patterns, [pattern]: changed } };
}

/** A catalogue file is written for people to read and to compare. */
export function draftText(system: SystemDeclaration): string {
  return `${JSON.stringify(system, null, 2)}\n`;
}

/** Returns the guesses that are still as they were drafted, so that a person should look at them. */
export function standingGuesses(system: SystemDeclaration, guesses: readonly Guess[]): readonly Guess[] {
  return guesses.filter(({ path, value }) => JSON.stringify(valueAt(system, path)) === value);
}

function valueAt(system: SystemDeclaration, path: string): unknown {
  let value: unknown = system;
  let rest = path;
  while (rest !== '') {
    if (typeof value !== 'object' || value === null) return undefined;
    // Names of attributes and indexes may contain dots, so the longest name that is there is taken.
    const name = Object.keys(value)
      .filter((one) => rest === one || rest.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (name === undefined) return undefined;
    value = Reflect.get(value, name);
    rest = rest.slice(name.length + 1);
  }
  return value;
}
