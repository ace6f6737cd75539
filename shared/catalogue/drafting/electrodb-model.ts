import type {
  AttributeDeclaration,
  AttributeType,
  EntityDeclaration,
  IndexDeclaration,
  KeyAttribute,
  PatternDeclaration,
  SortCondition,
} from '../declaration.ts';
import { keyNames } from '../keys/key-places.ts';
import { listHoles } from '../keys/key-template.ts';
import { guess, withPatterns, type Guess, type SystemDraft } from './draft-system.ts';
import { camelName, nameInWords, pascalName, toOwnName } from './names.ts';

/** The parts of an ElectroDB schema that are about keys: https://electrodb.dev/en/modeling/schema */
export interface ElectroSchema {
  readonly service: string;
  readonly entity: string;
  readonly version: string;
  /** An older form of the schema writes the version into the partition key. */
  readonly isBeta: boolean;
  readonly table: string | undefined;
  readonly attributes: Readonly<Record<string, ElectroAttribute>>;
  readonly indexes: Readonly<Record<string, ElectroIndex>>;
}

interface ElectroAttribute {
  readonly type: string | readonly string[];
  readonly items: string | undefined;
  readonly field: string | undefined;
  readonly label: string | undefined;
  readonly required: boolean;
  readonly hidden: boolean;
}

interface ElectroIndex {
  readonly index: string | undefined;
  readonly collections: readonly string[];
  readonly isClustered: boolean;
  readonly scope: string | undefined;
  readonly pk: ElectroKey;
  readonly sk: ElectroKey | undefined;
}

