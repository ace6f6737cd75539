import {
  findDeclared,
  type AttributeDeclaration,
  type EntityDeclaration,
  type KeyAttribute,
  type KeySchema,
  type PatternDeclaration,
  type SystemDeclaration,
  type TableDeclaration,
} from '../declaration.ts';
import type { Attributes, AttributeValue } from '../items/attribute-value.ts';
import { keysMeet, sortCanMatch } from './key-overlap.ts';
import { holesOf, parseTemplate, piecesOf, plainTemplate } from './key-template.ts';

/** A table or an index, with the keys that each entity writes there. */
export interface KeyPlace {
  /** As patterns say it: "main", "main.GSI2". */
  readonly on: string;
  readonly tableKey: string;
  readonly indexName: string | null;
  readonly schema: KeySchema;
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
  readonly written: readonly WrittenKey[];
}

export interface WrittenKey {
  readonly entity: string;
  readonly declaration: EntityDeclaration;
  readonly partition: string;
  readonly sort: string | undefined;
  readonly sparse: string | undefined;
}

export function keyPlaces(system: SystemDeclaration): readonly KeyPlace[] {
  return Object.entries(system.tables).flatMap(([tableKey, table]) => [
    place(system, tableKey, null, table, 'ALL'),
    ...Object.entries(table.indexes ?? {}).map(([name, index]) =>
      place(system, tableKey, name, index, index.projection),
    ),
  ]);
}

/** The entities that a pattern's key condition can bring, whether it says that it returns them or not. */
export function reachedBy(
  pattern: Pick<PatternDeclaration, 'partition' | 'sort'>,
  { schema, written }: KeyPlace,
): readonly WrittenKey[] {
  if (pattern.sort !== undefined && schema.sort === undefined) return [];
  return written.filter(
    ({ partition, sort }) =>
      keysMeet(pattern.partition, partition) &&
      (pattern.sort === undefined ||
        sort === undefined ||
        schema.sort?.type === 'N' ||
        sortCanMatch(pattern.sort, sort)),
  );
}

function place(
  system: SystemDeclaration,
  tableKey: string,
  indexName: string | null,
  schema: KeySchema,
  projection: KeyPlace['projection'],
): KeyPlace {
  const written = Object.entries(system.entities).flatMap(([entity, declaration]): WrittenKey[] => {
    if (declaration.table !== tableKey) return [];
    const partition = findDeclared(declaration.keys, schema.partition.name);
    const sort = schema.sort === undefined ? undefined : findDeclared(declaration.keys, schema.sort.name);
    if (partition === undefined || (schema.sort !== undefined && sort === undefined)) return [];
    const sparse = indexName === null ? undefined : findDeclared(declaration.sparse, indexName);
    return [{ entity, declaration, partition, sort, sparse }];
  });
  return {
    on: indexName === null ? tableKey : `${tableKey}.${indexName}`,
    tableKey,
    indexName,
    schema,
    projection,
    written,
  };
}

export function keyAttributes({ partition, sort }: KeySchema): readonly KeyAttribute[] {
  return sort === undefined ? [partition] : [partition, sort];
}

export function keyNames(schema: KeySchema): readonly string[] {
  return keyAttributes(schema).map(({ name }) => name);
}

/** Those of the table first, then those of its indexes, each once. */
export function allKeyNames(table: TableDeclaration): ReadonlySet<string> {
  return new Set([table, ...Object.values(table.indexes ?? {})].flatMap(keyNames));
}

/**
 * What an item is, by the templates of its table's own keys. Where several fit, the one that says most:
 * `DOCUMENT#LATEST` before `DOCUMENT#{version}`.
 */
export function entityOf(system: SystemDeclaration, tableKey: string, attributes: Attributes): string | null {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return null;
  let best: { name: string; says: number } | undefined;
  for (const [name, entity] of Object.entries(system.entities)) {
    if (entity.table !== tableKey) continue;
    const says = fit(entity, table, attributes);
    if (says !== undefined && (best === undefined || says > best.says)) best = { name, says };
  }
  return best?.name ?? null;
}

/** How much the templates say of themselves, or undefined where the item's keys are others. */
function fit(entity: EntityDeclaration, table: TableDeclaration, attributes: Attributes): number | undefined {
  let says = 0;
  for (const key of keyAttributes(table)) {
    const template = findDeclared(entity.keys, key.name);
    const value = findDeclared(attributes, key.name);
    if (template === undefined || value === undefined || !isOf(template, key, value)) return undefined;
    says += saysOf(template);
  }
  return says;
}

function isOf(template: string, key: KeyAttribute, value: AttributeValue): boolean {
  // DynamoDB may write a number otherwise than it was put; in a Number key any number is right.
  if (key.type === 'N') return 'N' in value && holesOf(template).length === 1;
  return 'S' in value && parseTemplate(template, value.S) !== undefined;
}

/** Fixed text tells most, then a hole of a kind that few texts have. */
function saysOf(template: string): number {
  let says = 0;
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') says += 10 * piece.length;
    else if (piece.kind !== 'text') says += 1;
  }
  return says;
}

/** Templates write `{batchId}` for an attribute that may be called `BatchID`. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface NamedAttribute {
  readonly name: string;
  readonly declaration: AttributeDeclaration;
}

/** The attribute that a hole stands for: of its name, or the key attribute that is nothing but this hole. */
export function attributeOfHole(entity: EntityDeclaration, hole: string): NamedAttribute | undefined {
  const exact = findDeclared(entity.attributes, hole);
  if (exact !== undefined) return { name: hole, declaration: exact };
  const names = Object.keys(entity.attributes);
  const name =
    names.find((one) => sameName(one, hole)) ??
    names.find((one) => plainTemplate(findDeclared(entity.keys, one) ?? '') === `{${hole}}`);
  const declaration = name === undefined ? undefined : findDeclared(entity.attributes, name);
  return name === undefined || declaration === undefined ? undefined : { name, declaration };
}

/** Whether a hole of a template is the entity's status. */
export function isStatus(entity: EntityDeclaration, hole: string): boolean {
  const { status } = entity;
  if (status === undefined) return false;
  return sameName(status.attribute, hole) || attributeOfHole(entity, hole)?.name === status.attribute;
}

/** The few values that a hole can take, or undefined where it can take any number of them. */
export function fewValues(
  system: SystemDeclaration,
  entity: EntityDeclaration,
  hole: string,
): readonly string[] | undefined {
  if (system.tenant !== undefined && sameName(system.tenant, hole)) return undefined;
  if (isStatus(entity, hole)) return Object.keys(entity.status?.moves ?? {});
  const attribute = attributeOfHole(entity, hole)?.declaration;
  if (attribute?.type === 'flag') return ['true', 'false'];
  return attribute?.oneOf ?? findDeclared(system.parameters, hole)?.oneOf;
}

/** Holes of several templates, each name once. */
export function holeNames(templates: readonly string[]): readonly string[] {
  return [...new Set(templates.flatMap((template) => holesOf(template).map(({ name }) => name)))];
}
