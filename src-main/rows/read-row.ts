import { catalogue } from '#shared/catalogue/catalogue.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { fillTemplate, parseTemplate, type Params } from '#shared/catalogue/keys/key-template.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { shownText } from './shown-text.ts';

type Entity = keyof typeof catalogue.extraction.entities;

export interface RowReading {
  readonly read: AttributeReading;
  readonly problems: string[];
  /** Reads an id from the item's key, or from an attribute when the key is unknown. The result is never empty. */
  readonly id: (name: string) => string;
  /** Returns the fields that every row has. */
  readonly asRead: () => {
    version: number | null;
    createdAt: string | null;
    updatedAt: string | null;
    catchingUp: boolean;
    expired: boolean;
    problems: string[];
  };
}

const longestId = 256;

export function readRow(item: StoredItem, entity: Entity): RowReading {
  const problems: string[] = [];
  const read = readAttributes(item.attributes, problems);
  const { keys } = catalogue.extraction.entities[entity];
  const [partition = '', sort = ''] = [keyText(item.key, 'PK'), keyText(item.key, 'SK')];
  const ids = { ...parseTemplate(keys.PK, partition), ...parseTemplate(keys.SK, sort) };

  return {
    read,
    problems,
    id(name) {
      const id = findDeclared(ids, name) ?? attributeText(item, name);
      if (id === undefined) read.note(name, `the key ${partition} / ${sort} does not say it`.slice(0, 300));
      const known = id ?? (sort || partition || 'unknown');
      if (known.length > longestId) read.note(name, `longer than ${longestId} characters, and cut`);
      return known.slice(0, longestId);
    },
    asRead: () => ({
      version: read.count('version'),
      createdAt: read.time('createdAt'),
      updatedAt: read.time('updatedAt'),
      catchingUp: item.catchingUp,
      expired: item.expired,
      problems,
    }),
  };
}

/** An unknown status is cut to this length. */
export const longestStatus = 60;

/** An unknown status stays readable as it is written (domain, 1.2). */
export function readStatus<T extends string>(
  read: AttributeReading,
  known: readonly T[],
): { readonly status: T | null; readonly otherStatus: string | null } {
  const written = read.text('status');
  const status = known.find((one) => one === written) ?? null;
  if (status !== null || written === null) return { status, otherStatus: null };
  const otherStatus = written.trim().slice(0, longestStatus) || '(blank)';
  read.note('status', `"${otherStatus}" is not one of ${known.join(', ')}`);
  return { status: null, otherStatus };
}

function attributeText({ attributes }: StoredItem, name: string): string | undefined {
  const value = findDeclared(attributes, name);
  return value !== undefined && 'S' in value && value.S !== '' ? value.S : undefined;
}

type Whether = 'optional' | undefined;

/**
 * Reads attributes that may be anything: a missing one, or one of another type, is null and named in `problems`. An
 * optional attribute is only a problem when it has another type.
 */
export interface AttributeReading {
  text(name: string, whether?: Whether): string | null;
  /** Returns the text unmasked, for callers that mask it themselves. */
  whole(name: string, whether?: Whether): string | null;
  /** Reads a text that names a moment. */
  time(name: string, whether?: Whether): string | null;
  /** Reads a whole number. */
  count(name: string, whether?: Whether): number | null;
  /** Reads a whole number that is not below zero. */
  size(name: string, whether?: Whether): number | null;
  number(name: string, whether?: Whether): number | null;
  oneOf<T extends string>(name: string, known: readonly T[], whether?: Whether): T | null;
  flag(name: string, whether?: Whether): boolean | null;
  /** Reads a set of texts, or a list of them; empty when it is missing. */
  texts(name: string): readonly string[];
  list(name: string, whether?: Whether): readonly AttributeValue[] | null;
  /** Reads a map, whose attributes are read in the same way. */
  map(name: string, whether?: Whether): AttributeReading | null;
  /** Returns the value as it is stored, whatever its type; null when it is missing. */
  anything(name: string): AttributeValue | null;
  names(): readonly string[];
  note(name: string, problem: string): void;
}

const mostProblems = 40;

