import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { flags, place, type Flag, type ReviewField } from '#shared/contract/review/document.ts';
import {
  boxIn,
  listOf,
  mapOf,
  pageIn,
  presigned,
  shareIn,
  textIn,
  valueText,
  type Note,
} from './read-values.ts';

/** Fields by name, and of which type each is; as the workflow has them. */
export type Schema = ReadonlyMap<string, string | null>;

/** Those of the workflow's schema in its order, found or not; behind them whatever else was read. */
export function viewFields(value: AttributeValue | undefined, schema: Schema, note: Note): ReviewField[] {
  const read = mapOf(value) ?? {};
  if (value !== undefined && !('M' in value) && !('NULL' in value)) note('fields', 'expected a map');
  const others = Object.keys(read).filter((name) => !schema.has(name));
  return [...schema.keys(), ...others].map((name) => {
    const type = schema.get(name) ?? null;
    const field = findDeclared(read, name);
    if (!place.safeParse(name).success) note(`fields.${name}`, 'has a name that no correction can have');
    return field === undefined ? { ...unread, name, type } : viewField(name, type, field, note);
  });
}

const unread = {
  value: null,
  confidence: null,
  readBy: null,
  page: null,
  box: null,
  flags: [],
  readings: [],
} as const satisfies Partial<ReviewField>;

function viewField(name: string, type: string | null, field: AttributeValue, note: Note): ReviewField {
  const at = `fields.${name}`;
  const map = mapOf(field);
  if (map === undefined) {
    note(at, 'expected a map');
    return { ...unread, name, type, value: shown(valueText(field), at, note), flags: [], readings: [] };
  }
  const raw = findDeclared(map, 'value');
  const value = valueText(raw);
  if (value === undefined && raw !== undefined && !('NULL' in raw)) note(`${at}.value`, 'expected text');
  return {
    name,
    type,
    value: shown(value, `${at}.value`, note),
    confidence: shareIn(map, at, note),
    readBy: textIn(map, 'readBy'),
    page: pageIn(map, at, note),
    box: boxIn(map, at, note),
    flags: flagsIn(map, at, note),
    readings: readingsIn(map, at, note),
  };
}

function shown(value: string | undefined, at: string, note: Note): string | null {
  if (value !== presigned) return value ?? null;
  note(at, 'holds a presigned address, which never leaves the main process');
  return null;
}

function flagsIn(map: Attributes, at: string, note: Note): Flag[] {
  const found = listOf(findDeclared(map, 'flags')).map((flag) => ('S' in flag ? flag.S : ''));
  const known = flags.filter((flag) => found.includes(flag));
  // Any other text may be a value that was put in the wrong place.
  if (found.some((flag) => !flags.some((one) => one === flag)))
    note(`${at}.flags`, 'has one that is not known');
  return known;
}

const readers = ['textract', 'bedrock'] as const;

function readingsIn(map: Attributes, at: string, note: Note): ReviewField['readings'] {
  const readings = mapOf(findDeclared(map, 'readings')) ?? {};
  return readers.flatMap((reader) => {
    const reading = mapOf(findDeclared(readings, reader));
    if (reading === undefined) return [];
    const value = shown(valueText(findDeclared(reading, 'value')), `${at}.readings.${reader}`, note);
    if (value === null) return [];
    return [{ reader, value, confidence: shareIn(reading, `${at}.readings.${reader}`, note) }];
  });
}
