import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { KeySchema, PatternDeclaration, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';

/** Returns what a form offers for each parameter, which the samples are meant to answer. */
export function exampleParams(
  system: SystemDeclaration,
  pattern: PatternDeclaration,
): Record<string, string> {
  const templates = [
    pattern.partition,
    ...Object.values<string | readonly string[]>(pattern.sort ?? {}).flat(),
  ];
  const holes = templates.flatMap((template) =>
    [...template.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? ''),
  );
  return Object.fromEntries(holes.map((hole) => [hole, system.parameters?.[hole]?.example ?? '']));
}

/** Finds the answer in the simplest way, by going through all samples of the table one by one. */
export function expectedItems(
  system: SystemDeclaration,
  pattern: PatternDeclaration,
  params: Readonly<Record<string, string>>,
): Attributes[] {
  const { tableKey, schema } = findPlace(system, pattern);
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)(?::\w+)?\}/g, (_hole, name: string) => params[name] ?? '');
  const sortOf = (item: Attributes): AttributeValue | undefined =>
    schema.sort === undefined ? undefined : item[schema.sort.name];
  const fits = (item: Attributes): boolean => {
    const partition = item[schema.partition.name];
    if (partition === undefined || plain(partition) !== fill(pattern.partition)) return false;
    if (schema.sort === undefined) return true;
    const sort = sortOf(item);
    if (sort === undefined) return false;
    const value = comparable(sort);
    const at = (template: string): string | number => ('N' in sort ? Number(fill(template)) : fill(template));
    const condition = pattern.sort;
    if (condition === undefined) return true;
    if ('equals' in condition) return value === at(condition.equals);
    if ('beginsWith' in condition) return String(value).startsWith(fill(condition.beginsWith));
    if ('between' in condition) return value >= at(condition.between[0]) && value <= at(condition.between[1]);
    if ('before' in condition) return value < at(condition.before);
    if ('upTo' in condition) return value <= at(condition.upTo);
    return 'after' in condition ? value > at(condition.after) : value >= at(condition.from);
  };
  const found = (system.samples?.[tableKey] ?? [])
    .map((sample) => sampleAttributes(system, tableKey, sample))
    .filter(fits)
    .toSorted((a, b) => compare(sortOf(a), sortOf(b)));
  return pattern.order === 'newest first' || pattern.order === 'last to first' ? found.toReversed() : found;
}

/** Returns the text by which a row is sorted in the list. */
export function sortText(system: SystemDeclaration, pattern: PatternDeclaration, item: Attributes): string {
  const { sort } = findPlace(system, pattern).schema;
  return sort === undefined ? '' : plain(item[sort.name]);
}

function findPlace(
  system: SystemDeclaration,
  { on }: PatternDeclaration,
): { tableKey: string; schema: KeySchema } {
  const [tableKey = '', indexName] = on.split('.');
  const table = system.tables[tableKey];
  const schema = indexName === undefined ? table : table?.indexes?.[indexName];
  if (schema === undefined) throw new Error(`${on} is not there`);
  return { tableKey, schema };
}

/** The samples' keys are ASCII and their numbers short, so JavaScript's order is DynamoDB's. */
function compare(a: AttributeValue | undefined, b: AttributeValue | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [one, other] = [comparable(a), comparable(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function comparable(value: AttributeValue): string | number {
  return 'N' in value ? Number(value.N) : plain(value);
}

export function plain(value: AttributeValue | undefined): string {
  if (value === undefined) return '';
  if ('S' in value) return value.S;
  return 'N' in value ? value.N : '';
}