interface ElectroKey {
  readonly field: string;
  readonly composite: readonly string[];
  readonly template: string | undefined;
  readonly casing: string;
  readonly cast: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads one schema, or returns what is missing in it. Functions are not in JSON, so they are ignored. */
export function readElectroSchema(value: unknown): ElectroSchema | string {
  const json = toObject(value);
  const model = toObject(json['model']);
  // Before version 1 the names stood beside the attributes.
  const isBeta = json['model'] === undefined && typeof json['entity'] === 'string';
  const of = isBeta ? json : model;
  const { entity, service, version = '1', table } = of;
  if (typeof entity !== 'string' || typeof service !== 'string') {
    return 'has no "model" with an "entity" and a "service"';
  }
  const attributes = Object.entries(toObject(json['attributes']));
  const indexes = Object.entries(toObject(json['indexes']));
  if (attributes.length === 0 || indexes.length === 0)
    return `has no "attributes" or no "indexes" (${entity})`;
  const read = indexes.map(([name, index]) => [name, readIndex(index)] as const);
  const bad = read.find(([, index]) => index === undefined);
  if (bad !== undefined) return `has an index "${bad[0]}" without a "pk" that names its "field" (${entity})`;
  return {
    service,
    entity,
    version: String(version),
    isBeta,
    table: typeof table === 'string' ? table : undefined,
    attributes: Object.fromEntries(attributes.map(([name, one]) => [name, readAttribute(one)])),
    indexes: Object.fromEntries(
      read.flatMap(([name, index]) => (index === undefined ? [] : [[name, index]])),
    ),
  };
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function readAttribute(value: unknown): ElectroAttribute {
  if (typeof value === 'string') {
    return {
      type: value,
      items: undefined,
      field: undefined,
      label: undefined,
      required: false,
      hidden: false,
    };
  }
  const { type, items, field, label, required, hidden } = toObject(value);
  return {
    type: Array.isArray(type) ? toTexts(type) : (toText(type) ?? 'any'),
    items: toText(items),
    field: toText(field),
    label: toText(label),
    required: required === true,
    hidden: hidden === true,
  };
}

function readIndex(value: unknown): ElectroIndex | undefined {
  const { index, collection, type, scope, pk, sk } = toObject(value);
  const partition = readKey(pk);
  if (partition === undefined) return undefined;
  return {
    index: toText(index),
    collections: typeof collection === 'string' ? [collection] : toTexts(collection),
    isClustered: type === 'clustered',
    scope: toText(scope),
    pk: partition,
    sk: readKey(sk),
  };
}

function readKey(value: unknown): ElectroKey | undefined {
  const { field, composite, facets, template, casing, cast } = toObject(value);
  const name = toText(field);
  if (name === undefined) return undefined;
  const written = toText(template) ?? toText(composite) ?? toText(facets);
  const named = toTexts(composite).length > 0 ? toTexts(composite) : toTexts(facets);
  return {
    field: name,
    composite: named.length > 0 || written === undefined ? named : holesOf(written),
    template: written,
    casing: toText(casing) ?? 'default',
    cast: toText(cast),
  };
}

function holesOf(template: string): readonly string[] {
  return [...template.matchAll(/\$\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** Drafts a declaration of the schemas of one table, with the keys as ElectroDB writes them. */
export function draftOfElectroSchemas(
  schemas: readonly [ElectroSchema, ...ElectroSchema[]],
  tableName: string,
): SystemDraft {
  const guesses: Guess[] = [];
  const entities: Record<string, EntityDeclaration> = {};
  const patterns: Record<string, PatternDeclaration> = {};
  const indexes: Record<string, IndexDeclaration> = {};
  let table: { partition: KeyAttribute; sort?: KeyAttribute } | undefined;
  for (const schema of schemas) {
    const name = pascalName(schema.entity) || 'Item';
    const keys: Record<string, string> = {};
    for (const [accessPattern, index] of Object.entries(schema.indexes)) {
      const templates = keyTemplates(schema, index);
      const own = {
        partition: { name: index.pk.field, type: keyType(schema, index.pk) },
        ...(index.sk !== undefined && { sort: { name: index.sk.field, type: keyType(schema, index.sk) } }),
      };
      keys[index.pk.field] = templates.pk;
      if (index.sk !== undefined && templates.sk !== undefined) keys[index.sk.field] = templates.sk;
      if (index.index === undefined) table ??= own;
      else if (!Object.hasOwn(indexes, index.index)) {
        indexes[index.index] = { ...own, projection: 'ALL' };
        const because = 'The model does not say what the index copies.';
        guesses.push(guess(`tables.main.indexes.${index.index}.projection`, 'ALL', because));
      }
      for (const [key, pattern] of patternsOf(name, accessPattern, index, templates)) {
        if (!Object.hasOwn(patterns, key)) patterns[key] = { number: '', ...pattern };
      }
      for (const [key, pattern] of collectionsOf(index, templates)) {
        const before = patterns[key];
        // The entities of a collection write the same partition key. Others are no part of it.
        if (before !== undefined && before.partition !== pattern.partition) continue;
        const returns = [...new Set([...(before?.returns ?? []), name])];
        patterns[key] = { number: '', ...pattern, returns };
      }
    }
    entities[name] = { table: 'main', keys, attributes: declareAttributes(schema, name, guesses) };
  }
  const [first] = schemas;
  const declared = {
    id: systemId(first.service),
    name: nameInWords(first.service) || 'Model',
    about: `Drafted from an ElectroDB model of ${first.service}.`,
    tables: {
      main: {
        name: tableName,
        ...(table ?? { partition: { name: 'pk', type: 'S' as const } }),
        ...(Object.keys(indexes).length > 0 && { indexes }),
      },
    },
    entities,
  };
  const usable = Object.entries(patterns).filter(([, pattern]) => pattern.returns.length > 0);
  const { system } = withPatterns(declared, numbered(usable), 'own only');
  return { system, guesses, notes: notesOf(schemas) };
}

function systemId(service: string): string {
  const id = service
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return id.slice(0, 40) || 'model';
}

function numbered(
  patterns: readonly (readonly [string, PatternDeclaration])[],
): Readonly<Record<string, PatternDeclaration>> {
  return Object.fromEntries(
    patterns.map(([name, pattern], at) => [name, { ...pattern, number: `AP${at + 1}` }]),
  );
}

interface Templates {
  readonly pk: string;
  readonly sk: string | undefined;
  /** The fixed text with which all sort keys of the entity begin. */
  readonly prefix: string;
  readonly collection: string;
}

/** ElectroDB puts the service before the partition key, and the collection and the entity before the sort key. */
function keyTemplates(schema: ElectroSchema, index: ElectroIndex): Templates {
  const { service, entity, version, isBeta } = schema;
  const { pk, sk, scope, collections, isClustered } = index;
  const collection = collections.map((name, at) => `${at === 0 ? '$' : '#'}${name}`).join('');
  const own = `${collection === '' ? '$' : '#'}${entity}${isBeta ? '' : `_${version}`}`;
  const ofService = `$${service}${isBeta ? `_${version}` : ''}${scope === undefined ? '' : `_${scope}`}`;
  const lead = isClustered ? collection : `${collection}${own}`;
  const tail = isClustered ? own : '';
  const partition =
    sk === undefined ? compose(schema, pk, `${ofService}${lead}`, tail) : compose(schema, pk, ofService, '');
  return {
    pk: partition,
    sk: sk === undefined ? undefined : compose(schema, sk, lead, tail),
    prefix: sk === undefined || isCustom(schema, sk) ? '' : cased(lead, sk.casing),
    collection: sk === undefined || isCustom(schema, sk) ? '' : cased(collection, sk.casing),
  };
}

/** A key with a template of its own, or one that is an attribute itself, gets nothing before it. */
function isCustom({ attributes }: ElectroSchema, { field, template, composite }: ElectroKey): boolean {
  if (template !== undefined) return true;
  return Object.entries(attributes).some(
    ([name, attribute]) => (attribute.field ?? name) === field && composite.includes(name),
  );
}

function compose(schema: ElectroSchema, key: ElectroKey, lead: string, tail: string): string {
  const { composite, template, casing } = key;
  if (template !== undefined) {
    return mapFixed(
      template.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => hole(schema, key, name)),
      casing,
    );
  }
  if (isCustom(schema, key)) return hole(schema, key, composite[0] ?? '');
  const parts = composite.map((name) => {
    const label = schema.attributes[name]?.label ?? name;
    return `#${label}_${hole(schema, key, name)}`;
  });
  return mapFixed(`${lead}${parts.join('')}${tail}`, casing);
}

function hole(schema: ElectroSchema, key: ElectroKey, name: string): string {
  return `{${toOwnName(name)}${keyType(schema, key) === 'N' ? ':number' : ''}}`;
}

function mapFixed(template: string, casing: string): string {
  return template
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? part : cased(part, casing)))
    .join('');
}

function cased(text: string, casing: string): string {
  if (casing === 'upper') return text.toUpperCase();
  return casing === 'none' ? text : text.toLowerCase();
}

/** A key of one number without any label is stored as a Number, unless the model says otherwise. */
function keyType(schema: ElectroSchema, key: ElectroKey): KeyAttribute['type'] {
  const [only, ...others] = key.composite;
  if (key.cast === 'number') return 'N';
  if (key.cast === 'string' || only === undefined || others.length > 0) return 'S';
  const isNumber = schema.attributes[only]?.type === 'number';
  const isBare = key.template === undefined ? isCustom(schema, key) : key.template === `\${${only}}`;
  return isNumber && isBare ? 'N' : 'S';
}

const types: Readonly<Record<string, AttributeType>> = {
  string: 'text',
  number: 'number',
  boolean: 'flag',
  list: 'list',
  map: 'map',
};

function declareAttributes(
  { attributes }: ElectroSchema,
  entity: string,
  guesses: Guess[],
): Record<string, AttributeDeclaration> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const { type, items, field = name, required, hidden } = attribute;
      const known = typeof type !== 'string' ? 'text' : type === 'set' ? setType(items) : types[type];
      if (known === undefined) {
        const because = `The model says "${String(type)}".`;
        guesses.push(guess(`entities.${entity}.attributes.${field}.type`, 'text', because));
      }
      const declared: AttributeDeclaration = {
        type: known ?? 'text',
        ...(!required && { optional: true }),
        ...(typeof type !== 'string' && type.length > 0 && { oneOf: [...new Set(type)] }),
        ...(hidden && { private: 'hidden in the model' }),
      };
      return [field, declared] as const;
    }),
  );
}