export function readAttributes(attributes: Attributes, problems: string[], path = ''): AttributeReading {
  const note = (name: string, problem: string): void => {
    if (problems.length < mostProblems)
      problems.push(`${shownText(`${path}${name}`.slice(0, 120))}: ${problem}`);
    else if (problems.length === mostProblems) problems.push('and more');
  };

  function read<T>(
    name: string,
    expected: string,
    whether: Whether,
    valueOf: (value: AttributeValue) => T | undefined,
  ): T | null {
    const value = findDeclared(attributes, name);
    if (whether === 'optional' && (value === undefined || 'NULL' in value)) return null;
    const found = value === undefined ? undefined : valueOf(value);
    if (found === undefined)
      note(name, `expected ${expected}, found ${value === undefined ? 'none' : nameKind(value)}`);
    return found ?? null;
  }

  const rawText = (name: string, expected: string, whether: Whether): string | null =>
    read(name, expected, whether, (value) => ('S' in value ? value.S : undefined));

  function number(name: string, expected: string, whether: Whether): number | null {
    const digits = read(name, expected, whether, (value) => ('N' in value ? value.N : undefined));
    if (digits === null) return null;
    const found = Number(digits);
    if (Math.abs(found) <= Number.MAX_SAFE_INTEGER) return found;
    note(name, `expected ${expected}, found one too large to be kept exactly`);
    return null;
  }

  function count(name: string, whether: Whether): number | null {
    const found = number(name, 'a whole number', whether);
    if (found === null || Number.isInteger(found)) return found;
    note(name, 'expected a whole number, found one with a fraction');
    return null;
  }

  return {
    text(name, whether) {
      const text = rawText(name, 'text', whether);
      return text === null ? null : shownText(text);
    },
    whole: (name, whether) => rawText(name, 'text', whether),
    time(name, whether) {
      const text = rawText(name, 'a time', whether);
      if (text === null || isTime(text)) return text;
      note(name, 'expected a time, found other text');
      return null;
    },
    count,
    size(name, whether) {
      const found = count(name, whether);
      if (found === null || found >= 0) return found;
      note(name, 'expected a whole number, found one below zero');
      return null;
    },
    number: (name, whether) => number(name, 'a number', whether),
    oneOf(name, known, whether) {
      const text = rawText(name, 'text', whether);
      const found = known.find((one) => one === text);
      if (text !== null && found === undefined) {
        note(name, `"${shownText(text.slice(0, 40))}" is not one of ${known.join(', ')}`);
      }
      return found ?? null;
    },
    flag: (name, whether) =>
      read(name, 'a flag', whether, (value) => ('BOOL' in value ? value.BOOL : undefined)),
    texts: (name) => read(name, 'a set of texts', 'optional', toTexts) ?? [],
    list: (name, whether) => read(name, 'a list', whether, (value) => ('L' in value ? value.L : undefined)),
    map(name, whether) {
      const map = read(name, 'a map', whether, (value) => ('M' in value ? value.M : undefined));
      return map && readAttributes(map, problems, `${path}${name}.`);
    },
    anything(name) {
      const value = findDeclared(attributes, name);
      return value === undefined || 'NULL' in value ? null : value;
    },
    names: () => Object.keys(attributes),
    note,
  };
}

function toTexts(value: AttributeValue): readonly string[] | undefined {
  if ('SS' in value) return value.SS;
  return 'L' in value ? value.L.flatMap((one) => ('S' in one ? [one.S] : [])) : undefined;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}

function nameKind(value: AttributeValue): string {
  if ('S' in value) return 'text';
  if ('N' in value) return 'a number';
  if ('BOOL' in value) return 'a flag';
  if ('NULL' in value) return 'null';
  if ('B' in value) return 'binary';
  if ('L' in value) return 'a list';
  if ('M' in value) return 'a map';
  return 'MASKED' in value ? 'something masked' : 'a set';
}

/** No reader writes deeper than this; anything below is left out. */
const deepest = 16;

/** Converts JSON into the form of items, so that both are read by the same code. */
export function jsonAttributes(json: Readonly<Record<string, unknown>>, depth = 0): Attributes {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, toAttribute(value, depth)]));
}

function toAttribute(value: unknown, depth: number): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (depth >= deepest || !isObject(value)) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map((one) => toAttribute(one, depth + 1)) };
  return { M: jsonAttributes(value, depth + 1) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

type Place = Pick<StoredItem, 'table' | 'key'>;

/** Returns the place of an item in the extraction table from its ids alone. */
export function buildPlace(entity: 'Document' | 'Batch' | 'Workflow', params: Params): Place {
  const { table, keys } = extraction.entities[entity];
  const filled = (template: string): { readonly S: string } => {
    const result = fillTemplate(template, params);
    // The ids have already been part of a key or of an API address, so an error here is a bug.
    if (!result.ok) throw new Error(`${result.parameter} ${result.problem}`);
    return { S: result.key };
  };
  return { table, key: { PK: filled(keys.PK), SK: filled(keys.SK) } };
}
