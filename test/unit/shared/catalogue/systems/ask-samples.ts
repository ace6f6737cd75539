import type { SampleItem, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { fillTemplate, type Params } from '#shared/catalogue/keys/key-template.ts';
import { locate, sortTemplates } from '#shared/catalogue/questions/locate.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';

/** Returns the items that DynamoDB would find among a system's samples by keys alone. */
export function askSamples(
  system: SystemDeclaration,
  pattern: string,
  params: Params,
): readonly SampleItem[] {
  const { tableKey, schema, pattern: declared } = locate(system, pattern);
  const partition = filled(declared.partition, params);
  const ends = sortTemplates(declared.sort).map((template) => filled(template, params));
  const { name, type } = schema.sort ?? { name: '', type: 'S' };
  const isIndexed = (item: SampleItem): boolean => schema.sort === undefined || name in item;
  const items = (system.samples?.[tableKey] ?? [])
    .filter((item) => readText(item, schema.partition.name) === partition && isIndexed(item))
    .filter((item) => fits(Object.keys(declared.sort ?? {})[0], readText(item, name), ends, type));
  const inOrder = items.toSorted((a, b) => compare(readText(a, name), readText(b, name), type));
  return declared.order === undefined || declared.order === 'oldest first' ? inOrder : inOrder.toReversed();
}

/** Returns a text or a number as it would stand in a key. */
export function readText(item: SampleItem, name: string): string {
  const value = item[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function listExamples(system: SystemDeclaration): Params {
  return Object.fromEntries(
    Object.entries(system.parameters ?? {}).map(([name, { example = '' }]) => [name, example]),
  );
}

export function entityOfSample(system: SystemDeclaration, table: string, item: SampleItem): string | null {
  return findEntity(system, table, sampleAttributes(system, table, item));
}

function filled(template: string, params: Params): string {
  const result = fillTemplate(template, params);
  if (!result.ok) throw new Error(`${template}: ${result.parameter} ${result.problem}`);
  return result.key;
}

function fits(word: string | undefined, value: string, ends: readonly string[], type: 'S' | 'N'): boolean {
  const [first = '', second = ''] = ends;
  const to = compare(value, first, type);
  switch (word) {
    case undefined:
      return true;
    case 'equals':
      return to === 0;
    case 'beginsWith':
      return value.startsWith(first);
    case 'between':
      return to >= 0 && compare(value, second, type) <= 0;
    case 'before':
      return to < 0;
    case 'upTo':
      return to <= 0;
    case 'after':
      return to > 0;
    default:
      return to >= 0;
  }
}

function compare(a: string, b: string, type: 'S' | 'N'): number {
  if (type === 'N') return Number(a) - Number(b);
  return a < b ? -1 : Number(a > b);
}