function setType(items: string | undefined): AttributeType {
  return items === 'number' ? 'number set' : 'text set';
}

type Unnumbered = Omit<PatternDeclaration, 'number'>;

/** Each index of a model is an access pattern, which is asked by its partition key, and by its whole key if that is unique. */
function patternsOf(
  entity: string,
  accessPattern: string,
  { index, sk }: ElectroIndex,
  { pk, sk: sort, prefix }: Templates,
): readonly (readonly [string, Unnumbered])[] {
  const on = index === undefined ? 'main' : `main.${index}`;
  const words = nameInWords(accessPattern, false);
  const of = nameInWords(entity);
  const found: (readonly [string, Unnumbered])[] = [];
  if (index === undefined) {
    found.push([
      `${camelName(entity)}ByKey`,
      {
        asks: `Which ${of.toLowerCase()} has this key?`,
        title: `${of} by key`,
        on,
        partition: pk,
        ...(sort !== undefined && { sort: { equals: sort } }),
        returns: [entity],
        gives: 'one',
      },
    ]);
  }
  const isOnlyOne = index === undefined && (sk === undefined || listHoles(sort ?? '').length === 0);
  if (!isOnlyOne) {
    const begins: { sort?: SortCondition } = prefix === '' ? {} : { sort: { beginsWith: prefix } };
    found.push([
      `${camelName(entity)}${pascalName(accessPattern)}`,
      {
        asks: `Which ${of.toLowerCase()} items are there in "${words}"?`,
        title: `${of}: ${words}`,
        on,
        partition: pk,
        ...begins,
        returns: [entity],
        gives: 'many',
      },
    ]);
  }
  return found;
}

