import type {
  AttributeDeclaration,
  AttributeType,
  EntityDeclaration,
  IndexDeclaration,
  KeyAttribute,
  KeySchema,
  TableDeclaration,
} from '../declaration.ts';
import { keyAttributes, keyNames } from '../keys/key-places.ts';
import { templateProblem } from '../keys/key-template.ts';
import { draftEntities, guess, withPatterns, type Guess, type SystemDraft } from './draft-system.ts';
import { findKeyShapes, type SampledKey } from './key-shapes.ts';
import { camelName, pascalName, toOwnName } from './names.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Drafts a declaration of a NoSQL Workbench model. The items in it are examples that people typed; their keys show
 * the templates, and no value of them is kept.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/workbench.Modeler.ExportModel.html
 */
export function draftOfWorkbenchModel(model: Json): SystemDraft | string {
  const tables = Array.isArray(model['DataModel']) ? model['DataModel'].map(toObject) : [];
  if (tables.length === 0) return 'has no table in "DataModel"';
  const name = toText(model['ModelName']) ?? 'Model';
  const declared: Record<string, TableDeclaration> = {};
  const entities: Record<string, EntityDeclaration> = {};
  const guesses: Guess[] = [];
  const notes: string[] = [];
  for (const table of tables) {
    const read = readTable(table, tables.length === 1 ? 'main' : undefined, notes);
    if (typeof read === 'string') return read;
    const key = unused(declared, read.key);
    declared[key] = read.table;
    const drafted = draftTableEntities(table, read.table);
    for (const [entity, declaration] of Object.entries(drafted.entities)) {
      const own = unused(entities, entity);
      entities[own] = { ...declaration, table: key };
      const path = `entities.${entity}.`;
      for (const one of drafted.guesses) {
        if (one.path.startsWith(path))
          guesses.push({ ...one, path: `entities.${own}.${one.path.slice(path.length)}` });
      }
    }
  }
  const patterned = withPatterns({
    id: systemId(name),
    name: name.slice(0, 80),
    about: describe(model, name),
    tables: declared,
    entities,
  });
  return {
    system: patterned.system,
    guesses: [...guesses, ...patterned.guesses],
    notes: [...notes, 'Example items were only used for the form of their keys.'],
  };
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function toObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function describe(model: Json, name: string): string {
  const about = toText(toObject(model['ModelMetadata'])['Description']);
  return `Drafted from the NoSQL Workbench model ${name}.${about === undefined ? '' : ` ${about}`}`.slice(
    0,
    4_000,
  );
}

function systemId(name: string): string {
  const id = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return id.slice(0, 40).replace(/-+$/, '') || 'model';
}

function unused(taken: Readonly<Record<string, unknown>>, name: string): string {
  if (!Object.hasOwn(taken, name)) return name;
  for (let count = 2; ; count += 1) if (!Object.hasOwn(taken, `${name}${count}`)) return `${name}${count}`;
}

interface ReadTable {
  readonly key: string;
  readonly table: TableDeclaration;
}

function readTable(table: Json, key: string | undefined, notes: string[]): ReadTable | string {
  const name = toText(table['TableName']);
  if (name === undefined) return 'has a table without a "TableName"';
  const keys = readKeys(table['KeyAttributes']);
  if (keys === undefined)
    return `has no usable "KeyAttributes" for the table ${name}; a key is text or a number`;
  const indexes: Record<string, IndexDeclaration> = {};
  for (const index of toObjects(table['GlobalSecondaryIndexes'])) {
    const indexName = toText(index['IndexName']) ?? '';
    const schema = readKeys(index['KeyAttributes']);
    if (schema === undefined)
      notes.push(`The index ${indexName} of ${name} has a binary key, so it is left out.`);
    else indexes[indexName] = { ...schema, projection: readProjection(index['Projection']) };
  }
  return {
    key: key ?? toOwnName(camelName(name)),
    table: { name, ...keys, ...(Object.keys(indexes).length > 0 && { indexes }) },
  };
}

function readKeys(value: unknown): KeySchema | undefined {
  const { PartitionKey, SortKey } = toObject(value);
  const partition = readKey(PartitionKey);
  const sort = SortKey === undefined ? undefined : readKey(SortKey);
  if (partition === undefined || (SortKey !== undefined && sort === undefined)) return undefined;
  return { partition, ...(sort !== undefined && { sort }) };
}

function readKey(value: unknown): KeyAttribute | undefined {
  const { AttributeName, AttributeType } = toObject(value);
  const name = toText(AttributeName);
  return name !== undefined && (AttributeType === 'S' || AttributeType === 'N')
    ? { name, type: AttributeType }
    : undefined;
}

function readProjection(value: unknown): IndexDeclaration['projection'] {
  const { ProjectionType, NonKeyAttributes } = toObject(value);
  if (ProjectionType === 'KEYS_ONLY') return 'KEYS_ONLY';
  const names = Array.isArray(NonKeyAttributes) ? NonKeyAttributes.flatMap((one) => toText(one) ?? []) : [];
  return ProjectionType === 'INCLUDE' && names.length > 0 ? names : 'ALL';
}

interface DraftedEntities {
  readonly entities: Record<string, EntityDeclaration>;
  readonly guesses: readonly Guess[];
}

/** A facet is an entity with a name. Without facets the entities follow from the example items alone. */
function draftTableEntities(table: Json, declared: TableDeclaration): DraftedEntities {
  const facets = toObjects(table['TableFacets']);
  const types = attributeTypes(table);
  const drafted =
    facets.length === 0
      ? draftEntities(declared, findKeyShapes(declared, sampledKeys(table['TableData'], declared)))
      : fromFacets(facets, declared);
  const keys = new Set([declared, ...Object.values(declared.indexes ?? {})].flatMap(keyNames));
  const entities = Object.entries(drafted.entities).map(([name, entity]) => {
    const facet = facets.find((one) => pascalName(toText(one['FacetName']) ?? '') === name);
    const own = Array.isArray(facet?.['NonKeyAttributes'])
      ? facet['NonKeyAttributes'].flatMap((one) => toText(one) ?? [])
      : [...types.keys()];
    const attributes = own
      .filter((one) => !keys.has(one))
      .map((one): [string, AttributeDeclaration] => [
        one,
        { type: types.get(one) ?? 'text', optional: true },
      ]);
    return [name, { ...entity, attributes: Object.fromEntries(attributes) }] as const;
  });
  return { entities: Object.fromEntries(entities), guesses: drafted.guesses };
}

function fromFacets(facets: readonly Json[], table: TableDeclaration): DraftedEntities {
  const entities: Record<string, EntityDeclaration> = {};
  const guesses: Guess[] = [];
  for (const facet of facets) {
    const name = unused(entities, pascalName(toText(facet['FacetName']) ?? '') || 'Item');
    const own = sampledKeys(facet['TableData'], table);
    const [shape] = findKeyShapes(table, own).toSorted((a, b) => b.found - a.found);
    const keys = shape?.keys ?? aliasKeys(facet, table);
    const because =
      shape === undefined
        ? 'This is how the facet names its keys.'
        : 'The example items of the facet look like this.';
    entities[name] = { table: 'main', keys, attributes: {} };
    for (const [key, template] of Object.entries(keys)) {
      guesses.push(guess(`entities.${name}.keys.${key}`, template, because));
    }
  }
  return { entities, guesses };
}

/** Aliases are written as names, SongId, or as templates, USER#<id> or USER#{id}. */
function aliasKeys(facet: Json, table: TableDeclaration): Readonly<Record<string, string>> {
  const { PartitionKeyAlias, SortKeyAlias } = toObject(facet['KeyAttributeAlias']);
  const aliases = [PartitionKeyAlias, SortKeyAlias];
  return Object.fromEntries(
    keyAttributes(table).map(({ name, type }, at) => [
      name,
      type === 'N' ? `{${toOwnName(camelName(name))}:number}` : readAlias(toText(aliases[at]) ?? name),
    ]),
  );
}

function readAlias(alias: string): string {
  const marked = alias.replaceAll(/<([^<>]+)>|\$?\{([^{}]+)\}/g, (_, one?: string, other?: string) => {
    return `{${toOwnName(camelName(one ?? other ?? ''))}}`;
  });
  const template = marked === alias && !alias.includes('#') ? `{${toOwnName(camelName(alias))}}` : marked;
  return templateProblem(template) === undefined ? template : `{${toOwnName(camelName(alias))}}`;
}

/** Takes the keys out of example items and nothing else. */
function sampledKeys(data: unknown, table: TableDeclaration): readonly SampledKey[] {
  const names = [table, ...Object.values(table.indexes ?? {})].flatMap(keyNames);
  return toObjects(data).map((item) =>
    Object.fromEntries(
      [...new Set(names)].flatMap((name) => {
        const { S, N } = toObject(item[name]);
        const text = toText(S) ?? toText(N);
        return text === undefined ? [] : [[name, text] as const];
      }),
    ),
  );
}

const types: Readonly<Record<string, AttributeType>> = {
  S: 'text',
  N: 'number',
  B: 'binary',
  BOOL: 'flag',
  SS: 'text set',
  NS: 'number set',
  L: 'list',
  M: 'map',
};

function attributeTypes(table: Json): ReadonlyMap<string, AttributeType> {
  return new Map(
    toObjects(table['NonKeyAttributes']).flatMap(({ AttributeName, AttributeType }) => {
      const name = toText(AttributeName);
      return name === undefined ? [] : [[name, types[String(AttributeType)] ?? 'text'] as const];
    }),
  );
}
