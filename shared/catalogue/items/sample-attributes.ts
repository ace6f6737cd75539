import {
  type AttributeDeclaration,
  type KeySchema,
  type SampleItem,
  type SampleValue,
  type SystemDeclaration,
} from '../declaration.ts';
import { findEntity } from '../keys/key-places.ts';
import { parseTemplate } from '../keys/key-template.ts';
import { sortTemplates, type Located } from '../questions/locate.ts';
import { keyText, type Attributes, type AttributeValue } from './attribute-value.ts';

/** Converts a sample to DynamoDB's notation. Each value takes the type that its key or its entity declares. */
export function sampleAttributes(system: SystemDeclaration, table: string, item: SampleItem): Attributes {
  const types = keyTypes(system, table);
  const keys = new Map<string, AttributeValue>();
  for (const [name, value] of Object.entries(item)) {
    const type = types.get(name);
    if (type !== undefined) keys.set(name, keyValue(type, value));
  }
  const entity = findEntity(system, table, Object.fromEntries(keys));
  const declared = new Map(
    Object.entries(entity === null ? {} : (system.entities[entity]?.attributes ?? {})),
  );
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, keys.get(name) ?? typed(declared.get(name), value)]),
  );
}

type KeyType = 'S' | 'N';

function keyTypes(system: SystemDeclaration, table: string): ReadonlyMap<string, KeyType> {
  const declared = system.tables[table];
  const schemas: KeySchema[] =
    declared === undefined ? [] : [declared, ...Object.values(declared.indexes ?? {})];
  return new Map(
    schemas.flatMap(({ partition, sort }) =>
      [partition, sort].flatMap((key) => (key === undefined ? [] : [[key.name, key.type] as const])),
    ),
  );
}

function keyValue(type: KeyType, value: SampleValue): AttributeValue {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return type === 'N' ? { N: text } : { S: text };
}

function typed(attribute: AttributeDeclaration | undefined, value: SampleValue): AttributeValue {
  if (isList(value) && attribute?.type === 'text set' && value.every(isText)) return { SS: value };
  if (isList(value) && attribute?.type === 'number set' && value.every(isDigits)) {
    return { NS: value.map(String) };
  }
  if (typeof value === 'string' && attribute?.type === 'binary') return { B: value };
  return plain(value);
}

function plain(value: SampleValue): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (isList(value)) return { L: value.map(plain) };
  if (isExact(value)) return value.$;
  return { M: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) };
}

function isText(value: SampleValue): value is string {
  return typeof value === 'string';
}

function isDigits(value: SampleValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isList(value: SampleValue): value is readonly SampleValue[] {
  return Array.isArray(value);
}

function isExact(value: object): value is { readonly $: AttributeValue } {
  return Object.hasOwn(value, '$');
}

/** Values in the form in which they would be typed. */
export type Typed = Readonly<Record<string, string>>;

/** Returns the parameters with which this pattern would find the item, or undefined if it would not. */
export function keyValues({ schema, pattern }: Located, attributes: Attributes): Typed | undefined {
  const partition = keyText(attributes, schema.partition.name);
  if (partition === undefined) return undefined;
  const values = parseTemplate(pattern.partition, partition);
  if (values === undefined) return undefined;
  if (pattern.sort === undefined || schema.sort === undefined) return values;
  const sort = keyText(attributes, schema.sort.name);
  if (sort === undefined) return undefined;
  const [template = ''] = sortTemplates(pattern.sort);
  if ('equals' in pattern.sort) {
    const more = parseTemplate(template, sort);
    return more === undefined ? undefined : { ...values, ...more };
  }
  if ('beginsWith' in pattern.sort || 'between' in pattern.sort) {
    const prefix = 'between' in pattern.sort ? sharedBeginning(...pattern.sort.between) : template;
    const more = parsePrefix(prefix, sort);
    return more === undefined ? undefined : { ...values, ...more };
  }
  // The person who asks chooses the range. An item only has a value inside it.
  return values;
}

/** Both ends of a range may begin with the same parts, as `DAY#{workflowId}#{from}` and `DAY#{workflowId}#{to}` do. */
function sharedBeginning(from: string, to: string): string {
  const other = Array.from(from).findIndex((character, place) => character !== to[place]);
  return other === -1 ? from : from.slice(0, from.slice(0, other).lastIndexOf('#') + 1);
}

/** `JOB#{day}` begins `JOB#2026-11-20#01HX`, so a prefix with holes ends where a part of the key ends. */
function parsePrefix(template: string, key: string): Typed | undefined {
  if (!template.includes('{')) return key.startsWith(template) ? {} : undefined;
  for (let end = 1; end <= key.length; end += 1) {
    if (end < key.length && key[end] !== '#' && key[end - 1] !== '#') continue;
    const values = parseTemplate(template, key.slice(0, end));
    if (values !== undefined) return values;
  }
  return undefined;
}