function collectionsOf(
  { index, collections }: ElectroIndex,
  { pk, collection }: Templates,
): readonly (readonly [string, Omit<Unnumbered, 'returns'>])[] {
  const name = collections.at(-1);
  if (name === undefined || collection === '') return [];
  const words = nameInWords(name, false);
  return [
    [
      `${camelName(name)}Collection`,
      {
        asks: `What is in the collection "${words}"?`,
        title: `Collection ${words}`,
        on: index === undefined ? 'main' : `main.${index}`,
        partition: pk,
        sort: { beginsWith: collection },
        gives: 'many',
      },
    ],
  ];
}

function notesOf(schemas: readonly ElectroSchema[]): readonly string[] {
  const keys = schemas.flatMap(({ indexes }) =>
    Object.values(indexes).flatMap(({ pk, sk }) => (sk === undefined ? [pk] : [pk, sk])),
  );
  const notes = ['Functions of the model, such as "get", "set" and "condition", are not in its JSON.'];
  if (keys.some(({ casing }) => casing === 'default' || casing === 'lower')) {
    notes.unshift('ElectroDB stores these keys in lower case. Type the values of a question in lower case.');
  }
  if (keys.some(({ casing }) => casing === 'upper')) {
    notes.unshift('Some keys are stored in upper case. Type their values in upper case.');
  }
  const names = new Set(schemas.map(({ indexes }) => JSON.stringify(tableKeyNames(indexes))));
  if (names.size > 1) {
    notes.unshift('The entities name different keys of the table. The keys of the first one are declared.');
  }
  return notes;
}

function tableKeyNames(indexes: ElectroSchema['indexes']): readonly string[] {
  const own = Object.values(indexes).find(({ index }) => index === undefined);
  if (own === undefined) return [];
  return keyNames({
    partition: { name: own.pk.field, type: 'S' },
    ...(own.sk !== undefined && { sort: { name: own.sk.field, type: 'S' } }),
  });
}
