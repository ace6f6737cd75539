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
import { listHoles, parseTemplate, parsePieces, plainTemplate } from './key-template.ts';

/** A table or an index, with the keys that each entity writes to it. */
export interface KeyPlace {
  /** The name that patterns use: "main", "main.GSI2". */
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

/** Returns the entities that a pattern's key condition can find, whether or not the pattern declares them. */
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

/** Returns the key names of the table first, then those of its indexes, without duplicates. */
export function allKeyNames(table: TableDeclaration): ReadonlySet<string> {
  return new Set([table, ...Object.values(table.indexes ?? {})].flatMap(keyNames));
}

/**
 * Identifies an item's entity by the templates of the table's own keys. If several fit, the most specific wins:
 * `DOCUMENT#LATEST` before `DOCUMENT#{version}`.
 */
export function findEntity(
  system: SystemDeclaration,
  tableKey: string,
  attributes: Attributes,
): string | null {
  const entity = listEntities(system, tableKey).find(({ keys }) =>
    keys.every(({ key, template }) => {
      const value = findDeclared(attributes, key.name);
      return value !== undefined && matchesTemplate(template, key, value);
    }),
  );
  return entity?.name ?? null;
}

interface EntityByKeys {
  readonly name: string;
  readonly keys: readonly { readonly key: KeyAttribute; readonly template: string }[];
  /** Tells how specific its templates are. */
  readonly says: number;
}

const known = new WeakMap<SystemDeclaration, Map<string, readonly EntityByKeys[]>>();

/** Lists a table's entities, the most specific first. They are compared once, and not for each item of a page. */
function listEntities(system: SystemDeclaration, tableKey: string): readonly EntityByKeys[] {
  const ofTables = known.get(system) ?? new Map<string, readonly EntityByKeys[]>();
  known.set(system, ofTables);
  const before = ofTables.get(tableKey);
  if (before !== undefined) return before;
  const table = findDeclared(system.tables, tableKey);
  const entities = table === undefined ? [] : Object.entries(system.entities);
  const found = entities
    .flatMap(([name, entity]) => {
      const keys = table === undefined ? undefined : findTableKeys(entity, table);
      if (entity.table !== tableKey || keys === undefined) return [];
      return [{ name, keys, says: keys.reduce((sum, { template }) => sum + scoreTemplate(template), 0) }];
    })
    .toSorted((a, b) => b.says - a.says);
  ofTables.set(tableKey, found);
  return found;
}

/** Returns the entity's templates of the table's own keys; undefined if it lacks one. */
function findTableKeys(entity: EntityDeclaration, table: TableDeclaration): EntityByKeys['keys'] | undefined {
  const keys = keyAttributes(table).flatMap((key) => {
    const template = findDeclared(entity.keys, key.name);
    return template === undefined ? [] : [{ key, template }];
  });
  return keys.length === keyAttributes(table).length ? keys : undefined;
}

function matchesTemplate(template: string, key: KeyAttribute, value: AttributeValue): boolean {
  // DynamoDB may return a number in another notation than it was written, so any number fits a Number key.
  if (key.type === 'N') return 'N' in value && listHoles(template).length === 1;
  return 'S' in value && parseTemplate(template, value.S) !== undefined;
}

/** Fixed text is the most specific, followed by a hole of a kind that few texts match. */
function scoreTemplate(template: string): number {
  let says = 0;
  for (const piece of parsePieces(template)) {
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

/**
 * Returns the attribute that a hole stands for: one of the same name, or the key attribute whose template is just this
 * hole.
 */
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

/** Tells whether a hole of a template is the entity's status. */
export function isStatus(entity: EntityDeclaration, hole: string): boolean {
  const { status } = entity;
  if (status === undefined) return false;
  return sameName(status.attribute, hole) || attributeOfHole(entity, hole)?.name === status.attribute;
}

/** Returns the few values that a hole can take, or undefined if their number is unlimited. */
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

/** Tells whether a hole is a shard: not an attribute of the items, and declared to spread them. */
export function isShard(system: SystemDeclaration, entity: EntityDeclaration, hole: string): boolean {
  const isAttribute = isStatus(entity, hole) || attributeOfHole(entity, hole) !== undefined;
  return !isAttribute && findDeclared(system.parameters, hole)?.spreads === true;
}

/** Lists the holes of several templates, without duplicates. */
export function holeNames(templates: readonly string[]): readonly string[] {
  return [...new Set(templates.flatMap((template) => listHoles(template).map(({ name }) => name)))];
}
