import { isVarying } from '../fingerprint.ts';
import { isObject, readJson, type Json } from './exact-json.ts';
import { describeMask, whyMaskedKey } from './why-masked.ts';

/** The keys of a value and their types, without the values. For an array it merges all entries. */
interface Shape {
  /** Any of "text", "number", "yes or no", "nothing", "list", "object". */
  readonly types: readonly string[];
  readonly keys: Readonly<Record<string, Shape>>;
  readonly entries: Shape | null;
}

export function describeShape(json: Json, depth = 0): Shape {
  const types = [findType(json)];
  if (depth === deepest) return { types, keys: {}, entries: null };
  if (Array.isArray(json)) {
    const entries = (json as readonly Json[])
      .slice(0, mostEntries)
      .map((entry) => describeShape(entry, depth + 1));
    return { types, keys: {}, entries: entries.length === 0 ? null : entries.reduce(together) };
  }
  if (!isObject(json)) return { types, keys: {}, entries: null };
  const keys = Object.entries(json).map(([key, value]) => [key, describeShape(value, depth + 1)] as const);
  return { types, keys: Object.fromEntries(keys), entries: null };
}

/** Writes a shape on one line. It is the same for all bodies of that shape, because keys are sorted. */
export function shapeText({ types, keys, entries }: Shape): string {
  const inside = Object.entries(keys)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, shape]) => `${key}: ${shapeText(shape)}`);
  if (inside.length > 0) return `{ ${inside.join(', ')} }`;
  if (entries !== null) return `[${shapeText(entries)}]`;
  return types.join(' or ');
}

/**
 * Replaces keys that are ids or secrets by a single one, so that bodies which use different ids as keys have the same
 * shape.
 */
export function shapeWithoutIds({ types, keys, entries }: Shape): Shape {
  const named = new Map<string, Shape>();
  for (const [key, shape] of Object.entries(keys)) {
    const name = isVarying(key) || whyMaskedKey(key) !== null ? '…' : key;
    const before = named.get(name);
    const own = shapeWithoutIds(shape);
    named.set(name, before === undefined ? own : together(before, own));
  }
  return {
    types,
    keys: Object.fromEntries(named),
    entries: entries === null ? null : shapeWithoutIds(entries),
  };
}

export interface ShapeChange {
  readonly path: string;
  readonly says: string;
}

/** Lists how an edited body differs from the original: keys that were added or removed, and values of another type. */
export function shapeChanges(original: string, edited: string): readonly ShapeChange[] {
  const before = readJson(original);
  const after = readJson(edited);
  if (before === undefined) return [];
  if (after === undefined) return [{ path: '', says: 'The original is JSON, and this is not.' }];
  return changesAt('', describeShape(before), describeShape(after));
}

function changesAt(path: string, before: Shape, after: Shape): readonly ShapeChange[] {
  const said: ShapeChange[] = [];
  const others = after.types.filter((type) => !before.types.includes(type));
  // A null in the original does not show which type is expected.
  if (others.length > 0 && !before.types.includes('nothing')) {
    said.push({ path, says: `It was ${before.types.join(' or ')}, and is ${after.types.join(' or ')}.` });
    return said;
  }
  for (const [key, shape] of Object.entries(before.keys)) {
    const next = Object.hasOwn(after.keys, key) ? after.keys[key] : undefined;
    const at = `${path}.${shownKey(key)}`;
    said.push(...(next === undefined ? [{ path: at, says: 'It is missing.' }] : changesAt(at, shape, next)));
  }
  for (const key of Object.keys(after.keys)) {
    if (!Object.hasOwn(before.keys, key))
      said.push({ path: `${path}.${shownKey(key)}`, says: 'The original has no such key.' });
  }
  if (before.entries !== null && after.entries !== null) {
    said.push(...changesAt(`${path}[]`, before.entries, after.entries));
  }
  return said;
}

/** A plan records the path and is stored, so secret keys are masked. */
function shownKey(key: string): string {
  const why = whyMaskedKey(key);
  return why === null ? key : describeMask(why, key.length);
}

function together(one: Shape, other: Shape): Shape {
  // A Map is used, because an assignment to "__proto__" would create no key.
  const keys = new Map(Object.entries(one.keys));
  for (const [key, shape] of Object.entries(other.keys)) {
    const mine = keys.get(key);
    keys.set(key, mine === undefined ? shape : together(mine, shape));
  }
  return {
    types: [...new Set([...one.types, ...other.types])].toSorted(),
    keys: Object.fromEntries(keys),
    entries:
      one.entries !== null && other.entries !== null
        ? together(one.entries, other.entries)
        : (one.entries ?? other.entries),
  };
}

function findType(json: Json): string {
  if (json === null) return 'nothing';
  if (Array.isArray(json)) return 'list';
  switch (typeof json) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'yes or no';
    default:
      return 'object';
  }
}

const deepest = 12;
const mostEntries = 200;
