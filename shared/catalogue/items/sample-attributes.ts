import type { AttributeValue, Attributes } from './attribute-value.ts';
import type {
  AttributeDeclaration,
  KeySchema,
  SampleItem,
  SampleValue,
  SystemDeclaration,
} from '../declaration.ts';
import { entityOf } from '../keys/entity-of.ts';

/** A sample as DynamoDB holds it: each value has the type that its key or its entity declares. */
export function sampleAttributes(system: SystemDeclaration, table: string, item: SampleItem): Attributes {
  const types = keyTypes(system, table);
  const keys = new Map<string, AttributeValue>();
  for (const [name, value] of Object.entries(item)) {
    const type = types.get(name);
    if (type !== undefined) keys.set(name, keyValue(type, value));
  }
  const entity = entityOf(system, table, Object.fromEntries(keys));
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
