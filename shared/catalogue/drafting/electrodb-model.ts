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
import type { ElectroIndex, ElectroKey, ElectroSchema } from './electrodb-schema.ts';
import { camelName, describeName, pascalName, toOwnName } from './names.ts';

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
      for (const [key, pattern] of listPatterns(name, accessPattern, index, templates)) {
        if (!Object.hasOwn(patterns, key)) patterns[key] = { number: '', ...pattern };
      }
      for (const [key, pattern] of listCollections(index, templates)) {
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
    name: describeName(first.service) || 'Model',
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
  return { system, guesses, notes: listNotes(schemas) };
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
function listPatterns(
  entity: string,
  accessPattern: string,
  { index, sk }: ElectroIndex,
  { pk, sk: sort, prefix }: Templates,
): readonly (readonly [string, Unnumbered])[] {
  const on = index === undefined ? 'main' : `main.${index}`;
  const words = describeName(accessPattern, false);
  const of = describeName(entity);
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

function listCollections(
  { index, collections }: ElectroIndex,
  { pk, collection }: Templates,
): readonly (readonly [string, Omit<Unnumbered, 'returns'>])[] {
  const name = collections.at(-1);
  if (name === undefined || collection === '') return [];
  const words = describeName(name, false);
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

function listNotes(schemas: readonly ElectroSchema[]): readonly string[] {
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
